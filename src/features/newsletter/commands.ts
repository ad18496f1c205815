import type { Kysely } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { recordEvent } from "#features/events/commands.ts";
import {
  countUnsubscription,
  forgetBounces,
  type MailQueue,
  type NewMail,
  stopMailsTo,
} from "#features/mail/commands.ts";
import { countMailsTo, mailSite } from "#features/mail/queries.ts";
import type { Attempts } from "#platform/attempts.ts";
import type { Clock } from "#platform/clock.ts";
import { deriveKey, keyedHash, type Secrets } from "#platform/keys.ts";
import { judgeTraces } from "#platform/machine-forms.ts";
import { type Actor, system } from "#shared/actor.ts";
import { InvalidError, TooManyRequestsError } from "#shared/errors.ts";
import { DAY } from "#shared/time.ts";
import type { SubscribeBody, UnsubscribeBody } from "./endpoints.ts";
import { UNSUBSCRIPTION_DAYS } from "./issues/numbers/rules.ts";
import { confirmMail, goodbyeMail, welcomeMail } from "./mail.tsx";
import { MAIL_DAY, MAX_CALLS_PER_ADDRESS, MAX_MAILS_PER_DAY, readToken } from "./rules.ts";

declare module "#features/events/types.ts" {
  interface EventFacts {
    /** Everything about a reader is being erased. The address is in memory only. */
    "person.erase": { email: string };
    /** An address gets issues from now on, unless it came with an import, or no issues: by readers, editors and erasure. */
    "subscriber.added": object;
    "subscriber.removed": object;
  }
}

const BAD_TOKEN = "This unsubscribe link is not valid.";
const BAD_CONFIRMATION = "This link is not valid. Please subscribe again.";

/** The dependencies of the commands on subscribers. */
export type ListParts = Secrets & {
  database: Database;
  clock: Clock;
  mailQueue: MailQueue;
  /** Counts calls about one address; undefined if the operator lifted the limits. */
  attempts: Attempts | undefined;
  /** Whether all new subscribers must confirm the address first. */
  confirmSubscribers: boolean;
};

/**
 * Subscribes an address (already parsed): a new one, a returning one, or one that is already subscribed. New
 * subscribers get a welcome mail, or must confirm first: all of them if the operator wants it so, otherwise those whose
 * form was filled in faster than people can. The response is the same in all cases, also for a bot, whose address is
 * not stored.
 */
export async function subscribe(list: ListParts, { email, ...traces }: SubscribeBody): Promise<void> {
  const judgement = judgeTraces(traces);
  await countCall(list, email);
  if (judgement === "machine") return;
  const target = list.confirmSubscribers || judgement === "hasty" ? "pending" : "active";
  await list.database.db.transaction().execute(async (trx) => {
    const id = await join(trx, list.clock, email, target);
    // Also for active subscribers: entering the address says that it works again.
    await forgetBounces(trx, [email]);
    if (id === null) return;
    const site = await mailSite(trx, list.mailQueue.site);
    const content = target === "active" ? welcomeMail(site) : confirmMail(site);
    await putOwn(list, trx, {
      kind: target === "active" ? "welcome" : "confirm",
      to: email,
      content,
      subscriberId: id,
    });
  });
  list.mailQueue.wake();
}

/** Returns the id if a mail is due: an address that was already active stays as it is. */
async function join(
  trx: Kysely<Tables>,
  clock: Clock,
  email: string,
  target: "pending" | "active",
): Promise<number | null> {
  const change = { status: target, changed_at: clock.now() };
  const added = await trx
    .insertInto("subscriber")
    .values({ email, created_at: change.changed_at, ...change })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  const raised =
    added ??
    (await trx
      .updateTable("subscriber")
      .set(change)
      .where("email", "=", email)
      .where("status", "in", target === "active" ? ["pending", "unsubscribed"] : ["unsubscribed"])
      .returning("id")
      .executeTakeFirst());
  if (raised && target === "active") await subscriberEvent(trx, clock, "added", raised.id);
  if (raised || target === "active") return raised?.id ?? null;
  // The confirmation is sent again: the first mail may have been lost.
  const waiting = await trx
    .selectFrom("subscriber")
    .select("id")
    .where("email", "=", email)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return waiting?.id ?? null;
}

/** `by`: the program for readers, who have no account. */
export const subscriberEvent = (
  trx: Kysely<Tables>,
  clock: Clock,
  what: "added" | "removed",
  id: number,
  by: Actor = system,
) => recordEvent(trx, clock, { by, action: `subscriber.${what}`, subject: { kind: "subscriber", id }, facts: {} });

/**
 * Confirms an address, or resubscribes one, by the token from a mail; repeating it has the same result. Throws
 * `InvalidError` for an unknown token.
 */
export async function confirmSubscription(list: ListParts, token: string): Promise<void> {
  const link = readToken(list, token, "confirm");
  const known = link ? await findSubscriber(list.database.db, link.subscriberId) : undefined;
  if (!known) throw new InvalidError("invalid_link", BAD_CONFIRMATION, { token: BAD_CONFIRMATION });
  await list.database.db.transaction().execute(async (trx) => {
    const joined = await join(trx, list.clock, known.email, "active");
    if (joined === null) return;
    await forgetBounces(trx, [known.email]);
    const content = welcomeMail(await mailSite(trx, list.mailQueue.site));
    await putOwn(list, trx, { kind: "welcome", to: known.email, content, subscriberId: joined });
  });
  list.mailQueue.wake();
}

/**
 * Ends a subscription by the token from a mail or, without one, by address. Repeating it changes nothing. An unknown
 * address is no error, as the response must not reveal subscribers. By address, the owner gets a mail with a way back.
 * Throws `InvalidError` for an unknown token.
 */
export async function unsubscribe(list: ListParts, { token, email }: UnsubscribeBody): Promise<void> {
  if (token === undefined) {
    if (email === undefined) return;
    await countCall(list, email);
    await leave(list, { email });
    return;
  }
  const link = readToken(list, token);
  if (!link || !(await findSubscriber(list.database.db, link.subscriberId)))
    throw new InvalidError("invalid_link", BAD_TOKEN, { token: BAD_TOKEN });
  await leave(list, { id: link.subscriberId, issueId: link.issueId });
}

/** `issueId`: the issue whose link was used. */
type Leaving = { id: number; issueId: number | null } | { email: string };

async function leave(list: ListParts, who: Leaving): Promise<void> {
  const now = list.clock.now();
  await list.database.db.transaction().execute(async (trx) => {
    const ending = trx
      .updateTable("subscriber")
      .set({ status: "unsubscribed", changed_at: now })
      .$call((query) => ("id" in who ? query.where("id", "=", who.id) : query.where("email", "=", who.email)))
      .returning(["id", "email"]);
    const left = await ending.where("status", "=", "active").executeTakeFirst();
    if (!left) {
      await ending.where("status", "=", "pending").execute();
      return;
    }
    await stopMailsTo(trx, left.id, now);
    await subscriberEvent(trx, list.clock, "removed", left.id);
    if ("id" in who) {
      if (who.issueId !== null && (await isRecent(trx, who.issueId, now))) await countUnsubscription(trx, who.issueId);
      return;
    }
    const content = goodbyeMail(await mailSite(trx, list.mailQueue.site));
    await putOwn(list, trx, { kind: "goodbye", to: left.email, content, subscriberId: left.id });
  });
  list.mailQueue.wake();
}

async function isRecent(trx: Kysely<Tables>, issueId: number, now: number): Promise<boolean> {
  const started = trx.selectFrom("issue").select("id").where("id", "=", issueId);
  const recent = started.where("started_at", ">", now - UNSUBSCRIPTION_DAYS * DAY);
  return (await recent.executeTakeFirst()) !== undefined;
}

/** A new subscriber. `since`: when this reader subscribed elsewhere, in epoch milliseconds. */
type NewSubscriber = { email: string; name: string; since: number | null };

/**
 * Adds readers to the list, or `unsubscribed` ones as having left, in the caller's transaction and without a mail; returns the
 * ids of new ones.
 */
export async function insertSubscribers(
  trx: Kysely<Tables>,
  readers: NewSubscriber[],
  now: number,
  status: "active" | "unsubscribed" = "active",
): Promise<{ id: number; email: string }[]> {
  return trx
    .insertInto("subscriber")
    .values(
      readers.map(({ email, name, since }) => ({
        email,
        name,
        status,
        created_at: Math.min(since ?? now, now),
        changed_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning(["id", "email"])
    .execute();
}

/** Deletes a subscriber in any state; false if there was none. */
export async function deleteSubscriber(
  trx: Kysely<Tables>,
  clock: Clock,
  by: Actor,
  who: { id: number } | { email: string },
): Promise<boolean> {
  const gone = await trx
    .deleteFrom("subscriber")
    .$call((query) => ("id" in who ? query.where("id", "=", who.id) : query.where("email", "=", who.email)))
    .returning(["id", "status"])
    .executeTakeFirst();
  if (gone?.status === "active") await subscriberEvent(trx, clock, "removed", gone.id, by);
  return gone !== undefined;
}

/**
 * Removes up to `limit` subscribers that have been in a state since before a time, oldest first; returns their
 * number. Mails to them have a retention period of their own.
 */
export async function removeSubscribersBefore(
  db: Kysely<Tables>,
  status: "pending" | "unsubscribed",
  before: number,
  limit: number,
): Promise<number> {
  const old = db
    .selectFrom("subscriber")
    .where("status", "=", status)
    .where("changed_at", "<", before)
    .orderBy("changed_at")
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom("subscriber")
    .where("id", "in", old.select("id"))
    // The person may have subscribed again concurrently.
    .where("status", "=", status)
    .where("changed_at", "<", before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Queues a mail caused by a form, up to a limit, so that forms cannot be used to flood a stranger's mailbox. */
async function putOwn({ mailQueue, clock }: ListParts, trx: Kysely<Tables>, mail: NewMail): Promise<void> {
  const since = clock.now() - MAIL_DAY;
  const count = await countMailsTo(trx, mail.to, ["welcome", "confirm", "goodbye"], since);
  if (count < MAX_MAILS_PER_DAY) await mailQueue.enqueue(trx, mail);
}

async function countCall({ attempts, secretKey }: ListParts, email: string): Promise<void> {
  if (!attempts) return;
  const key = keyedHash(deriveKey(secretKey, "newsletter calls"), email);
  const { retryAfter } = await attempts.take([{ key, max: MAX_CALLS_PER_ADDRESS }]);
  if (retryAfter !== undefined)
    throw new TooManyRequestsError(
      "too_many_requests",
      "Too many requests for this address. Please try again later.",
      retryAfter,
    );
}

function findSubscriber(db: Kysely<Tables>, id: number) {
  return db.selectFrom("subscriber").select("email").where("id", "=", id).executeTakeFirst();
}
