import type { Kysely, Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { findByNameOrSlug } from "#features/categories/queries.ts";
import type { CategoryRow } from "#features/categories/tables.ts";
import { deriveContent, readersWords } from "#features/content/derive.ts";
import { findWorkingCopy } from "#features/documents/history/queries.ts";
import { documentEvent } from "#features/documents/lifecycle/events.ts";
import { keepApproval } from "#features/documents/review/commands.ts";
import {
  findApproval,
  type ReviewedText,
  readRule,
  textHash,
  textsElsewhere,
  writersOf,
} from "#features/documents/review/queries.ts";
import { type Reason, type ReviewRule, reasonsFor, sayReasons, wordsIn } from "#features/documents/review/rules.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { recordEvent } from "#features/events/commands.ts";
import type { Subscriber } from "#features/events/types.ts";
import { describeKnown } from "#features/identity/accounts/queries.ts";
import { findPicture } from "#features/media/pictures/queries.ts";
import { keyInAddress } from "#features/media/pictures/rules.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { ForbiddenError, NotFoundError } from "#shared/errors.ts";
import { authorize } from "#shared/permissions.ts";
import { nameKey } from "#shared/text.ts";
import { type ArticleChange, type ArticleState, type Proposal, type PublicationGuard, readStates } from "./changes.ts";
import type { ArticleStore } from "./commands.ts";
import { readWords } from "./derive.ts";
import { type ArticleSnapshot, type AuthorRef, authorRefs, type StoredDraft, toDraft } from "./drafts.ts";
import { editIn } from "./events.ts";
import { isPublishedElsewhere } from "./policy.ts";
import { articleKey, NO_ARTICLE } from "./rules.ts";
import { newestOf } from "./working-copy.ts";

/** A text to check: `words` are all public words of its content; `id` is null for a new article. */
type Examined = { id: number | null; draft: StoredDraft; words: string };

/** Why a text needs an approval, and the hash that its approvals have. `named`: its names that the rule matches. */
export async function examine(db: Kysely<Tables>, rule: ReviewRule, { id, draft, words }: Examined) {
  if (!rule.enabled) return { reasons: [], hash: textHash(draft), named: [] };
  const { title, excerpt, tags, category, image_alt: imageAlt, is_breaking: isBreaking } = draft;
  const known = await findByNameOrSlug(db, category);
  const named = (await namesOf(db, draft, known)).filter(({ name }) => wordsIn(rule, name).length > 0);
  const names: string[] = [];
  for (const { name, ...shownBy } of named) if (!(await isShownElsewhere(db, id, shownBy))) names.push(name);
  const lines = await pictureLines(db, draft);
  const all = [words, draft.slug, ...lines.map(([, line]) => line), ...textsElsewhere(draft)].join("\n");
  const text = { title, excerpt, imageAlt, tags, names, text: all };
  const reasons = reasonsFor(rule, { ...text, category, categoryId: known?.id ?? null, isBreaking });
  const matched = { names: named.map(({ name }) => name), others: matchedIn(rule, draft, lines) };
  return { reasons, hash: textHash(draft, matched), named };
}

type Lines = (readonly [kind: string, words: string])[];

/** What the library says about the article's pictures, as its page shows it. */
async function pictureLines(db: Kysely<Tables>, draft: StoredDraft): Promise<Lines> {
  const find = async (url: string) => (url === "" ? undefined : findPicture(db, keyInAddress(url) ?? ""));
  const [lead, social] = [await find(draft.image_url), await find(draft.social_image)];
  return [
    ["caption", lead?.caption ?? ""],
    ["credit", lead?.credit ?? ""],
    ["social_alt", social?.alt ?? ""],
  ];
}

/** The tags, the slug and other words next to a text that the rule matches. */
const matchedIn = (rule: ReviewRule, { tags, slug }: Pick<StoredDraft, "tags" | "slug">, lines: Lines = []) =>
  [...tags.toSorted().map((tag) => ["tag", tag] as const), ["slug", slug] as const, ...lines].filter(
    ([, words]) => wordsIn(rule, words).length > 0,
  );

/** The names that an article shows next to its text, with the ids of category and accounts. */
async function namesOf(db: Kysely<Tables>, draft: StoredDraft, category: CategoryRow | undefined) {
  return [
    { name: category?.name ?? draft.category, category, accountId: undefined },
    ...(await describeKnown(db, refsOf(draft))).map(({ name, id }) => ({ name, accountId: id ?? undefined })),
  ];
}

const refsOf = ({ authors, authorId, coAuthors = [] }: StoredDraft): AuthorRef[] =>
  authors ?? [authorId, ...coAuthors.map(({ id }) => id)].filter((id) => id !== null);

type Named = Pick<StoredDraft, "category" | "tags" | "slug"> & { refs: readonly AuthorRef[] };

/** What the rule matches next to a stored text, with those of its names that are among the `named`. */
function matchedNextTo(
  rule: ReviewRule,
  named: readonly { name: string; accountId?: number | undefined }[],
  of: Named,
) {
  const isMatched = (ref: AuthorRef) =>
    named.some(({ name, accountId }) => (typeof ref === "number" ? ref === accountId : nameKey(ref) === nameKey(name)));
  const names = [of.category, ...of.refs].filter(isMatched);
  const nameOf = (ref: AuthorRef) => named.find(({ accountId }) => accountId === ref)?.name ?? String(ref);
  return [...matchedIn(rule, of), ...names.map((ref) => ["name", nameKey(nameOf(ref))] as const)];
}

/** Whether a name is already public: a category shown in the menu, or used by another published article. */
async function isShownElsewhere(
  db: Kysely<Tables>,
  articleId: number | null,
  { category, accountId }: { category?: CategoryRow | undefined; accountId?: number | undefined },
): Promise<boolean> {
  if (category) return category.shown_empty === 1 || isPublishedElsewhere(db, articleId, { categoryId: category.id });
  return accountId !== undefined && isPublishedElsewhere(db, articleId, { accountId });
}

/** The last public text of an article, from the record; undefined if it was never public. */
type FindLastText = (db: Kysely<Tables>, id: number) => Promise<PublicText | undefined>;
type PublicText = Record<(typeof PUBLIC_FIELDS)[number], string>;
const PUBLIC_FIELDS = ["title", "excerpt", "image_url", "content"] as const;

/**
 * The two-person rule (decision 79): text under it is only published with sources and either a second person's approval
 * or a chief's override of this exact text. Called before every write of an article.
 */
export const requireApproval =
  (findLastText: FindLastText): PublicationGuard =>
  async (trx, proposal) => {
    if (proposal.after.status !== "published") return;
    const rule = await readRule(trx);
    if (!rule.enabled) return;
    const { reasons, hash } = await reasonsAgainst(trx, rule, proposal, findLastText);
    const { id, after, reason = "" } = proposal;
    const approval = id === null ? undefined : await findApproval(trx, articleKey(id), hash);
    if (approval?.is_override === 1) return;
    refuseReason(rule, reason);
    if (reasons.length === 0) return;
    const missing = [
      ...(after.sources.length > 0 ? [] : ["its sources"]),
      ...(approval ? [] : ["the approval of a second person"]),
    ];
    if (missing.length === 0) return;
    const detail = `This article needs ${missing.join(" and ")} before it can be published, because ${sayReasons(reasons)}.`;
    throw new ForbiddenError("approval_required", detail, { review: detail });
  };

/**
 * Why a proposal needs an approval. An unchanged public text needs one only for additions. A changed text is also
 * judged by its former words, as removing a word is a change, too.
 */
async function reasonsAgainst(
  trx: Kysely<Tables>,
  rule: ReviewRule,
  { id, before, after, words }: Proposal,
  findLastText: FindLastText,
): Promise<{ reasons: Reason[]; hash: string }> {
  const { reasons, hash } = await examine(trx, rule, { id, draft: after, words });
  if (before?.status !== "published") {
    const withdrawn =
      reasons.length === 0 && before
        ? await reasonsOfWithdrawn(trx, rule, { before, after, shown: await findLastText(trx, before.id) })
        : [];
    return { reasons: [...reasons, ...withdrawn], hash };
  }
  const stored = toDraft(before, before.category);
  const isSameText = textHash(stored) === textHash(after);
  const plain = isSameText ? words : await readWords(trx, before);
  const former = await examine(trx, rule, { id, draft: stored, words: plain });
  if (hash !== former.hash) return { reasons: reasons.length > 0 ? reasons : former.reasons, hash };
  const isKnown = ({ kind, value }: Reason) => former.reasons.some((one) => one.kind === kind && one.value === value);
  return { reasons: reasons.filter((reason) => !isKnown(reason)), hash };
}

/** Why the last public text is subject to the rule, if it is being replaced. */
async function reasonsOfWithdrawn(
  trx: Kysely<Tables>,
  rule: ReviewRule,
  { before, after, shown }: { before: ArticleState; after: StoredDraft; shown: PublicText | undefined },
): Promise<Reason[]> {
  if (!shown || PUBLIC_FIELDS.every((name) => shown[name] === after[name])) return [];
  const { content } = deriveContent(shown.content);
  const draft = { ...toDraft(before, before.category), ...shown, content: content.html };
  return (await examine(trx, rule, { id: before.id, draft, words: readersWords(content) })).reasons;
}

/** Approvals do not cover the reason, as it is not part of the text. Throws ForbiddenError if the rule matches it. */
function refuseReason(rule: ReviewRule, reason: string): void {
  const found = wordsIn(rule, reason);
  if (found.length === 0) return;
  const detail = `Reword or remove the reason for the change, because ${sayReasons(found)}. A chief can also override the rule for this text.`;
  throw new ForbiddenError("override_required", detail, { review: detail });
}

/**
 * A correction is public immediately, so no second person can approve it first: under the rule, only a chief makes one,
 * with a reason, `override`. Throws ForbiddenError.
 */
export async function guardCorrection(
  trx: Transaction<Tables>,
  clock: Clock,
  actor: Actor,
  { article, text, override }: { article: ArticleState; text: string; override: string | undefined },
): Promise<void> {
  const rule = await readRule(trx);
  if (!rule.enabled) return;
  const words = `${await readWords(trx, article)}\n${text}`;
  const { reasons } = await examine(trx, rule, { id: article.id, draft: toDraft(article, article.category), words });
  if (reasons.length === 0) return;
  if (override === undefined) {
    const detail = `Only a chief can correct this article, with a reason, because ${sayReasons(reasons)}.`;
    throw new ForbiddenError("override_required", detail, { review: detail });
  }
  authorize(actor, "article.override");
  const changes = { correction: { to: text }, reason: { to: override } };
  // No request for a review waits for it.
  const done = { ...articleKey(article.id), title: article.title, changes, facts: { only: [] } };
  await recordEvent(trx, clock, documentEvent(actor, "override", done));
}

/**
 * Keeps approvals across system-made edits of an unchanged text, such as a copied picture. A person's replacement of a
 * picture everywhere is an edit like any other.
 */
export async function keepApprovals(trx: Transaction<Tables>, changes: readonly ArticleChange[]): Promise<void> {
  for (const { before, after, events } of changes) {
    if (!before || !after || editIn(events)?.source !== "system") continue;
    if (textHash(before) === textHash(after)) continue;
    const rule = await readRule(trx);
    const [{ hash: was }, { hash: is }] = [await hashOf(trx, rule, before), await hashOf(trx, rule, after)];
    await keepApproval(trx, articleKey(after.id), was, is);
  }
}

/** An article's newest text as input of the rule. Throws NotFoundError. */
export const newestArticleText =
  ({ content, clock }: Pick<ArticleStore, "content" | "clock">): DocumentType["newestText"] =>
  async (db, rule, id) => {
    const article = await readStates(db).where("article.id", "=", id).executeTakeFirst();
    if (!article) throw new NotFoundError("article_not_found", NO_ARTICLE);
    const copy = await findWorkingCopy(db, articleKey(id));
    const { draft, words } = await newestOf(content, { article, copy, now: clock.now() });
    const { reasons, hash, named } = await examine(db, rule, { id, draft, words });
    // A person who gave the text a matching name, tag or slug is its writer.
    const hashOf = (text: ReviewedText, of: Named) => textHash(text, { others: matchedNextTo(rule, named, of) });
    const writers = await writersOf(db, articleKey(id), {
      hash: hashOf(draft, { ...draft, refs: refsOf(draft) }),
      hashOf: (snapshot) => {
        const saved = snapshot as ArticleSnapshot;
        return hashOf(saved, { ...saved, refs: authorRefs(saved) });
      },
    });
    return {
      hash,
      reasons,
      hasSources: draft.sources.length > 0,
      writers: writers.length > 0 ? writers : [article.updated_by],
    };
  };

/**
 * Throws ForbiddenError for names and texts that the rule matches: they are public immediately on every page that shows them, so
 * no second person can approve them first. There is no override.
 */
export async function guardNames(trx: Kysely<Tables>, names: Readonly<Record<string, string>>): Promise<void> {
  const rule = await readRule(trx);
  for (const [field, name] of Object.entries(names)) {
    const found = wordsIn(rule, name);
    if (found.length === 0) continue;
    const detail = `The two-person rule does not allow this, because ${sayReasons(found)}.`;
    throw new ForbiddenError("blocked_by_review_rule", detail, { [field]: detail });
  }
}

/** Judges what readers see from now on, whatever command changes it. The profile of an author without articles is not public. */
export const guardShown: Subscriber = {
  actions: "all",
  async react({ trx }, events) {
    for (const { shown = {}, subject } of events) {
      if (!Object.values(shown).some(Boolean) || !(await readRule(trx)).enabled) continue;
      const isHidden =
        subject.kind === "account" && !(await isPublishedElsewhere(trx, null, { accountId: Number(subject.id) }));
      if (!isHidden) await guardNames(trx, shown);
    }
  },
};

/** The hash that approvals of an article's stored text have. */
const hashOf = (trx: Kysely<Tables>, rule: ReviewRule, article: ArticleState) =>
  examine(trx, rule, { id: article.id, draft: toDraft(article, article.category), words: "" });
