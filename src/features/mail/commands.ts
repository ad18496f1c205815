import { randomUUID } from "node:crypto";
import { type Kysely, type Selectable, sql } from "kysely";
import type { Database } from "#db/open.ts";
import { chunksOf } from "#db/rows.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import { recordEvent } from "#features/events/commands.ts";
import type { Clock } from "#platform/clock.ts";
import { RELEASED } from "#platform/leases.ts";
import { FIELD_KEY, type Mailbox } from "#platform/mail.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, NotFoundError } from "#shared/errors.ts";
import type { SiteInfo } from "#shared/page.ts";
import type { MailContent } from "./mail.tsx";
import { findMail } from "./queries.ts";
import { NO_MAIL } from "./rules.ts";
import type { MailTable, MailTallyTable } from "./tables.ts";

/** A mail to one person, to be put into the outbox. */
export type NewMail = {
  kind: Exclude<MailTable["kind"], "issue">;
  to: string;
  content: MailContent;
  /** The subscriber whose links it contains. */
  subscriberId?: number;
  /** The account it is sent to. */
  accountId?: number;
  /** Seed of the mail's own link, which is created while the mail is sent. */
  linkSeed?: string;
  replyTo?: Mailbox;
};

/** Queues mails in the transaction of their cause, so that both happen or neither. */
export type MailQueue = {
  /** The publication by the operator's variables: `mailSite` adds the newsroom's settings. */
  site: Pick<SiteInfo, "name" | "url" | "language">;
  enqueue: (trx: Kysely<Tables>, mail: NewMail) => Promise<void>;
  /** Whether there is a mail server. Without one mails become files, which are read too late. */
  sends: (db: Kysely<Tables>) => Promise<boolean>;
  newMessageId: () => string;
  /** Called after the commit, so that sending does not wait for the next poll. */
  wake: () => void;
};

type MailQueueParts = { clock: Clock } & Pick<MailQueue, "site" | "sends" | "wake">;

export function createMailQueue({ clock, site, sends, wake }: MailQueueParts): MailQueue {
  const host = new URL(site.url).hostname;
  const newMessageId = () => `<${randomUUID()}@${host}>`;
  return {
    site,
    sends,
    wake,
    newMessageId,
    async enqueue(trx, { kind, to, content, subscriberId = null, accountId = null, linkSeed = null, replyTo }) {
      const now = clock.now();
      const bodyId = await storeBody(trx, content);
      await trx
        .insertInto("mail")
        .values({
          kind,
          state: "queued",
          priority: 0,
          body_id: bodyId,
          issue_id: null,
          subscriber_id: subscriberId,
          account_id: accountId,
          created_at: now,
          due_at: now,
          message_id: newMessageId(),
          link_seed: linkSeed,
          to_email: to,
          reply_name: replyTo?.name ?? "",
          reply_email: replyTo?.address ?? "",
        })
        .execute();
    },
  };
}

/** Stores the body of a mail, or of the thousands of mails of an issue. */
export async function storeBody(trx: Kysely<Tables>, content: MailContent): Promise<number> {
  const row = { ...content, field_key: FIELD_KEY };
  const { id } = await trx.insertInto("mail_body").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

type IssueMails = { issueId: number; bodyId: number; recipients: { id: number; email: string }[] };

/** Queues the mails of an issue for some subscribers, skipping those who have one already. */
export async function putIssueMails(
  trx: Kysely<Tables>,
  { newMessageId }: MailQueue,
  now: number,
  { issueId, bodyId, recipients }: IssueMails,
): Promise<void> {
  if (recipients.length === 0) return;
  const shared = { kind: "issue", state: "queued", priority: 1, body_id: bodyId, issue_id: issueId } as const;
  await trx
    .insertInto("mail")
    .values(
      recipients.map(({ id, email }) => ({
        ...shared,
        subscriber_id: id,
        to_email: email,
        message_id: newMessageId(),
        created_at: now,
        due_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Holds the unsent mails of an issue, including mails that a process has acquired but not started.
 */
export async function holdIssueMails(trx: Kysely<Tables>, issueId: number): Promise<void> {
  await trx
    .updateTable("mail")
    .set({ state: "held", ...RELEASED })
    .where("issue_id", "=", issueId)
    .where("state", "=", "queued")
    .execute();
}

/** Releases the held mails of an issue. The pause does not count towards their retry time. */
export async function releaseIssueMails(trx: Kysely<Tables>, issueId: number, now: number): Promise<void> {
  await trx
    .updateTable("mail")
    .set({ state: "queued", attempts: 0, first_tried_at: null, due_at: now })
    .where("issue_id", "=", issueId)
    .where("state", "=", "held")
    .execute();
}

/** Makes delayed mails due now, as another mail server may accept them. */
export const retryDelayed = (trx: Kysely<Tables>, now: number) =>
  trx.updateTable("mail").set({ due_at: now }).where("state", "=", "queued").where("due_at", ">", now).execute();

/**
 * Requeues a failed or uncertain mail: an editor's decision, as an uncertain one may arrive twice. Throws
 * `NotFoundError`, and `ConflictError` for a mail in another state.
 */
export async function sendAgain(database: Database, clock: Clock, actor: Actor, id: number): Promise<void> {
  const isQueued = await shareCommit(database.db, async (trx) => {
    const queued = await trx
      .updateTable("mail")
      .set({ ...AFRESH, due_at: clock.now() })
      .where("id", "=", id)
      .where("to_email", "<>", "")
      .where("state", "in", ["failed", "uncertain"])
      .returning("kind")
      .executeTakeFirst();
    if (!queued) return false;
    // Only the kind: recipients and subjects are personal data, which the log would keep longer than the mail.
    const changes = { kind: { to: queued.kind } };
    await recordEvent(trx, clock, { by: actor, action: "mail.again", subject: { kind: "mail", id }, changes });
    return true;
  });
  if (isQueued) return;
  if (!(await findMail(database.db, id))) throw new NotFoundError("mail_not_found", NO_MAIL);
  throw new ConflictError("mail_not_resendable", "Only a mail that failed or is uncertain can be sent again.");
}

const AFRESH = {
  state: "queued",
  attempts: 0,
  first_tried_at: null,
  settled_at: null,
  ...RELEASED,
  last_error: "",
  is_about_us: 0,
  is_rejected: 0,
} as const;

/** Cancels the unsent issue mails of a person who unsubscribed. */
export async function stopMailsTo(trx: Kysely<Tables>, subscriberId: number, now: number): Promise<void> {
  await trx
    .updateTable("mail")
    .set({ state: "cancelled", settled_at: now, ...RELEASED })
    .where("subscriber_id", "=", subscriberId)
    .where("kind", "=", "issue")
    .where("state", "in", ["queued", "held"])
    .execute();
}

/** Counts a reader who unsubscribed by the link of an issue, without noting who it was. */
export const countUnsubscription = (trx: Kysely<Tables>, issueId: number): Promise<void> =>
  addToTallies(trx, [{ ...NO_TALLY, issue_id: issueId, unsubscribed_count: 1 }]);

/** Clears the rejections of addresses, so that mails are sent to them again; returns their number. */
export async function forgetBounces(trx: Kysely<Tables>, emails: string[]): Promise<number> {
  if (emails.length === 0) return 0;
  const { numDeletedRows } = await trx.deleteFrom("mail_bounce").where("email", "in", emails).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes rejections of addresses that last failed before a time, at most `limit`; returns their number. */
export async function forgetBouncesBefore(db: Kysely<Tables>, before: number, limit: number): Promise<number> {
  const old = db.selectFrom("mail_bounce").where("last_at", "<", before).orderBy("last_at").limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom("mail_bounce")
    .where("email", "in", old.select("email"))
    .where("last_at", "<", before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Erases a person from the outbox: mails to them and on their behalf, with their content. Deliveries of issues
 * remain as anonymous numbers. Returns the names of mails that a transport may have stored.
 */
export async function eraseFromOutbox(trx: Kysely<Tables>, email: string, now: number): Promise<string[]> {
  const rows = await trx
    .selectFrom("mail")
    .where((eb) => eb.or([eb("to_email", "=", email), eb("reply_email", "=", email)]))
    .select(["id", "kind", "body_id", "created_at"])
    .execute();
  const ofIssues = rows.filter(({ kind }) => kind === "issue").map(({ id }) => id);
  if (ofIssues.length > 0) {
    const mine = trx.updateTable("mail").where("id", "in", ofIssues);
    await mine.set({ to_email: "", subscriber_id: null, last_error: "" }).execute();
    await mine
      .set({ state: "cancelled", settled_at: now, ...RELEASED })
      .where("state", "in", ["queued", "held"])
      .execute();
  }
  await deleteMails(
    trx,
    rows.filter(({ kind }) => kind !== "issue"),
  );
  await forgetBounces(trx, [email]);
  return rows.map(mailName);
}

/** Erases the mails to an account at all of its addresses, former and requested ones included. Returns like `eraseFromOutbox`. */
export async function eraseMailsOfAccount(trx: Kysely<Tables>, accountId: number): Promise<string[]> {
  const rows = await trx
    .selectFrom("mail")
    .where("account_id", "=", accountId)
    .select(["id", "kind", "body_id", "created_at", "to_email"])
    .execute();
  await deleteMails(trx, rows);
  await forgetBounces(trx, [...new Set(rows.map(({ to_email }) => to_email))]);
  return rows.map(mailName);
}

async function deleteMails(trx: Kysely<Tables>, rows: { id: number; body_id: number }[]): Promise<void> {
  for (const some of chunksOf(rows)) {
    const ids = some.map(({ id }) => id);
    await trx.deleteFrom("mail").where("id", "in", ids).execute();
    await deleteUnusedBodies(
      trx,
      some.map(({ body_id }) => body_id),
    );
  }
}

/** Links the invitations sent to an address to the account that was created with it. */
export async function assignInvitations(trx: Kysely<Tables>, email: string, accountId: number): Promise<void> {
  await trx
    .updateTable("mail")
    .set({ account_id: accountId })
    .where("to_email", "=", email)
    .where("kind", "=", "invitation")
    .where("account_id", "is", null)
    .execute();
}

/** Deletes bodies that no mail uses, except those of issues, which stay with the issue. */
async function deleteUnusedBodies(trx: Kysely<Tables>, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom("mail_body")
    .where("id", "in", ids)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("mail").whereRef("mail.body_id", "=", "mail_body.id").select("mail.id"))),
    )
    .execute();
}

/** Batch size for deleting old mails, so that other writes do not wait long. */
const OLD_BATCH = 200;

type OldMails = {
  /** Mails that ended before this time (epoch milliseconds) are deleted. */
  before: number;
  /** Issues still being sent: their mails record who has received them. */
  openIssues: number[];
  /** Called with the name of each mail before it is removed. */
  forget: (name: string) => Promise<void>;
};

/**
 * Deletes the oldest ended mails with their bodies; for issues, the numbers and the body remain. Returns
 * whether there may be more.
 */
export async function removeOldMails({ db }: Database, { before, openIssues, forget }: OldMails): Promise<boolean> {
  const old = await db
    .selectFrom("mail")
    .where("settled_at", "<", before)
    .$if(openIssues.length > 0, (query) =>
      query.where((eb) => eb.or([eb("issue_id", "is", null), eb("issue_id", "not in", openIssues)])),
    )
    .orderBy("settled_at")
    .limit(OLD_BATCH)
    .select(["id", "kind", "created_at"])
    .execute();
  if (old.length === 0) return false;
  for (const mail of old) await forget(mailName(mail));
  await db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom("mail")
      .where(
        "id",
        "in",
        old.map(({ id }) => id),
      )
      // A mail may have been requeued in the meantime.
      .where("settled_at", "<", before)
      .returning(["issue_id", "state", "body_id", "is_rejected"])
      .execute();
    await addToTallies(trx, talliesOf(gone));
    await deleteUnusedBodies(
      trx,
      gone.filter(({ issue_id }) => issue_id === null).map(({ body_id }) => body_id),
    );
  });
  return old.length === OLD_BATCH;
}

type Tally = Selectable<MailTallyTable>;

const NO_TALLY = { state: "sent", count: 0, rejected_count: 0, unsubscribed_count: 0 } as const;

function talliesOf(gone: Pick<Selectable<MailTable>, "issue_id" | "state" | "is_rejected">[]): Tally[] {
  const tallies = new Map<string, Tally>();
  for (const { issue_id, state, is_rejected } of gone) {
    if (issue_id === null) continue;
    const key = `${issue_id} ${state}`;
    const tally = tallies.get(key) ?? { ...NO_TALLY, issue_id, state };
    tally.count += 1;
    tally.rejected_count += is_rejected;
    tallies.set(key, tally);
  }
  return [...tallies.values()];
}

/** Adds in the database, as another process may count for the same issue. */
async function addToTallies(trx: Kysely<Tables>, tallies: Tally[]): Promise<void> {
  if (tallies.length === 0) return;
  await trx
    .insertInto("mail_tally")
    .values(tallies)
    .onConflict((conflict) =>
      conflict.columns(["issue_id", "state"]).doUpdateSet({
        count: sql`mail_tally.count + excluded.count`,
        rejected_count: sql`mail_tally.rejected_count + excluded.rejected_count`,
        unsubscribed_count: sql`mail_tally.unsubscribed_count + excluded.unsubscribed_count`,
      }),
    )
    .execute();
}

/** The name of a mail outside of the database, for example of a file; sorts by time. */
export function mailName({ id, kind, created_at }: { id: number; kind: string; created_at: number }): string {
  const time = new Date(created_at).toISOString().replace(/[-:]|\.\d+/g, "");
  return `${time}-${id}-${kind}`;
}

/**
 * Marks the mails of a copied database: those that were queued may have been sent since, so none of them is sent
 * automatically. `origin` names the source of the copy.
 */
export async function markUnsentUncertain(
  trx: Kysely<Tables>,
  now: number,
  origin: keyof typeof COPIES,
): Promise<void> {
  await trx
    .updateTable("mail")
    .set({ state: "uncertain", settled_at: now, ...RELEASED, last_error: COPIES[origin] })
    .where("state", "in", ["queued", "sending", "held"])
    .execute();
}
const COPIES = {
  backup: "The database was restored from a backup; the mail may have been sent after it was made.",
  move: "The database was copied while it was in use; the mail may have been sent after that.",
};
