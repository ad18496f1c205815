import type { Kysely, Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { scheduled } from "#db/readable.ts";
import type { Scope } from "#db/scopes.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import {
  type ArticleListener,
  type ArticleState,
  lockStates,
  type Proposal,
  type PublicationGuard,
} from "#features/articles/changes.ts";
import { type ArticleStore, lockedState, updateRow } from "#features/articles/commands.ts";
import { readWords } from "#features/articles/derive.ts";
import { articleDocument } from "#features/articles/document.ts";
import { type StoredDraft, toDraft } from "#features/articles/drafts.ts";
import { type ArticleEvent, unknownEvent } from "#features/articles/events.ts";
import { authorizeArticle, authorizeChange, isPublishable, isPublishedElsewhere } from "#features/articles/policy.ts";
import { articleKey, STALE_EDIT } from "#features/articles/rules.ts";
import { newestOf } from "#features/articles/working-copy.ts";
import { recordEntry } from "#features/audit/commands.ts";
import type { CategoryListener } from "#features/categories/commands.ts";
import { findByNameOrSlug } from "#features/categories/queries.ts";
import { deriveContent, readersWords } from "#features/content/derive.ts";
import type { ProfileGuard } from "#features/identity/accounts/commands.ts";
import { notifyOwners } from "#features/notifications/commands.ts";
import type { CorrectionGuard } from "#features/record/commands.ts";
import { readLastText } from "#features/record/queries.ts";
import { contentHash } from "#features/record/serialize.ts";
import { findWorkingCopy } from "#features/revisions/queries.ts";
import { versionName } from "#features/revisions/rules.ts";
import { lockSettings, recordChange, writeSetting } from "#features/settings/commands.ts";
import type { Clock } from "#platform/clock.ts";
import { versionsIn } from "#platform/version-tags.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, ForbiddenError, InvalidError } from "#shared/errors.ts";
import { authorize } from "#shared/permissions.ts";
import { fold } from "#shared/text.ts";
import { describeRule, examine, findApproval, RULE_KEY, readRule, reviewOf, writerOf } from "./queries.ts";
import {
  NO_SOURCES,
  NO_VERSION,
  NOT_APPROVED,
  OWN_TEXT,
  type Reason,
  type ReviewRule,
  sayReasons,
  UNKNOWN_CATEGORY,
  wordsIn,
} from "./rules.ts";
import type { ChangedReviewSettings, Review, ReviewSettings, ReviewSettingsBody } from "./schema.ts";
import { textHash } from "./serialize.ts";

/**
 * The two-person rule (docs/decisions/0079): what readers will see under it has sources and the approval of a second
 * person, or a chief's override, to the letter. Asked before every write of an article, whoever writes it and how.
 */
export const requireApproval: PublicationGuard = async (trx, proposal) => {
  if (proposal.after.status !== "published") return;
  const rule = await readRule(trx);
  if (!rule.enabled) return;
  const { reasons, hash } = await reasonsAgainst(trx, rule, proposal);
  const { id, after, reason = "" } = proposal;
  const approval = id === null ? undefined : await findApproval(trx, id, hash);
  if (approval?.is_override === 1) return;
  refuseReason(rule, reason);
  if (reasons.length === 0) return;
  const missing = [
    ...(after.sources.length > 0 ? [] : ["its sources"]),
    ...(approval ? [] : ["the approval of a second person"]),
  ];
  if (missing.length === 0) return;
  const detail = `This article needs ${missing.join(" and ")} before it is published, as ${sayReasons(reasons)}.`;
  throw new ForbiddenError(detail, { review: detail });
};

/**
 * Why a proposal needs an approval. A published text that stays needs one only for what is new about it; a changed one
 * also for what it said before: to take a word out of it is a change as well.
 */
async function reasonsAgainst(
  trx: Kysely<Tables>,
  rule: ReviewRule,
  { id, before, after, words }: Proposal,
): Promise<{ reasons: Reason[]; hash: string }> {
  const { reasons, hash } = await examine(trx, rule, { id, draft: after, words });
  if (before?.status !== "published") {
    const withdrawn = reasons.length === 0 && before ? await reasonsOfWithdrawn(trx, rule, { before, after }) : [];
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

/** Why the text that readers had last falls under the rule, if another one is to come in its place. */
async function reasonsOfWithdrawn(
  trx: Kysely<Tables>,
  rule: ReviewRule,
  { before, after }: { before: ArticleState; after: StoredDraft },
): Promise<Reason[]> {
  const shown = await readLastText(trx, before.id);
  if (!shown || contentHash(shown) === contentHash(after)) return [];
  const { content } = deriveContent(shown.content);
  const draft = { ...toDraft(before, before.category), ...shown, content: content.html };
  return (await examine(trx, rule, { id: before.id, draft, words: readersWords(content) })).reasons;
}

/** Nobody can approve a reason: it is no part of the text. Throws ForbiddenError for one that the rule finds words in. */
function refuseReason(rule: ReviewRule, reason: string): void {
  const found = wordsIn(rule, reason);
  if (found.length === 0) return;
  const detail = `Reword the reason for the change or leave it out, as ${sayReasons(found)}. Only a chief's override of this text allows it.`;
  throw new ForbiddenError(detail, { review: detail });
}

/**
 * A correction is public at once, so there is no text that a second person could have approved: under the rule a chief
 * makes it, with a reason.
 */
export const guardCorrection =
  (clock: Clock): CorrectionGuard =>
  async (trx, actor, { article, text, override }) => {
    const rule = await readRule(trx);
    if (!rule.enabled) return;
    const words = `${await readWords(trx, article)}\n${text}`;
    const { reasons } = await examine(trx, rule, { id: article.id, draft: toDraft(article, article.category), words });
    if (reasons.length === 0) return;
    if (override === undefined) {
      const detail = `Only a chief, and with a reason, corrects this article, as ${sayReasons(reasons)}.`;
      throw new ForbiddenError(detail, { review: detail });
    }
    authorize(actor, "article.override");
    await recordEntry(trx, clock, {
      by: actor,
      action: "article.override",
      subject: { kind: "article", id: article.id, title: article.title },
      changes: { correction: { to: text }, reason: { to: override } },
    });
  };

/**
 * An approval stays where the program itself has written a text otherwise that nobody has changed: with a picture of
 * another host that is here now. Not where somebody replaced one everywhere: that is an edit like any other.
 */
export const keepApprovals: ArticleListener = async (trx, changes) => {
  for (const { before, after, events } of changes) {
    if (!before || !after || !events.some(keepsApproval)) continue;
    if (textHash(before) === textHash(after)) continue;
    const rule = await readRule(trx);
    const [{ hash: was }, { hash: is }] = [await hashOf(trx, rule, before), await hashOf(trx, rule, after)];
    const kept = await findApproval(trx, after.id, was);
    if (!kept) continue;
    const { id: _id, ...approval } = kept;
    await trx
      .insertInto("article_approval")
      .values({ ...approval, text_hash: is })
      .execute();
  }
};

/** Whether an event is a system-made edit, which keeps the meaning of a text. */
function keepsApproval(event: ArticleEvent): boolean {
  switch (event.kind) {
    case "edited":
      return event.source === "system";
    case "created":
    case "submitted":
    case "returned":
    case "published":
    case "scheduled":
    case "updated":
    case "unpublished":
    case "corrected":
    case "trashed":
    case "restored":
    case "renamed":
    case "reindexed":
      return false;
    default:
      return unknownEvent(event);
  }
}

/**
 * Throws ForbiddenError for names that the rule finds words in: they are public immediately, on every page that shows
 * them, and no second person could have approved them. There is no override, as for a picture replaced everywhere.
 */
async function guardNames(trx: Kysely<Tables>, names: Record<string, string>): Promise<void> {
  const rule = await readRule(trx);
  for (const [field, name] of Object.entries(names)) {
    const found = wordsIn(rule, name);
    if (found.length === 0) continue;
    const detail = `The two-person rule does not allow this, as ${sayReasons(found)}.`;
    throw new ForbiddenError(detail, { [field]: detail });
  }
}

/** Judges the name and address of a category that an editor adds or renames: the menu of every page shows it. */
export const guardCategories: CategoryListener = async (trx, { before, after }) => {
  if (!after) return;
  const isNew = (field: "name" | "slug") => before?.[field] !== after[field];
  await guardNames(trx, { name: isNew("name") ? after.name : "", slug: isNew("slug") ? after.slug : "" });
};

/** Judges the name and biography of somebody whom a published article credits. */
export const guardProfile: ProfileGuard = async (trx, { id, ...names }) => {
  // Everybody may say anything of themselves that readers do not see.
  if ((await readRule(trx)).enabled && (await isPublishedElsewhere(trx, null, { accountId: id })))
    await guardNames(trx, names);
};

/** The hash that approvals of an article's stored text have. */
const hashOf = (trx: Kysely<Tables>, rule: ReviewRule, article: ArticleState) =>
  examine(trx, rule, { id: article.id, draft: toDraft(article, article.category), words: "" });

type Approving = { ifMatch: string | undefined; override: string | undefined };

/**
 * Approves the newest text of an article, which `ifMatch` names. Throws NotFoundError, InvalidError where nothing is
 * named, ConflictError where the text is another by now or has no sources, and ForbiddenError for one's own text.
 */
export function approveText(
  { database, clock, content }: ArticleStore,
  actor: Actor,
  id: number,
  { ifMatch, override }: Approving,
): Promise<Review> {
  return shareCommit(database.db, async (trx) => {
    const now = clock.now();
    // Locked: no edit comes between what is compared and what is approved.
    const article = await lockedState(trx, id);
    await authorizeArticle(trx, actor, "article.approve", { article, now });
    if (ifMatch === undefined) throw new InvalidError(NO_VERSION);
    const copy = await findWorkingCopy(trx, articleKey(id));
    if (!versionsIn(ifMatch).includes(versionName(article.version, copy?.version ?? null)))
      throw new ConflictError(STALE_EDIT);
    const { draft, words } = await newestOf(content, { article, copy, now });
    const { reasons, hash } = await examine(trx, await readRule(trx), { id, draft, words });
    if (override !== undefined) authorize(actor, "article.override");
    else {
      if ((await writerOf(trx, article)) === actor.accountId) throw new ForbiddenError(OWN_TEXT);
      if (reasons.length > 0 && draft.sources.length === 0)
        throw new ConflictError(NO_SOURCES, { sources: NO_SOURCES });
    }
    const approval = { approver_id: actor.accountId, approved_at: now, reason: override ?? "" };
    await trx
      .insertInto("article_approval")
      .values({ article_id: id, text_hash: hash, ...approval, is_override: override === undefined ? 0 : 1 })
      .execute();
    await recordEntry(trx, clock, {
      by: actor,
      action: override === undefined ? "article.approve" : "article.override",
      subject: { kind: "article", id, title: draft.title },
      changes: { text: { to: hash }, ...(override !== undefined && { reason: { to: override } }) },
    });
    await notifyOwners({ trx, clock, by: actor }, articleDocument, { kind: "approved", id });
    return reviewOf(trx, content, { article, now, reader: actor.accountId });
  });
}

/** Withdraws the actor's approvals of an article. Throws NotFoundError, and ConflictError where there is none. */
export async function withdrawApprovals({ database, clock }: ArticleStore, actor: Actor, id: number): Promise<void> {
  await shareCommit(database.db, async (trx) => {
    const article = await lockedState(trx, id);
    await authorizeArticle(trx, actor, "article.approve", { article, now: clock.now() });
    const { numDeletedRows } = await trx
      .deleteFrom("article_approval")
      .where("article_id", "=", id)
      .where("approver_id", "=", actor.accountId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new ConflictError(NOT_APPROVED);
    const subject = { kind: "article", id, title: article.title };
    await recordEntry(trx, clock, { by: actor, action: "article.disapprove", subject });
    const event = { kind: "returned", detail: "withdrawn", id } as const;
    await notifyOwners({ trx, clock, by: actor }, articleDocument, event);
  });
}

/** Deletes the approvals of articles that are gone for good. */
export async function forgetApprovals(trx: Transaction<Tables>, articleIds: readonly number[]): Promise<void> {
  await trx.deleteFrom("article_approval").where("article_id", "in", articleIds).execute();
}

const STALE = "The rule has been changed since you opened it.";

/**
 * Changes the rule. Scheduled articles that fall under it now, without approval, are taken back to ready and returned:
 * they would become public by their date alone. Throws InvalidError for an unknown category, and ConflictError if the
 * stored rule is not `isCurrent`.
 */
export function updateRule(
  store: ArticleStore,
  actor: Actor,
  body: ReviewSettingsBody,
  isCurrent: (settings: ReviewSettings) => boolean,
): Promise<ChangedReviewSettings> {
  return changeContent(store.database, async (trx) => {
    await lockSettings(trx);
    const stored = await readRule(trx);
    const before = await describeRule(trx, stored);
    if (!isCurrent(before)) throw new ConflictError(STALE);
    const rule: ReviewRule = {
      enabled: body.enabled ?? stored.enabled,
      words: body.words ? [...new Map(body.words.map((word) => [fold(word), word])).values()] : stored.words,
      category_ids: body.categories ? await idsOf(trx, body.categories) : stored.category_ids,
    };
    const after = await describeRule(trx, rule);
    await writeSetting(trx, store.clock, RULE_KEY, rule);
    await recordChange(trx, store.clock, actor, {
      key: RULE_KEY,
      before: auditedRule(before),
      after: auditedRule(after),
    });
    const { held, changed } = await holdScheduled(trx, store, actor);
    return { result: { ...after, held }, changed };
  });
}

/** The rule as an entry of the audit log has it. */
const auditedRule = ({ enabled, words, categories }: ReviewSettings) => ({
  enabled,
  words: words.join(", "),
  categories: categories.join(", "),
});

async function idsOf(trx: Kysely<Tables>, categories: readonly string[]): Promise<number[]> {
  const ids = new Set<number>();
  for (const name of categories) {
    const found = await findByNameOrSlug(trx, name);
    if (!found) throw new InvalidError(UNKNOWN_CATEGORY, { categories: `There is no category ${name}.` });
    ids.add(found.id);
  }
  return [...ids];
}

/** Takes scheduled articles back to ready that the guard would not let through. */
async function holdScheduled(trx: Transaction<Tables>, store: ArticleStore, actor: Actor) {
  const waiting = await lockStates(trx, (articles) => articles.where(scheduled(store.clock.now())));
  const held: ChangedReviewSettings["held"] = [];
  const changed: Scope[] = [];
  for (const article of waiting) {
    if (await isPublishable(trx, store.guardPublication, article)) continue;
    const change = { status: "ready" as const, publishedAt: null };
    await authorizeChange(trx, actor, { before: article, status: change.status, now: store.clock.now() });
    changed.push(...(await updateRow(trx, store, actor, { before: article, change })));
    held.push({ id: article.id, title: article.title });
  }
  return { held, changed };
}
