import type { Database } from "#db/open.ts";
import { eraseMessagesOf } from "#features/contact/commands.ts";
import { messagesOfPerson } from "#features/contact/queries.ts";
import { welcomeMail } from "#features/newsletter/mail.tsx";
import { eraseFromOutbox, forgetBounces, type Postbox, stopMailsTo } from "#features/outbox/commands.ts";
import { mailsOfPerson } from "#features/outbox/queries.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, NotFoundError } from "#shared/errors.ts";
import { presentSubscriber } from "./present.ts";
import { findSubscriber, type SubscriberRow, statesOf } from "./queries.ts";
import { NO_SUBSCRIBER, readSubscriberList } from "./rules.ts";
import type { ImportReport, PersonExport } from "./schema.ts";

/** What the audience's list works with. */
export type AudienceParts = {
  database: Database;
  clock: Clock;
  postbox: Postbox;
  /** Removes what the way out for mail has kept of a mail. */
  forgetMail: (name: string) => Promise<void>;
};

/** Rows written in one statement. */
const BATCH = 500;

/**
 * Adds a subscriber, who gets the welcome mail. Throws `ConflictError` for one who is in the list, or has left it:
 * only they themselves come back.
 */
export async function addSubscriber(parts: AudienceParts, _actor: Actor, email: string): Promise<SubscriberRow> {
  const { database, clock, postbox } = parts;
  const now = clock.now();
  const row = await database.db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto("subscriber")
      .values({ email, status: "active", created_at: now, changed_at: now })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .returning("id")
      .executeTakeFirst();
    const row = await findSubscriber(trx, email);
    if (!added || !row)
      throw new ConflictError(
        row?.status === "unsubscribed"
          ? "This reader has unsubscribed. Only they themselves can come back."
          : "This address is in the list already.",
      );
    await forgetBounces(trx, email);
    await postbox.put(trx, { kind: "welcome", to: email, content: welcomeMail(postbox.site), subscriberId: row.id });
    return row;
  });
  postbox.wake();
  return row;
}

/** Takes a subscriber out of the list, whatever the state. Throws `NotFoundError`. */
export async function removeSubscriber({ database, clock }: AudienceParts, _actor: Actor, id: number): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const gone = await trx.deleteFrom("subscriber").where("id", "=", id).returning("id").executeTakeFirst();
    if (!gone) throw new NotFoundError(NO_SUBSCRIBER);
    await stopMailsTo(trx, id, clock.now());
  });
}

/**
 * Takes the subscribers of a CSV into the list, all or none, without a mail to them. Nobody is added twice, and nobody
 * is brought back who has left. With `dryRun` nothing changes. Throws `InvalidError` for what is no CSV.
 */
export async function importSubscribers(
  { database, clock }: AudienceParts,
  _actor: Actor,
  csv: string,
  dryRun: boolean,
): Promise<ImportReport> {
  const { emails, left, ...report } = readSubscriberList(csv);
  const counts = { added: 0, known: 0, left: left.length };
  const now = clock.now();
  await database.db.transaction().execute(async (trx) => {
    for (let at = 0; at < emails.length; at += BATCH) {
      const batch = emails.slice(at, at + BATCH);
      const states = await statesOf(trx, batch);
      const fresh = batch.filter((email) => !states.has(email));
      const gone = [...states.values()].filter((status) => status === "unsubscribed").length;
      counts.added += fresh.length;
      counts.left += gone;
      counts.known += states.size - gone;
      if (dryRun || fresh.length === 0) continue;
      await trx
        .insertInto("subscriber")
        .values(fresh.map((email) => ({ email, status: "active" as const, created_at: now, changed_at: now })))
        .onConflict((conflict) => conflict.column("email").doNothing())
        .execute();
    }
  });
  return { ...report, ...counts };
}

/** Everything that is kept about a person. */
export async function exportPerson(
  { database: { db } }: AudienceParts,
  _actor: Actor,
  email: string,
): Promise<PersonExport> {
  const row = await findSubscriber(db, email);
  const messages = await messagesOfPerson(db, email);
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
    mails: mails.map(({ kind, subject, state, created_at }) => ({
      kind,
      subject,
      state,
      created_at: new Date(created_at).toISOString(),
    })),
  };
}

/** Erases everything about a person; repeating it changes nothing. Numbers of issues stay, without a name. */
export async function erasePerson(
  { database, clock, forgetMail }: AudienceParts,
  _actor: Actor,
  email: string,
): Promise<void> {
  const names = await database.db.transaction().execute(async (trx) => {
    await trx.deleteFrom("subscriber").where("email", "=", email).execute();
    await eraseMessagesOf(trx, email);
    return eraseFromOutbox(trx, email, clock.now());
  });
  for (const name of names) await forgetMail(name);
}
