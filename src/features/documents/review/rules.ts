import { fingerprint } from "#shared/fingerprint.ts";
import { hasOverride, words as wordsOf } from "#shared/text.ts";

/** Words of the rule, the length of one in code points, and categories of it. */
export const MAX_WORDS = 200;
export const MAX_WORD_LENGTH = 60;
export const MAX_CATEGORIES = 100;
/** Length of the reason of an override, in code points. */
export const MAX_REASON_LENGTH = 500;

/** Types of documents that the rule can cover besides articles. */
export const OTHER_TYPES = ["issue", "page"] as const;
export type OtherType = (typeof OTHER_TYPES)[number];

/** The two-person rule as it is stored: which documents need a second person. It always covers articles. */
export type ReviewRule = { enabled: boolean; words: string[]; category_ids: number[]; also: OtherType[] };
export const NO_RULE: ReviewRule = { enabled: false, words: [], category_ids: [], also: [] };

/** The newest text of a document, as the rule judges it. `hash`: what approvals of exactly this text have. */
export type NewestText = {
  hash: string;
  reasons: Reason[];
  /** True as well for a type that names no sources. */
  hasSources: boolean;
  /** Who wrote it last; null for the operator, or an account that is gone. */
  writer: number | null;
};

/** The version that an edit of the rule is based on. */
export const ruleVersion = (rule: {
  enabled: boolean;
  words: string[];
  categories: string[];
  also: string[];
}): string =>
  fingerprint([String(rule.enabled), ...[rule.words, rule.categories, rule.also].map((list) => JSON.stringify(list))]);

/** Why an article falls under the rule. `value`: the word as it stands in the rule, or the category's name. */
export type Reason = { kind: "word" | "category" | "breaking"; value: string };

/** What the rule looks at. `categoryId` null: a category that does not exist yet. */
export type Judged = {
  title: string;
  excerpt: string;
  tags: readonly string[];
  category: string;
  categoryId: number | null;
  isBreaking: boolean;
  imageAlt: string;
  /** Names of its category and authors that readers do not see yet. */
  names: readonly string[];
  /** All words that readers get of the content. */
  text: string;
};

/** Scripts that put no spaces between words: a word is looked for anywhere in them. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** What is not seen: it would hide a word from the rule, and not from a reader. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;

/** A text as words are looked for in it: folded, one space before each word. */
const searchable = (text: string): string =>
  wordsOf(text.replace(INVISIBLE, ""))
    .map((word) => ` ${word}`)
    .join("");

/** A text as it is stored and, where a control character makes readers see letters in reverse, that too. */
const asRead = (text: string): string[] => (hasOverride(text) ? [text, [...text].reverse().join("")] : [text]);

/** Whether a word of the rule says anything that could be found. */
export const isFindable = (word: string): boolean => searchable(word) !== "";

/**
 * Why an article falls under the rule; empty where it does not, or the rule is off. A word is found however it is written
 * and at the beginning of longer ones: "hack" finds "Hacked" and "hackers".
 */
export function reasonsFor(rule: ReviewRule, article: Judged): Reason[] {
  if (!rule.enabled) return [];
  const reasons: Reason[] = article.isBreaking ? [{ kind: "breaking", value: "" }] : [];
  if (article.categoryId !== null && rule.category_ids.includes(article.categoryId))
    reasons.push({ kind: "category", value: article.category });
  // A line between two fields is no place where words meet.
  const { title, excerpt, imageAlt, tags, names, text } = article;
  const texts = [title, excerpt, imageAlt, ...tags, ...names, text].flatMap(asRead).map(searchable);
  for (const word of rule.words) {
    const wanted = UNSPACED.test(word) ? searchable(word).trim() : searchable(word);
    if (wanted !== "" && texts.some((text) => text.includes(wanted))) reasons.push({ kind: "word", value: word });
  }
  return reasons;
}

/** The words of the rule that a text says. */
export const wordsIn = (rule: Pick<ReviewRule, "enabled" | "words">, text: string): Reason[] =>
  reasonsFor({ ...NO_RULE, ...rule, category_ids: [] }, { ...NOTHING, text });

/** What the rule says of a text of another type than articles: nothing, unless it covers the type. */
export const judgeText = (
  rule: ReviewRule,
  type: OtherType,
  { hash, words }: { hash: string; words: () => string },
): Pick<NewestText, "hash" | "reasons"> => ({
  hash,
  reasons: rule.also.includes(type) ? wordsIn(rule, words()) : [],
});

const NOTHING: Judged = {
  title: "",
  excerpt: "",
  tags: [],
  category: "",
  categoryId: null,
  isBreaking: false,
  imageAlt: "",
  names: [],
  text: "",
};

const sayReason = ({ kind, value }: Reason): string => {
  if (kind === "breaking") return "it is breaking news";
  return kind === "category" ? `it is in ${value}` : `it says “${value}”`;
};

/** Reasons named at once. */
const MAX_NAMED = 3;

/** Why, in words: `it says “hack” and it is breaking news`. */
export const sayReasons = (reasons: readonly Reason[]): string => listed(reasons, sayReason);

function listed(reasons: readonly Reason[], say: (reason: Reason) => string): string {
  const named = reasons.slice(0, MAX_NAMED).map(say);
  const more = reasons.length - named.length;
  return new Intl.ListFormat("en").format(more > 0 ? [...named, `for ${more} more reasons`] : named);
}

const sayContent = ({ kind, value }: Reason): string => {
  if (kind === "breaking") return "is breaking news";
  return kind === "category" ? `is in ${value}` : `contains “${value}”`;
};

/** Why, as the beginning of a sentence: `Contains “hack” and is breaking news`. */
export function sayContents(reasons: readonly Reason[]): string {
  const said = listed(reasons, sayContent);
  return said.slice(0, 1).toUpperCase() + said.slice(1);
}

/** What to do before it is published: `add sources and get a second approval`. */
export const sayMissing = ({ has_sources, approval }: { has_sources: boolean; approval: object | null }): string =>
  [...(has_sources ? [] : ["add sources"]), ...(approval ? [] : ["get a second approval"])].join(" and ");

export const NO_VERSION = "Name the version that you approve: its ETag, in If-Match.";
export const OWN_TEXT = "You wrote this text: somebody else has to approve it.";
export const NO_SOURCES = "Its sources are missing: name at least one. Readers never see them.";
export const STALE_TEXT = "This text has changed since you opened it.";
export const NOT_APPROVED = "There is no approval of yours to withdraw.";
export const UNKNOWN_CATEGORY = "Category not found.";
