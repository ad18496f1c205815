import type { Kysely, Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { eraseMessagesOf, messagesOfPerson, repliesToPerson } from "#features/contact/messages.ts";
import { recordEvent } from "#features/events/commands.ts";
import { eraseFromOutbox, forgetBounces, type MailQueue, stopMailsTo } from "#features/mail/commands.ts";
import { eachBounce, mailSite, mailsOfPerson } from "#features/mail/queries.ts";
import { MAX_BOUNCES } from "#features/mail/rules.ts";
import { deleteSubscriber, insertSubscribers, subscriberEvent } from "#features/newsletter/commands.ts";
import { welcomeMail } from "#features/newsletter/mail.tsx";
import { enqueueTask } from "#features/tasks/commands.ts";
import type { TaskRow } from "#features/tasks/queries.ts";
import type { Clock } from "#platform/clock.ts";
import { causeOfReply } from "#platform/smtp.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError, NotFoundError } from "#shared/errors.ts";
import {
  BOUNCE_KINDS,
  type BounceKind,
  type BounceKinds,
  type ClearBounces,
  type ImportAnswers,
  type ImportReport,
  type PersonExport,
} from "./endpoints.ts";
import { findSubscriber, presentSubscriber, type SubscriberRow, statesOf } from "./queries.ts";
import {
  IMPORT_CHECK_TASK,
  IMPORT_TASK,
  type ListedReader,
  NO_SUBSCRIBER,
  type ReadList,
  readSubscriberList,
} from "./rules.ts";

/** Dependencies of the audience commands. */
export type AudienceParts = {
  database: Database;
  clock: Clock;
  mailQueue: MailQueue;
  /** Deletes the mail transport's copy of a mail. */
  forgetMail: (name: string) => Promise<void>;
};

/** Addresses looked up and written in one step: some 10 ms of work. */
export const IMPORT_BATCH = 250;

/** Maximum characters of a CSV that is imported within the request; some 500 addresses, which keep others waiting for 20 ms. */
const MAX_INLINE_CSV = 16_384;

/**
 * Adds a subscriber, who gets the welcome mail, and clears bounces of the address. Throws `ConflictError` for an
 * address that is in the list or has unsubscribed: only readers themselves can subscribe again.
 */
export async function addSubscriber(parts: AudienceParts, by: Actor, email: string): Promise<SubscriberRow> {
  const { database, clock, mailQueue } = parts;
  const now = clock.now();
  const row = await database.db.transaction().execute(async (trx) => {
    const added = await insertSubscribers(trx, [{ email, name: "", since: null }], now);
    const row = await findSubscriber(trx, email);
    if (row?.status === "active" && row.bouncing) {
      await forgetBounces(trx, [email]);
      await recordEvent(trx, clock, { by, action: "subscriber.repair", subject: { kind: "subscriber", id: row.id } });
      return { ...row, bouncing: false };
    }
    if (added.length === 0 || !row)
      throw new ConflictError(
        "subscriber_exists",
        row?.status === "unsubscribed"
          ? "This reader has unsubscribed. Only the reader can subscribe again."
          : "This address is already on the list.",
      );
    await forgetBounces(trx, [email]);
    const content = welcomeMail(await mailSite(trx, mailQueue.site));
    await mailQueue.enqueue(trx, { kind: "welcome", to: email, content, subscriberId: row.id });
    await recordEvent(trx, clock, { by, action: "subscriber.add", subject: { kind: "subscriber", id: row.id } });
    await subscriberEvent(trx, clock, "added", row.id, by);
    return row;
  });
  mailQueue.wake();
  return row;
}

/** Removes a subscriber from the list, whatever the state. Throws `NotFoundError`. */
export async function removeSubscriber({ database, clock }: AudienceParts, by: Actor, id: number): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    if (!(await deleteSubscriber(trx, clock, by, { id })))
      throw new NotFoundError("subscriber_not_found", NO_SUBSCRIBER);
    await stopMailsTo(trx, id, clock.now());
    await recordEvent(trx, clock, { by, action: "subscriber.remove", subject: { kind: "subscriber", id } });
  });
}

type ImportRequest = { csv: string; dryRun: boolean; answers: ImportAnswers };

/**
 * Imports the subscribers of a CSV without sending mail. Skips known addresses and those that have unsubscribed, here or
 * by the file. With `dryRun` nothing changes. A small file is imported immediately, all or nothing; a large one
 * by a task, whose row is returned. Throws `InvalidError` for a file with questions that `answers` leaves open.
 */
export async function importSubscribers(
  { database, clock }: AudienceParts,
  by: Actor,
  { csv, dryRun, answers }: ImportRequest,
): Promise<{ report: ImportReport } | { task: TaskRow }> {
  if (csv.length > MAX_INLINE_CSV) {
    const task = { kind: dryRun ? IMPORT_CHECK_TASK : IMPORT_TASK, payload: { csv, answers } };
    return {
      task: await database.db.transaction().execute(async (trx) => {
        if (!dryRun)
          await recordEvent(trx, clock, { by, action: "subscriber.import", subject: { kind: "subscriber" } });
        return enqueueTask(trx, clock.now(), task);
      }),
    };
  }
  const list = await readSubscriberList(csv, answers);
  if (!dryRun) rejectQuestions(list);
  const importAll = async (db: Kysely<Tables>) => {
    let counts = firstCounts(list);
    for (const some of chunksOf(list.readers, IMPORT_BATCH))
      counts = await importBatch(db, some, { counts, dryRun, now: clock.now() });
    return counts;
  };
  // A check stores nothing, and takes no lock.
  if (dryRun) return { report: reportOf(list, await importAll(database.db)) };
  const counts = await database.db.transaction().execute(async (trx) => {
    const counts = await importAll(trx);
    const changes = { added: { to: counts.added } };
    await recordEvent(trx, clock, { by, action: "subscriber.import", subject: { kind: "subscriber" }, changes });
    return counts;
  });
  return { report: reportOf(list, counts) };
}

/** Throws `InvalidError` for a file with columns or states whose meaning the editor has to confirm. */
export function rejectQuestions({ question }: ReadList): void {
  if (question !== null) throw new InvalidError("csv_unclear", question, { csv: question });
}

/** The counts of the addresses so far. */
type ImportCounts = Pick<ImportReport, "added" | "known" | "left">;

/** The initial counts include the addresses that the file itself marks as unsubscribed. */
export const firstCounts = ({ left }: ReadList): ImportCounts => ({ added: 0, known: 0, left });

export const reportOf = ({ readers: _, question: __, ...report }: ReadList, counts: ImportCounts): ImportReport => ({
  ...report,
  ...counts,
});

type Batch = { counts: ImportCounts; dryRun: boolean; now: number };

/** Imports some readers in the caller's transaction; returns the updated counts. */
export async function importBatch(
  trx: Kysely<Tables>,
  readers: ListedReader[],
  { counts, dryRun, now }: Batch,
): Promise<ImportCounts> {
  const emails = readers.map(({ email }) => email);
  const states = await statesOf(trx, emails);
  const fresh = readers.filter(({ email }) => !states.has(email));
  const gone = [...states.values()].filter((status) => status === "unsubscribed").length;
  if (!dryRun) {
    if (fresh.length > 0) await insertSubscribers(trx, fresh, now);
    // The file says that these addresses work, so earlier bounces do not count.
    await forgetBounces(trx, emails);
  }
  return {
    added: counts.added + fresh.length,
    known: counts.known + states.size - gone,
    left: counts.left + gone,
  };
}

/** All data stored about a person. */
export async function exportPerson(
  { database: { db }, clock }: AudienceParts,
  by: Actor,
  email: string,
): Promise<PersonExport> {
  await recordEvent(db, clock, { by, action: "person.export", subject: { kind: "reader" } });
  return collectReader(db, email);
}

/** Collects all data about a person, without an entry in the audit log. */
export async function collectReader(db: Database["db"], email: string): Promise<PersonExport> {
  const row = await findSubscriber(db, email);
  const messages = await messagesOfPerson(db, email);
  const replies = await repliesToPerson(db, email);
  const mails = await mailsOfPerson(db, email);
  return {
    email,
    subscriber: row ? presentSubscriber(row) : null,
    messages: messages.map((message) => ({
      firstName: message.first_name,
      lastName: message.last_name,
      subject: message.subject,
      message: message.message,
      created_at: new Date(message.created_at).toISOString(),
    })),
    replies: replies.map(({ text, sent_at }) => ({ text, sent_at: new Date(sent_at).toISOString() })),
    mails: mails.map(({ kind, subject, state, created_at }) => ({
      kind,
      subject,
      state,
      created_at: new Date(created_at).toISOString(),
    })),
  };
}

/** Erases all data about a person; idempotent. Counts of sent issues are kept, without a name. */
export async function erasePerson(
  { database, clock, forgetMail }: AudienceParts,
  by: Actor,
  email: string,
): Promise<void> {
  const names = await database.db.transaction().execute((trx) => eraseReader(trx, clock, by, email));
  for (const name of names) await forgetMail(name);
}

/** Erases in the caller's transaction; returns the names of the mails that the transport must delete afterwards. */
export async function eraseReader(trx: Transaction<Tables>, clock: Clock, by: Actor, email: string): Promise<string[]> {
  await deleteSubscriber(trx, clock, by, { email });
  await eraseMessagesOf(trx, email);
  await recordEvent(trx, clock, { by, action: "person.erase", subject: { kind: "reader" }, facts: { email } });
  return eraseFromOutbox(trx, email, clock.now());
}

/** Addresses cleared in one step. */
const CLEARED_AT_ONCE = 250;

function kindOf(reply: string): BounceKind {
  const cause = causeOfReply(reply);
  return cause === "mailbox" ? "mailbox" : cause === "other" ? "other" : "sender";
}

/** Counts the addresses that get no issues, by the cause of the last bounce. */
export async function bouncesByKind(db: Kysely<Tables>): Promise<BounceKinds> {
  const kinds = new Map<BounceKind, { count: number; example: string }>();
  for await (const { reply, count } of eachBounce(db)) {
    if (count < MAX_BOUNCES) continue;
    const kind = kindOf(reply);
    kinds.set(kind, { count: (kinds.get(kind)?.count ?? 0) + 1, example: kinds.get(kind)?.example ?? reply });
  }
  return BOUNCE_KINDS.flatMap((kind) => {
    const found = kinds.get(kind);
    return found ? [{ kind, ...found }] : [];
  });
}

/** Clears bounces of a kind, or of some subscribers, so that they get issues again; returns their number. */
export async function clearBounces(
  { database, clock }: { database: Database; clock: Clock },
  by: Actor,
  { kind, ids }: ClearBounces,
): Promise<number> {
  const { db } = database;
  const emails: string[] = [];
  if (kind) for await (const { email, reply } of eachBounce(db)) if (kindOf(reply) === kind) emails.push(email);
  if (ids && ids.length > 0)
    emails.push(...(await db.selectFrom("subscriber").where("id", "in", ids).select("email").execute()).map(emailOf));
  let cleared = 0;
  for (const some of chunksOf(emails, CLEARED_AT_ONCE)) {
    await db.transaction().execute(async (trx) => {
      const count = await forgetBounces(trx, some);
      cleared += count;
      const changes = { cleared: { to: count } };
      await recordEvent(trx, clock, { by, action: "subscriber.repair", subject: { kind: "subscriber" }, changes });
    });
  }
  return cleared;
}

const emailOf = ({ email }: { email: string }) => email;
