import { z } from "zod";
import type { MailQueue } from "#features/mail/commands.ts";
import { type MailContent, type MailSite, renderMail } from "#features/mail/mail.tsx";
import { mailSite } from "#features/mail/queries.ts";
import type { TaskKind } from "#features/tasks/rules.ts";
import { absoluteUrl, adminUrl } from "#shared/urls.ts";
import { findToMail, type ToMail } from "./queries.ts";
import { KINDS, titleOf, wordsOf } from "./rules.ts";
import type { NotifiedType } from "./types.ts";

function notificationMail(site: MailSite, notification: ToMail): MailContent {
  const [before, after] = wordsOf(notification);
  const sentence = [before, `“${titleOf(notification.document_type, notification.title)}”`, after]
    .filter(Boolean)
    .join(" ");
  const isAsked = notification.kind === "asked";
  return renderMail(site, {
    subject: sentence,
    preview: KINDS[notification.kind].label,
    blocks: [
      { kind: "heading", text: titleOf(notification.document_type, notification.title) },
      { kind: "paragraph", text: `${sentence}.` },
      {
        kind: "button",
        label: `${isAsked ? "Read" : "Open"} the ${notification.document_type}`,
        url: absoluteUrl(site.url, adminUrl[notification.document_type](notification.document_id)),
      },
    ],
    reason: `You received this mail because you have an account at ${site.name}.`,
    leave: { label: "Notification settings", url: absoluteUrl(site.url, adminUrl.notifications()) },
  });
}

/** The kind of task that mails a notification. */
export const NOTIFICATION_TASK = "notification";

const payloadShape = z.object({ id: z.int() });

/**
 * Puts the mail of a notification into the outbox, after the commit of the action. It checks again: by then the
 * notification may be deleted or read, or the user may no longer want mail or see the document. Without a `mailQueue`
 * nothing is sent.
 */
export const notificationTask = (mailQueue: MailQueue | null, kinds: readonly NotifiedType[]): TaskKind => ({
  kind: NOTIFICATION_TASK,
  prepare: async (payload) => {
    const { id } = payloadShape.parse(payload);
    return async (trx) => {
      const notification = mailQueue && (await findToMail(trx, kinds, id));
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
