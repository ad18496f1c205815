import type { Kysely, Selectable } from "kysely";
import { hasText } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import { justWritten } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { recordEvent } from "#features/events/commands.ts";
import { accountNames } from "#features/identity/accounts/queries.ts";
import type { MailQueue } from "#features/mail/commands.ts";
import { type MailContent, type MailSite, renderMail } from "#features/mail/mail.tsx";
import { mailSite } from "#features/mail/queries.ts";
import { readContactEmail } from "#features/settings/facts/queries.ts";
import type { Attempts } from "#platform/attempts.ts";
import type { Clock } from "#platform/clock.ts";
import type { NoteCreated } from "#platform/idempotency.ts";
import { deriveKey, keyedHash } from "#platform/keys.ts";
import { judgeTraces } from "#platform/machine-forms.ts";
import type { Actor } from "#shared/actor.ts";
import { NotFoundError, TooManyRequestsError } from "#shared/errors.ts";
import type { Page } from "#shared/schema.ts";
import { fold } from "#shared/text.ts";
import { textIn } from "#shared/translate.ts";
import type { ContactBody, MessageState } from "./endpoints.ts";
import type { ContactMessageTable } from "./tables.ts";

type Quoted = { first_name: string; last_name: string; subject: string; message: string };

/** A reply to a reader, with the reader's message quoted below it. */
export function replyMail(site: MailSite, { text, message }: { text: string; message: Quoted }): MailContent {
  const subject = /^re:/i.test(message.subject) ? message.subject : `Re: ${message.subject}`;
  const { name, language } = site;
  const t = textIn(language);
  return renderMail(site, {
    subject,
    preview: text.slice(0, 140),
    language,
    blocks: [
      ...text
        .replace(/\r\n?/g, "\n")
        .split(/\n{2,}/)
        .map((paragraph) => ({ kind: "paragraph", text: paragraph }) as const),
      { kind: "paragraph", text: t("{name} wrote:", { name: `${message.first_name} ${message.last_name}` }) },
      { kind: "quote", text: message.message.replace(/\r\n?/g, "\n") },
    ],
    reason: t("You received this mail because you wrote to {name}. Reply to it to reach the editors.", { name }),
  });
}

const selectReplies = (db: Kysely<Tables>) =>
  db.selectFrom("contact_reply").select(["id", "text", "sent_at", "sent_by"]);

async function withNames(db: Kysely<Tables>, query: ReturnType<typeof selectReplies>) {
  const rows = await query.execute();
  const names = await accountNames(
    db,
    rows.map(({ sent_by }) => sent_by),
  );
  return rows.map((row) => ({ ...row, name: names.get(row.sent_by ?? 0) ?? null }));
}
export type ReplyRow = Awaited<ReturnType<typeof withNames>>[number];

/** A page of the replies to a message, oldest first, and the total. */
export async function pageReplies(db: Kysely<Tables>, messageId: number, { limit, offset }: Page) {
  const replies = selectReplies(db).where("message_id", "=", messageId);
  const rows = await withNames(db, replies.orderBy("id").limit(limit).offset(offset));
  const { total } = await replies
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export const findReply = async (db: Kysely<Tables>, id: number): Promise<ReplyRow | undefined> =>
  (await withNames(db, selectReplies(db).where("id", "=", id)))[0];

/** The replies to all messages from a person. */
export const repliesToPerson = (db: Kysely<Tables>, email: string): Promise<{ text: string; sent_at: number }[]> =>
  db
    .selectFrom("contact_reply")
    .innerJoin("contact_message", "contact_message.id", "contact_reply.message_id")
    .where("contact_message.email", "=", email)
    .orderBy("contact_reply.id", "desc")
    .select(["contact_reply.text", "contact_reply.sent_at"])
    .execute();

/** Mails a reply to the sender, stores it, and marks the message as done. Throws `NotFoundError`. */
export async function sendReply(
  { database, clock, mailQueue, contactEmail }: ContactParts,
  by: Actor,
  { messageId, text }: { messageId: number; text: string },
  note: NoteCreated,
): Promise<ReplyRow> {
  const sent = await database.db.transaction().execute(async (trx) => {
    const message = await trx
      .updateTable("contact_message")
      .set({ state: "done" })
      .where("id", "=", messageId)
      .returningAll()
      .executeTakeFirst();
    if (!message) throw new NotFoundError("message_not_found", NO_MESSAGE);
    const { id: replyId } = await trx
      .insertInto("contact_reply")
      .values({ message_id: messageId, text, sent_by: by.accountId, sent_at: clock.now() })
      .returning("id")
      .executeTakeFirstOrThrow();
    await note(trx, replyId);
    const site = await mailSite(trx, mailQueue.site);
    const address = await readContactEmail(trx, contactEmail);
    await mailQueue.enqueue(trx, {
      kind: "reply",
      to: message.email,
      content: replyMail(site, { text, message }),
      ...(address && { replyTo: { name: site.name, address } }),
    });
    await recordEvent(trx, clock, { by, action: "message.reply", subject: { kind: "message", id: messageId } });
    return justWritten(await findReply(trx, replyId));
  });
  mailQueue.wake();
  return sent;
}

/** A contact form message to the editors; the sender is in Reply-To. */
function contactMail(site: MailSite, message: ContactBody): MailContent {
  const sender = `${message.firstName} ${message.lastName}`;
  const { name, language } = site;
  const t = textIn(language);
  return renderMail(site, {
    subject: t("Contact: {subject}", { subject: message.subject }),
    preview: t("{name} wrote through the contact form.", { name: sender }),
    language,
    blocks: [
      { kind: "heading", text: message.subject },
      {
        kind: "facts",
        facts: [
          { name: t("From"), value: sender },
          { name: t("Email"), value: message.email },
        ],
      },
      { kind: "quote", text: message.message.replace(/\r\n?/g, "\n") },
    ],
    reason: t("This message was sent through the contact form of {name}. Replies go to its sender.", { name }),
  });
}

type Row = Selectable<ContactMessageTable>;

type Filter = { state?: MessageState | undefined; query?: string | undefined };

/** A page of messages that contain all words of `query`, in a state or all except spam, newest first, and the total. */
export async function pageMessages(
  db: Kysely<Tables>,
  { state, query = "" }: Filter,
  page: Page,
): Promise<{ rows: Row[]; total: number }> {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const wanted = db
    .selectFrom("contact_message")
    .where((eb) =>
      eb.and([eb("state", state ? "=" : "<>", state ?? "spam"), ...words.map((word) => hasText(db, "folded", word))]),
    );
  const rows = await wanted.selectAll().orderBy("id", "desc").limit(page.limit).offset(page.offset).execute();
  const count = await wanted.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return { rows, total: Number(count.total) };
}

export async function countUnreadMessages(db: Kysely<Tables>): Promise<number> {
  const { total } = await db
    .selectFrom("contact_message")
    .where("state", "=", "new")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** All messages from a person, including spam, newest first. */
export function messagesOfPerson(db: Kysely<Tables>, email: string): Promise<Row[]> {
  return db.selectFrom("contact_message").where("email", "=", email).orderBy("id", "desc").selectAll().execute();
}

export const NO_MESSAGE = "Message not found.";

export type ContactParts = {
  database: Database;
  clock: Clock;
  mailQueue: MailQueue;
  secretKey: string;
  /** Where messages go, unless the newsroom has set another address; empty for nowhere. */
  contactEmail: string;
  /** Counts messages per sender; undefined if the operator has disabled limits. */
  attempts: Attempts | undefined;
};

/** Messages per sender address in 15 minutes, from all clients. */
const MAX_MESSAGES = 20;

/**
 * Stores a message of the contact form (already parsed) and mails it to the editors, with the sender as Reply-To;
 * returns its row. A message from a bot is stored as spam and not mailed, but gets the same response.
 */
export async function storeContactMessage(
  parts: ContactParts,
  { website, elapsed, ...body }: ContactBody,
): Promise<Selectable<ContactMessageTable>> {
  await countMessage(parts, body.email);
  const isSpam = judgeTraces({ website, elapsed }) !== "person";
  const { mailQueue } = parts;
  const stored = await parts.database.db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto("contact_message")
      .values({
        first_name: body.firstName,
        last_name: body.lastName,
        email: body.email,
        subject: body.subject,
        message: body.message,
        created_at: parts.clock.now(),
        state: isSpam ? "spam" : "new",
        folded: fold([body.firstName, body.lastName, body.email, body.subject, body.message].join(" ")),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const to = await readContactEmail(trx, parts.contactEmail);
    if (!isSpam && to !== "")
      await mailQueue.enqueue(trx, {
        kind: "contact",
        to,
        content: contactMail(await mailSite(trx, mailQueue.site), body),
        replyTo: { name: `${body.firstName} ${body.lastName}`, address: body.email },
      });
    return row;
  });
  mailQueue.wake();
  return stored;
}

async function countMessage({ attempts, secretKey }: ContactParts, email: string): Promise<void> {
  if (!attempts) return;
  const key = keyedHash(deriveKey(secretKey, "contact messages"), email);
  const { retryAfter } = await attempts.take([{ key, max: MAX_MESSAGES }]);
  if (retryAfter !== undefined)
    throw new TooManyRequestsError(
      "too_many_requests",
      "Too many messages from this address. Please try again later.",
      retryAfter,
    );
}

/** Marks a message; returns its row. Throws `NotFoundError`. */
export async function markMessage(
  database: Database,
  id: number,
  state: MessageState,
): Promise<Selectable<ContactMessageTable>> {
  const row = await database.db
    .updateTable("contact_message")
    .set({ state })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new NotFoundError("message_not_found", NO_MESSAGE);
  return row;
}

export async function deleteMessage(
  { database, clock }: Pick<ContactParts, "database" | "clock">,
  by: Actor,
  id: number,
): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom("contact_message").where("id", "=", id).executeTakeFirst();
    if (Number(numDeletedRows) === 0) throw new NotFoundError("message_not_found", NO_MESSAGE);
    await recordEvent(trx, clock, { by, action: "message.delete", subject: { kind: "message", id } });
  });
}

/** Deletes the oldest messages sent before a time, at most `limit`; returns their number. */
export async function removeMessagesBefore(db: Kysely<Tables>, before: number, limit: number): Promise<number> {
  const old = db.selectFrom("contact_message").where("created_at", "<", before).orderBy("created_at").limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom("contact_message")
    .where("id", "in", old.select("id"))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function eraseMessagesOf(trx: Kysely<Tables>, email: string): Promise<void> {
  await trx.deleteFrom("contact_message").where("email", "=", email).execute();
}
