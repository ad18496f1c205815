import type { Kysely, Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import type { ArticleListener } from "#features/articles/changes.ts";
import { lockedState } from "#features/articles/commands.ts";
import { articleDocument } from "#features/articles/document.ts";
import { type ArticleEvent, unknownEvent } from "#features/articles/events.ts";
import { authorizeArticle } from "#features/articles/policy.ts";
import { articleKey } from "#features/articles/rules.ts";
import { recordEntry } from "#features/audit/commands.ts";
import { findUsers } from "#features/identity/accounts/queries.ts";
import { forgetRequest, notify } from "#features/notifications/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError } from "#shared/errors.ts";
import { findRequest, listReviewers } from "./queries.ts";
import { isReviewer, NOBODY_ASKED, NOT_ONESELF, UNKNOWN_PERSON } from "./rules.ts";
import type { ReviewRequest } from "./schema.ts";

export type RequestStore = { database: Database; clock: Clock };

/**
 * Asks a person to look at an article, instead of whoever was asked before; asking the same one again changes nothing.
 * Throws NotFoundError, ForbiddenError, and InvalidError for somebody who may not approve articles, and for oneself.
 */
export function askForReview(
  { database, clock }: RequestStore,
  by: Actor,
  id: number,
  person: number,
): Promise<ReviewRequest> {
  return shareCommit(database.db, async (trx) => {
    const article = await lockedState(trx, id);
    const now = clock.now();
    await authorizeArticle(trx, by, "article.write", { article, now });
    if (person === by.accountId) throw new InvalidError(NOT_ONESELF, { person: NOT_ONESELF });
    const [asked] = await findUsers(trx, [person]);
    if (!asked || !isReviewer(asked)) throw new InvalidError(UNKNOWN_PERSON, { person: UNKNOWN_PERSON });
    const before = await findRequest(trx, id, by.accountId);
    if (before?.id !== person) {
      await endRequests(trx, [id]);
      await trx
        .insertInto("review_request")
        .values({ article_id: id, asked_id: person, asked_by: by.accountId, asked_at: now })
        .execute();
      await notify({ trx, clock, by }, articleDocument, { kind: "asked", id }, () => [person]);
      const subject = { kind: "article", id, title: article.title };
      // By number: a name may have to be erased.
      await recordEntry(trx, clock, {
        by,
        action: "article.ask",
        subject,
        changes: { person: { to: String(person) } },
      });
    }
    return { asked: await findRequest(trx, id, by.accountId) };
  });
}

/** Asks nobody any more. Throws NotFoundError, ForbiddenError, and ConflictError where nobody was asked. */
export async function withdrawRequest({ database, clock }: RequestStore, by: Actor, id: number): Promise<void> {
  await shareCommit(database.db, async (trx) => {
    const article = await lockedState(trx, id);
    await authorizeArticle(trx, by, "article.write", { article, now: clock.now() });
    if (!(await findRequest(trx, id, by.accountId))) throw new ConflictError(NOBODY_ASKED);
    await endRequests(trx, [id]);
    const subject = { kind: "article", id, title: article.title };
    await recordEntry(trx, clock, { by, action: "article.unask", subject });
  });
}

/** Ends requests when an article, or what is new about it, is published, and when it is put into the trash. */
export const endAnsweredRequests: ArticleListener = async (trx, changes) => {
  const answered = changes.filter(({ events }) => events.some(answersRequest));
  const ids = answered.flatMap(({ before }) => before?.id ?? []);
  if (ids.length > 0) await endRequests(trx, ids);
};

/** Whether an event answers the request to look at an article. */
function answersRequest(event: ArticleEvent): boolean {
  switch (event.kind) {
    case "published":
    case "scheduled":
    case "updated":
    case "trashed":
      return true;
    case "created":
    case "edited":
    case "submitted":
    case "returned":
    case "unpublished":
    case "corrected":
    case "restored":
    case "renamed":
    case "reindexed":
      return false;
    default:
      return unknownEvent(event);
  }
}

/** Ends requests to review some articles; their unread notifications are withdrawn. */
async function endRequests(trx: Transaction<Tables>, articleIds: readonly number[]): Promise<void> {
  const ended = await trx
    .deleteFrom("review_request")
    .where("article_id", "in", articleIds)
    .returning(["article_id", "asked_id"])
    .execute();
  for (const { article_id, asked_id } of ended) await forgetRequest(trx, articleKey(article_id), asked_id);
}

/** Removes requests to people who may not approve articles any more, or cannot log in. */
export async function removeStaleRequests(db: Kysely<Tables>): Promise<void> {
  const asked = await db.selectFrom("review_request").select("asked_id").distinct().execute();
  if (asked.length === 0) return;
  const reviewers = new Set((await listReviewers(db)).map(({ id }) => id));
  const stale = asked.map(({ asked_id }) => asked_id).filter((id) => !reviewers.has(id));
  if (stale.length > 0) await db.deleteFrom("review_request").where("asked_id", "in", stale).execute();
}

/** Forgets whom an account was asked by and whom it has asked. */
export async function forgetRequestsOf(trx: Transaction<Tables>, accountId: number): Promise<void> {
  await trx.deleteFrom("review_request").where("asked_id", "=", accountId).execute();
  await trx.updateTable("review_request").set({ asked_by: null }).where("asked_by", "=", accountId).execute();
}
