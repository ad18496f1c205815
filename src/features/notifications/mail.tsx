import { z } from "zod";
import type { MailQueue } from "#features/mail/commands.ts";
import { type MailContent, type MailSite, renderMail } from "#features/mail/mail.tsx";
import { mailSite } from "#features/mail/queries.ts";
import type { TaskKind } from "#features/tasks/rules.ts";
import { textIn } from "#shared/translate.ts";
import { absoluteUrl, adminUrl } from "#shared/urls.ts";
import { findToMail, type ToMail } from "./queries.ts";
import { KINDS, sentenceOf, UNTITLED } from "./rules.ts";
import type { NotifiedType } from "./types.ts";

const OPEN = { article: "Open the article", issue: "Open the issue", page: "Open the page" } as const;
const READ = { article: "Read the article", issue: "Read the issue", page: "Read the page" } as const;

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
        url: absoluteUrl(site.url, adminUrl[type](id)),
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
export const notificationTask = (mailQueue: MailQueue, kinds: readonly NotifiedType[]): TaskKind => ({
  kind: NOTIFICATION_TASK,
  prepare: async (payload) => {
    const { id } = payloadShape.parse(payload);
    return async (trx) => {
      const notification = (await mailQueue.sends(trx)) && (await findToMail(trx, kinds, id));
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
