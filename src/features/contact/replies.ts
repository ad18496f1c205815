import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { recordEntry } from "#features/audit/commands.ts";
import { accountNames } from "#features/identity/accounts/queries.ts";
import { type MailContent, type MailSite, renderMail } from "#features/mail/mail.tsx";
import { mailSite } from "#features/mail/queries.ts";
import type { NoteCreated } from "#platform/idempotency.ts";
import type { Actor } from "#shared/actor.ts";
import { NotFoundError } from "#shared/errors.ts";
import type { Page } from "#shared/schema.ts";
import { type ContactParts, NO_MESSAGE } from "./messages.ts";

type Quoted = { first_name: string; last_name: string; subject: string; message: string };

/** A reply to a reader, with the reader's message quoted below it. */
export function replyMail(site: MailSite, { text, message }: { text: string; message: Quoted }): MailContent {
  const subject = /^re:/i.test(message.subject) ? message.subject : `Re: ${message.subject}`;
  return renderMail(site, {
    subject,
    preview: text.slice(0, 140),
    blocks: [
      ...text
        .replace(/\r\n?/g, "\n")
        .split(/\n{2,}/)
        .map((paragraph) => ({ kind: "paragraph", text: paragraph }) as const),
      { kind: "paragraph", text: `${message.first_name} ${message.last_name} wrote:` },
      { kind: "quote", text: message.message.replace(/\r\n?/g, "\n") },
    ],
    reason: `You get this mail because you wrote to ${site.name}. Reply to it to reach the editors.`,
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
  const id = await database.db.transaction().execute(async (trx) => {
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
    await mailQueue.enqueue(trx, {
      kind: "reply",
      to: message.email,
      content: replyMail(site, { text, message }),
      replyTo: { name: site.name, address: contactEmail },
    });
    await recordEntry(trx, clock, { by, action: "message.reply", subject: { kind: "message", id: messageId } });
    return replyId;
  });
  mailQueue.wake();
  const sent = await findReply(database.db, id);
  if (!sent) throw new NotFoundError("message_not_found", NO_MESSAGE);
  return sent;
}
