import type { Kysely, Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import { lockEdited } from "#features/documents/lifecycle/type.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { recordEvent } from "#features/events/commands.ts";
import { findUsers } from "#features/identity/accounts/queries.ts";
import { type Cause, forgetRequest } from "#features/notifications/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import type { DocumentKey, DocumentTypeName } from "#shared/document.ts";
import { ConflictError, InvalidError } from "#shared/errors.ts";
import { columnsOf } from "../history/queries.ts";
import { documentEvent } from "../lifecycle/events.ts";
import { isReviewer, NOBODY_ASKED, NOT_ONESELF, type ReviewAnswer, UNKNOWN_PERSON } from "../rules.ts";
import { listRequests, listReviewers, presentRequests, type RequestRow } from "./queries.ts";
import type { RequestBody, ReviewRequest } from "./schema.ts";

export type RequestStore = { database: Database; clock: Clock; kind: DocumentType };

/**
 * Asks people to review a document, replacing unanswered requests. An existing request of a person is unchanged;
 * an earlier answer of a person who is asked again is deleted. Throws NotFoundError, ForbiddenError,
 * and InvalidError for a person who may not approve, and for the actor.
 */
export function askForReview(
  { database, clock, kind }: RequestStore,
  by: Actor,
  id: number,
  { person, people = person === undefined ? [] : [person], message }: RequestBody,
): Promise<ReviewRequest> {
  return shareCommit(database.db, async (trx) => {
    await lockEdited(trx, kind, id);
    await kind.authorize(trx, by, "write", id);
    await requireReviewers(trx, by, people);
    const document = { type: kind.type, id };
    const requests = await listRequests(trx, document);
    const open = requests.filter(({ answer }) => answer === null);
    const isAsked = (one: number) => open.some(({ asked_id }) => asked_id === one);
    await deleteRequests(
      trx,
      requests.filter(({ asked_id, answer }) => (answer === null) === !people.includes(asked_id)),
    );
    for (const one of new Set(people))
      if (!isAsked(one)) await ask({ trx, clock, by }, kind, { id, person: one, message });
    return presentRequests(trx, document, by.accountId);
  });
}

async function requireReviewers(trx: Transaction<Tables>, by: Actor, people: readonly number[]): Promise<void> {
  if (people.some((person) => person === by.accountId))
    throw new InvalidError("cannot_ask_yourself", NOT_ONESELF, { person: NOT_ONESELF });
  const known = (await findUsers(trx, people)).filter(isReviewer).map(({ id }) => id);
  if (people.some((person) => !known.includes(person)))
    throw new InvalidError("unknown_person", UNKNOWN_PERSON, { person: UNKNOWN_PERSON });
}

type Asking = { id: number; person: number; message: string | undefined };

async function ask(cause: Cause, kind: DocumentType, { id, person, message = "" }: Asking): Promise<void> {
  const { trx, clock, by } = cause;
  const document = { type: kind.type, id };
  // A person suspended in the meantime may still have a hidden row.
  await trx
    .deleteFrom("review_request")
    .where((eb) => eb.and(columnsOf(document)))
    .where("asked_id", "=", person)
    .execute();
  await trx
    .insertInto("review_request")
    .values({ ...columnsOf(document), asked_id: person, asked_by: by.accountId, asked_at: clock.now(), message })
    .execute();
  const { title } = await subjectOf(trx, kind, id);
  // By id, because names may have to be erased.
  const changes = { person: { to: String(person) } };
  await recordEvent(trx, clock, documentEvent(by, "ask", { ...document, title, changes, facts: { only: [person] } }));
}

export async function subjectOf(trx: Transaction<Tables>, { type, titles }: DocumentType, id: number) {
  return { kind: type, id, title: (await titles(trx, [id])).get(id) ?? "" };
}

/** Withdraws unanswered requests. Throws NotFoundError, ForbiddenError, and ConflictError if there are none. */
export async function withdrawRequests({ database, clock, kind }: RequestStore, by: Actor, id: number): Promise<void> {
  await shareCommit(database.db, async (trx) => {
    await lockEdited(trx, kind, id);
    await kind.authorize(trx, by, "write", id);
    const open = (await listRequests(trx, { type: kind.type, id })).filter(({ answer }) => answer === null);
    if (open.length === 0) throw new ConflictError("no_review_requested", NOBODY_ASKED);
    await deleteRequests(trx, open);
    await recordEvent(trx, clock, { by, action: `${kind.type}.unask`, subject: await subjectOf(trx, kind, id) });
  });
}

/** Stores the answer to a request and returns who asked; undefined if the person was not asked. */
export async function recordAnswer(
  { trx, clock, by }: Cause,
  document: DocumentKey,
  { answer, message = "" }: { answer: ReviewAnswer; message?: string | undefined },
): Promise<Pick<RequestRow, "asked_by"> | undefined> {
  if (by.accountId === null) return undefined;
  const asked = await trx
    .updateTable("review_request")
    .set({ answer, answer_message: message, answered_at: clock.now() })
    .where((eb) => eb.and(columnsOf(document)))
    .where("asked_id", "=", by.accountId)
    .returning("asked_by")
    .executeTakeFirst();
  if (asked) await forgetRequest(trx, document, by.accountId);
  return asked;
}

/** Deletes the requests of documents, and returns those without an approval. */
export async function endRequests(
  trx: Transaction<Tables>,
  type: DocumentTypeName,
  ids: readonly number[],
): Promise<RequestRow[]> {
  const rows = await trx
    .selectFrom("review_request")
    .selectAll()
    .where("document_type", "=", type)
    .where("document_id", "in", ids)
    .execute();
  await deleteRequests(trx, rows);
  return rows.filter(({ answer }) => answer !== "approve");
}

/** Deletes requests and withdraws their unread notifications. */
async function deleteRequests(trx: Transaction<Tables>, rows: readonly RequestRow[]): Promise<void> {
  for (const { id, document_type: type, document_id, asked_id } of rows) {
    await trx.deleteFrom("review_request").where("id", "=", id).execute();
    await forgetRequest(trx, { type, id: document_id }, asked_id);
  }
}

/** Deletes requests to people who may no longer approve or log in. */
export async function removeStaleRequests(db: Kysely<Tables>): Promise<void> {
  const asked = await db.selectFrom("review_request").select("asked_id").distinct().execute();
  if (asked.length === 0) return;
  const reviewers = new Set((await listReviewers(db)).map(({ id }) => id));
  const stale = asked.map(({ asked_id }) => asked_id).filter((id) => !reviewers.has(id));
  if (stale.length > 0) await db.deleteFrom("review_request").where("asked_id", "in", stale).execute();
}

export async function forgetRequestsOf(trx: Transaction<Tables>, accountId: number): Promise<void> {
  await trx.deleteFrom("review_request").where("asked_id", "=", accountId).execute();
  await trx.updateTable("review_request").set({ asked_by: null }).where("asked_by", "=", accountId).execute();
}
