import { fold, hasOverride, words as wordsOf } from "#shared/text.ts";
import { inLatin, withoutLookAlikes } from "./look-alikes.ts";

/** Limits of the rule: words, length of a word in code points, categories. */
export const MAX_WORDS = 200;
export const MAX_WORD_LENGTH = 60;
export const MAX_CATEGORIES = 100;
/** Maximum length of an override's reason, in code points. */
export const MAX_REASON_LENGTH = 500;

/** Types of documents that the rule can cover besides articles. */
export const OTHER_TYPES = ["issue", "page"] as const;
export type OtherType = (typeof OTHER_TYPES)[number];

/** The stored two-person rule: the documents that need a second person. It always covers articles. */
export type ReviewRule = { enabled: boolean; words: string[]; category_ids: number[]; also: OtherType[] };
export const NO_RULE: ReviewRule = { enabled: false, words: [], category_ids: [], also: [] };

/** The newest text of a document as input of the rule. `hash` identifies approvals of exactly this text. */
export type NewestText = {
  hash: string;
  reasons: Reason[];
  /** Also true for a type without sources. */
  hasSources: boolean;
  /** Its author, and whose suggestions are in it; null for the operator or a deleted account. */
  writers: readonly (number | null)[];
};

/** Why an article is subject to the rule. `value`: the word in the rule, or the category's name. */
export type Reason = { kind: "word" | "category" | "breaking"; value: string };

/** The input of the rule. `categoryId` is null for a category that does not exist yet. */
export type Judged = {
  title: string;
  excerpt: string;
  tags: readonly string[];
  category: string;
  categoryId: number | null;
  isBreaking: boolean;
  imageAlt: string;
  /** Names of its category and authors that are not public yet. */
  names: readonly string[];
  /** All public words of the content. */
  text: string;
};

/** Scripts without spaces between words, in which a word matches anywhere. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** Invisible characters, which would hide a word from the rule but not from a reader. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;

/** A text prepared for matching: folded, one space before each word. */
const searchable = (text: string): string =>
  wordsOf(text)
    .map((word) => ` ${word}`)
    .join("");

/**
 * The forms of a text in which a word may be found: as it is, and with look-alike letters replaced, in the case that it has
 * and in lower case, as a capital and its small letter may look like different ones.
 */
function formsOf(given: string): string[] {
  const text = given.replace(INVISIBLE, "");
  const latin = withoutLookAlikes(text);
  const forms = latin === text ? [text] : [text, latin, withoutLookAlikes(fold(text))];
  return forms.map(searchable);
}

/** The forms of a word of the rule in the forms of texts. */
const wantedForms = (word: string): string[] =>
  [word, ...[word, word.toUpperCase(), fold(word)].map(inLatin)]
    .map((form) => searchable(form.replace(INVISIBLE, "")))
    .map((form) => (UNSPACED.test(word) ? form.trim() : form))
    .filter((form) => form !== "");

/** The stored text and, if control characters reverse letters, the visible one. */
const asRead = (text: string): string[] => (hasOverride(text) ? [text, [...text].reverse().join("")] : [text]);

/** Whether a word of the rule can match anything. */
export const isFindable = (word: string): boolean => searchable(word.replace(INVISIBLE, "")) !== "";

/**
 * The reasons why an article is subject to the rule; empty if it is not or the rule is off. Words match in any spelling
 * and as prefixes: "hack" matches "Hacked" and "hackers".
 */
export function reasonsFor(rule: ReviewRule, article: Judged): Reason[] {
  if (!rule.enabled) return [];
  const reasons: Reason[] = article.isBreaking ? [{ kind: "breaking", value: "" }] : [];
  if (article.categoryId !== null && rule.category_ids.includes(article.categoryId))
    reasons.push({ kind: "category", value: article.category });
  // Separates fields, so that no word matches across two of them.
  const { title, excerpt, imageAlt, tags, names, text } = article;
  const forms = [title, excerpt, imageAlt, ...tags, ...names, text].flatMap(asRead).flatMap(formsOf);
  for (const word of rule.words) {
    const wanted = [...new Set(wantedForms(word))];
    if (wanted.some((one) => forms.some((text) => text.includes(one)))) reasons.push({ kind: "word", value: word });
  }
  return reasons;
}

export const wordsIn = (rule: Pick<ReviewRule, "enabled" | "words">, text: string): Reason[] =>
  reasonsFor({ ...NO_RULE, ...rule, category_ids: [] }, { ...NOTHING, text });

/** The reasons for a text of another type; none unless the rule covers the type. */
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

const MAX_NAMED = 3;

/** The reasons in words: `it says “hack” and it is breaking news`. */
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

/** The reasons as the start of a sentence: `Contains “hack” and is breaking news`. */
export function sayContents(reasons: readonly Reason[]): string {
  const said = listed(reasons, sayContent);
  return said.slice(0, 1).toUpperCase() + said.slice(1);
}

/** The required steps before publication: `add sources and get a second approval`. */
export const sayMissing = ({ has_sources, approval }: { has_sources: boolean; approval: object | null }): string =>
  [...(has_sources ? [] : ["add sources"]), ...(approval ? [] : ["get a second approval"])].join(" and ");

export const NO_VERSION = "Send the ETag of the version that you approve in If-Match.";
export const OWN_TEXT = "You wrote this text, so another person has to approve it.";
export const NO_SOURCES = "Sources are missing: add at least one. Readers never see them.";
export const STALE_TEXT = "This text has changed since you opened it.";
export const NOT_APPROVED = "You have no approval to withdraw.";
export const UNKNOWN_CATEGORY = "Category not found.";
