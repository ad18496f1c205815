import { z } from "zod";
import type { Database } from "#db/open.ts";
import { findUsers } from "#features/identity/accounts/queries.ts";
import type { MailQueue } from "#features/mail/commands.ts";
import { type MailContent, type MailSite, renderMail } from "#features/mail/mail.tsx";
import { mailSite } from "#features/mail/queries.ts";
import { readNewsroom } from "#features/settings/queries.ts";
import type { TaskKind } from "#features/tasks/rules.ts";
import type { Clock } from "#platform/clock.ts";
import { nextDaily } from "#shared/time.ts";
import { textIn } from "#shared/translate.ts";
import { absoluteUrl, adminUrl } from "#shared/urls.ts";
import { findForDigest, findToMail, type ToMail } from "./queries.ts";
import { KINDS, type NotifiedName, notifiedUrl, sentenceOf, UNTITLED } from "./rules.ts";
import type { NotifiedType } from "./types.ts";

const OPEN = {
  article: "Open the article",
  issue: "Open the issue",
  page: "Open the page",
  idea: "Open the story",
} as const;
const READ = { ...OPEN, article: "Read the article", issue: "Read the issue", page: "Read the page" } as const;

/** Maximum notifications in one digest, the newest first; the rest wait for the next one. */
const MAX_IN_DIGEST = 50;

function digestMail(site: MailSite, notifications: readonly ToMail[]): MailContent {
  const { name, language } = site;
  const t = textIn(language);
  const count = String(notifications.length);
  const subject =
    notifications.length === 1
      ? t("1 unread notification from {name}", { name })
      : t("{count} unread notifications from {name}", { count, name });
  const linesOf = (row: ToMail) => {
    const title = row.title || t(UNTITLED[row.document_type]);
    return t(sentenceOf(row), { actor: row.actor ?? t("Someone"), title: `“${title}”` });
  };
  return renderMail(site, {
    subject,
    preview: linesOf(notifications[0] as ToMail),
    language,
    blocks: [
      { kind: "heading", text: subject },
      ...notifications.map((row) => ({ kind: "paragraph" as const, text: `${linesOf(row)}.` })),
      { kind: "button", label: t("Open the notifications"), url: absoluteUrl(site.url, adminUrl.notifications()) },
    ],
    reason: t("You received this mail because you have an account at {name}.", { name }),
    leave: { label: t("Notification settings"), url: absoluteUrl(site.url, adminUrl.notifications()) },
  });
}

function notificationMail(site: MailSite, notification: ToMail): MailContent {
  const { kind, actor, document_type: type, document_id: id } = notification;
  const { name, language } = site;
  const t = textIn(language);
  const title = notification.title || t(UNTITLED[type]);
  const sentence = t(sentenceOf(notification), { actor: actor ?? t("Someone"), title: `“${title}”` });
  return renderMail(site, {
    subject: sentence,
    preview: t(KINDS[kind].label),
    language,
    blocks: [
      { kind: "heading", text: title },
      { kind: "paragraph", text: `${sentence}.` },
      {
        kind: "button",
        label: t((kind === "asked" ? READ : OPEN)[type]),
        url: absoluteUrl(site.url, notifiedUrl({ type, id })),
      },
    ],
    reason: t("You received this mail because you have an account at {name}.", { name }),
    leave: { label: t("Notification settings"), url: absoluteUrl(site.url, adminUrl.notifications()) },
  });
}

/** The kind of task that mails a notification. */
export const NOTIFICATION_TASK = "notification";

const payloadShape = z.object({ id: z.int() });

/**
 * Puts the mail of a notification into the outbox, after the commit of the action. It checks again: by then the
 * notification may be deleted or read, or the user may no longer want mail or see the document. Without a mail
 * server nothing is sent.
 */
export const notificationTask = ({ mailQueue, kinds, clock }: Omit<DigestParts, "database">): TaskKind => ({
  kind: NOTIFICATION_TASK,
  async subjectOf(db, payload) {
    const { id } = payloadShape.parse(payload);
    const row = await db
      .selectFrom("notification")
      .select(["document_type as type", "document_id as id"])
      .where("id", "=", id)
      .executeTakeFirst();
    const about =
      row && (row.type === "idea" ? { path: notifiedUrl(row) } : { document: { type: row.type, id: row.id } });
    return { what: "Mail of a notification", ...about };
  },
  isRetried: true,
  prepare: async (payload) => {
    const { id } = payloadShape.parse(payload);
    return async (trx) => {
      const notification = (await mailQueue.sends(trx)) && (await findToMail(trx, kinds, id, clock.now()));
      if (notification) {
        const content = notificationMail(await mailSite(trx, mailQueue.site), notification);
        await mailQueue.enqueue(trx, {
          kind: "notification",
          to: notification.email,
          content,
          accountId: notification.account_id,
        });
      }
      return { position: null, done: 1, total: 1, isDone: true, result: null };
    };
  },
});

type DigestParts = {
  database: Database;
  clock: Clock;
  mailQueue: MailQueue;
  kinds: readonly NotifiedType<NotifiedName>[];
};

/** Accounts whose digests are prepared in a row. */
const DIGESTS_AT_ONCE = 50;

/**
 * Queues the digests that are due. Each is one transaction with the row that says when the next one is due, so that a digest
 * is sent once, whatever process ends. One that fails stays due, and the others are sent. Without a mail server they wait.
 */
export async function sendDigests({ database, clock, mailQueue, kinds }: DigestParts): Promise<void> {
  const { db } = database;
  const now = clock.now();
  const due = await db
    .selectFrom("notification_digest")
    .selectAll()
    .where("due_at", "<=", now)
    .orderBy("due_at")
    .limit(DIGESTS_AT_ONCE)
    .execute();
  if (due.length === 0 || !(await mailQueue.sends(db))) return;
  const { time_zone: zone } = await readNewsroom(db);
  const failures: unknown[] = [];
  const send = (row: (typeof due)[number]) =>
    db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable("notification_digest")
        .set({ due_at: row.timing === "daily" ? nextDaily(zone, row.hour, now) : null })
        .where("account_id", "=", row.account_id)
        .where("due_at", "=", row.due_at)
        .executeTakeFirst();
      const [person] = Number(numUpdatedRows) > 0 ? await findUsers(trx, [row.account_id]) : [];
      const found = person ? await findForDigest(trx, kinds, { ...person, now }, MAX_IN_DIGEST) : [];
      if (!person || found.length === 0) return;
      const ids = found.map(({ id }) => id);
      await trx.updateTable("notification").set({ mailed_at: now }).where("id", "in", ids).execute();
      const content = digestMail(await mailSite(trx, mailQueue.site), found);
      await mailQueue.enqueue(trx, { kind: "notification", to: person.email, content, accountId: person.id });
    });
  for (const row of due) await send(row).catch((error: unknown) => failures.push(error));
  mailQueue.wake();
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} digests failed: ${failures[0]}`);
}
