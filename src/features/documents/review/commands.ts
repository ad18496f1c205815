import type { Kysely, Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import type { Scope } from "#db/scopes.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import { findByNameOrSlug } from "#features/categories/queries.ts";
import { holdScheduled } from "#features/documents/lifecycle/publishing.ts";
import { lockEdited } from "#features/documents/lifecycle/type.ts";
import { type RequestStore, recordAnswer, subjectOf } from "#features/documents/requests/commands.ts";
import { presentRequests } from "#features/documents/requests/queries.ts";
import type { ReviewRequest } from "#features/documents/requests/schema.ts";
import { NOT_ASKED, type ReviewAnswer } from "#features/documents/rules.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { recordEvent } from "#features/events/commands.ts";
import type { Cause } from "#features/notifications/commands.ts";
import { lockSettings, recordChange, writeSetting } from "#features/settings/commands.ts";
import type { Clock } from "#platform/clock.ts";
import { versionsIn } from "#platform/version-tags.ts";
import type { Actor } from "#shared/actor.ts";
import type { DocumentKey, DocumentTypeName } from "#shared/document.ts";
import { ConflictError, ForbiddenError, InvalidError } from "#shared/errors.ts";
import { settingVersion } from "#shared/fingerprint.ts";
import { authorize } from "#shared/permissions.ts";
import { fold } from "#shared/text.ts";
import { columnsOf } from "../history/queries.ts";
import { documentEvent } from "../lifecycle/events.ts";
import { findEdited, nameOf } from "../lifecycle/type.ts";
import { describeRule, findApproval, RULE_KEY, readRule, reviewOf } from "./queries.ts";
import {
  type NewestText,
  NO_SOURCES,
  NO_VERSION,
  NOT_APPROVED,
  OTHER_TYPES,
  OWN_TEXT,
  type ReviewRule,
  STALE_TEXT,
  sayReasons,
  UNKNOWN_CATEGORY,
} from "./rules.ts";
import type { ChangedReviewSettings, Review, ReviewSettingsBody } from "./schema.ts";

export type RuleStore = { database: Database; clock: Clock; kinds: readonly DocumentType[] };

/**
 * Throws ForbiddenError for a document other than an article that is subject to the two-person rule and whose text is not
 * approved.
 */
export async function requireApproved(
  db: Kysely<Tables>,
  document: DocumentKey,
  { reasons, hash }: Pick<NewestText, "reasons" | "hash">,
): Promise<void> {
  if (reasons.length === 0 || (await findApproval(db, document, hash))) return;
  const detail = `This ${document.type} needs the approval of a second person, because ${sayReasons(reasons)}.`;
  throw new ForbiddenError("approval_required", detail, { review: detail });
}

/** Carries an approval over to a system-made edit with the same meaning. */
export async function keepApproval(
  trx: Transaction<Tables>,
  document: DocumentKey,
  was: string,
  is: string,
): Promise<void> {
  const kept = was === is ? undefined : await findApproval(trx, document, was);
  if (!kept) return;
  const { id: _id, ...approval } = kept;
  await trx
    .insertInto("approval")
    .values({ ...approval, text_hash: is })
    .execute();
}

type Approving = { ifMatch: string | undefined; override?: string | undefined; message?: string | undefined };

/**
 * Approves the newest text of a document, named by `ifMatch`. Throws NotFoundError, InvalidError without
 * `ifMatch`, ConflictError if the text has changed or has no sources, and ForbiddenError for the actor's own text.
 */
export function approveText(
  { database, clock, kind }: RequestStore,
  by: Actor,
  id: number,
  approving: Approving,
): Promise<Review> {
  return shareCommit(database.db, async (trx) => {
    // Locked, so that no edit comes between comparison and approval.
    await lockEdited(trx, kind, id);
    await kind.authorize(trx, by, "approve", id);
    await approveIn({ trx, clock, by }, kind, id, approving);
    return reviewOf(trx, kind, id, by.accountId);
  });
}

/** `isAnswer`: the author may also approve a text that needs no second person. */
async function approveIn(
  cause: Cause,
  kind: DocumentType,
  id: number,
  { ifMatch, override, message, isAnswer = false }: Approving & { isAnswer?: boolean },
): Promise<void> {
  const { trx, clock, by } = cause;
  if (ifMatch === undefined) throw new InvalidError("if_match_required", NO_VERSION);
  const name = nameOf(await findEdited(trx, kind, id));
  if (!versionsIn(ifMatch).includes(name)) throw new ConflictError("stale_version", STALE_TEXT);
  const { hash, reasons, hasSources, writers } = await kind.newestText(trx, await readRule(trx), id);
  const isOwn = writers.includes(by.accountId);
  if (override !== undefined) authorize(by, "article.override");
  else {
    if (isOwn && !(isAnswer && reasons.length === 0)) throw new ForbiddenError("own_text", OWN_TEXT);
    if (reasons.length > 0 && !hasSources)
      throw new ConflictError("sources_missing", NO_SOURCES, { sources: NO_SOURCES });
  }
  const document = { type: kind.type, id };
  const approval = { approver_id: by.accountId, approved_at: clock.now(), reason: override ?? "" };
  if (override !== undefined || !isOwn)
    await trx
      .insertInto("approval")
      .values({ ...columnsOf(document), text_hash: hash, ...approval, is_override: override === undefined ? 0 : 1 })
      .execute();
  const asked = await recordAnswer(cause, document, { answer: "approve", message });
  const { title } = await subjectOf(trx, kind, id);
  const changes = { text: { to: hash }, ...(override !== undefined && { reason: { to: override } }) };
  const done = { ...document, title, changes, facts: { also: askerOf(asked) } };
  await recordEvent(trx, clock, documentEvent(by, override === undefined ? "approve" : "override", done));
}

const askerOf = (asked: { asked_by: number | null } | undefined) =>
  asked === undefined || asked.asked_by === null ? [] : [asked.asked_by];

type Answering = { answer: ReviewAnswer; message: string; ifMatch: string | undefined };

/**
 * Answers a review request: approves the text like `approveText`, or requests changes. Throws the same errors,
 * and ConflictError if the actor was not asked.
 */
export function answerRequest(
  { database, clock, kind }: RequestStore,
  by: Actor,
  id: number,
  { answer, message, ifMatch }: Answering,
): Promise<ReviewRequest> {
  return shareCommit(database.db, async (trx) => {
    await lockEdited(trx, kind, id);
    await kind.authorize(trx, by, "approve", id);
    const [cause, document] = [
      { trx, clock, by },
      { type: kind.type, id },
    ];
    const { people } = await presentRequests(trx, document, by.accountId);
    if (!people.some(({ is_me }) => is_me)) throw new ConflictError("not_asked_to_review", NOT_ASKED);
    if (answer === "approve") await approveIn(cause, kind, id, { ifMatch, message, isAnswer: true });
    else {
      const asked = await recordAnswer(cause, document, { answer, message });
      const { title } = await subjectOf(trx, kind, id);
      const done = { ...document, title, facts: { also: askerOf(asked) } };
      await recordEvent(trx, clock, documentEvent(by, "decline", done));
    }
    return presentRequests(trx, document, by.accountId);
  });
}

/**
 * Withdraws the actor's approvals of a document. A document scheduled with one is unscheduled, because it would become
 * public by its date. Throws NotFoundError, and ConflictError if there is no approval.
 */
export async function withdrawApprovals({ database, clock, kind }: RequestStore, by: Actor, id: number): Promise<void> {
  await changeContent(database, async (trx) => {
    await lockEdited(trx, kind, id);
    await kind.authorize(trx, by, "approve", id);
    const { numDeletedRows } = await trx
      .deleteFrom("approval")
      .where((eb) => eb.and(columnsOf({ type: kind.type, id })))
      .where("approver_id", "=", by.accountId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new ConflictError("not_approved", NOT_APPROVED);
    const { title } = await subjectOf(trx, kind, id);
    await recordEvent(trx, clock, documentEvent(by, "disapprove", { type: kind.type, id, title }));
    const { changed } = await holdScheduled(trx, { clock }, kind, by);
    return { result: undefined, changed };
  });
}

/** Deletes the approvals of permanently deleted documents of a type. */
export async function forgetApprovals(
  trx: Transaction<Tables>,
  type: DocumentTypeName,
  ids: readonly number[],
): Promise<void> {
  await trx.deleteFrom("approval").where("document_type", "=", type).where("document_id", "in", ids).execute();
}

const STALE = "The rule has been changed since you opened it.";

/**
 * Changes the rule. Unschedules and returns scheduled documents that are now subject to it without approval: they would
 * become public by their date. Throws InvalidError for an unknown category, and ConflictError unless the
 * stored rule is `isCurrent`.
 */
export function updateRule(
  { database, clock, kinds }: RuleStore,
  actor: Actor,
  body: ReviewSettingsBody,
  isCurrent: (version: string) => boolean,
): Promise<ChangedReviewSettings> {
  return changeContent(database, async (trx) => {
    await lockSettings(trx);
    const stored = await readRule(trx);
    const before = await describeRule(trx, stored);
    if (!isCurrent(settingVersion(before))) throw new ConflictError("stale_version", STALE);
    const rule: ReviewRule = {
      enabled: body.enabled ?? stored.enabled,
      words: body.words ? [...new Map(body.words.map((word) => [fold(word), word])).values()] : stored.words,
      category_ids: body.categories ? await idsOf(trx, body.categories) : stored.category_ids,
      also: body.also ? OTHER_TYPES.filter((type) => body.also?.includes(type)) : stored.also,
    };
    const after = await describeRule(trx, rule);
    await writeSetting(trx, clock, RULE_KEY, rule);
    await recordChange(trx, clock, actor, { key: RULE_KEY, before, after });
    const held: ChangedReviewSettings["held"] = [];
    const changed: Scope[] = [];
    for (const kind of kinds) {
      const taken = await holdScheduled(trx, { clock }, kind, actor);
      held.push(...taken.documents.map((document) => ({ type: kind.type, ...document })));
      changed.push(...taken.changed);
    }
    return { result: { ...after, held }, changed };
  });
}

async function idsOf(trx: Kysely<Tables>, categories: readonly string[]): Promise<number[]> {
  const ids = new Set<number>();
  for (const name of categories) {
    const found = await findByNameOrSlug(trx, name);
    if (!found)
      throw new InvalidError("unknown_category", UNKNOWN_CATEGORY, { categories: `Category ${name} not found.` });
    ids.add(found.id);
  }
  return [...ids];
}
