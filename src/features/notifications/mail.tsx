import { z } from "zod";
import type { Postbox } from "#features/mail/commands.ts";
import { type MailContent, type MailSite, renderMail } from "#features/mail/mail.tsx";
import { mailSite } from "#features/mail/queries.ts";
import type { TaskKind } from "#features/tasks/rules.ts";
import { absoluteUrl, adminUrl } from "#shared/urls.ts";
import type { NotifiedKind } from "./kinds.ts";
import { findToMail, type ToMail } from "./queries.ts";
import { KINDS, titleOf, wordsOf } from "./rules.ts";

/** To somebody whom it concerns what another has done to a document. */
function notificationMail(site: MailSite, told: ToMail): MailContent {
  const [before, after] = wordsOf(told);
  const sentence = [before, `“${titleOf(told.document_type, told.title)}”`, after].filter(Boolean).join(" ");
  const isAsked = told.kind === "asked";
  return renderMail(site, {
    subject: sentence,
    preview: KINDS[told.kind].label,
    blocks: [
      { kind: "heading", text: titleOf(told.document_type, told.title) },
      { kind: "paragraph", text: `${sentence}.` },
      {
        kind: "button",
        label: `${isAsked ? "Read" : "Open"} the ${told.document_type}`,
        url: absoluteUrl(site.url, adminUrl[told.document_type](told.document_id)),
      },
    ],
    reason: `You get this mail because you have an account at ${site.name}.`,
    leave: { label: "Choose what you are told", url: absoluteUrl(site.url, adminUrl.notifications()) },
  });
}

/** The kind of task that tells somebody by mail. */
export const NOTIFICATION_TASK = "notification";

const payloadShape = z.object({ id: z.int() });

/**
 * The task that puts the mail of a notification into the outbox, after the change that it tells of. It looks again: by
 * then the notification may be gone or read, or its reader may not want mail any more, nor see the document. Without a
 * `postbox` nothing is sent.
 */
export const notificationTask = (postbox: Postbox | null, kinds: readonly NotifiedKind[]): TaskKind => ({
  kind: NOTIFICATION_TASK,
  prepare: async (payload) => {
    const { id } = payloadShape.parse(payload);
    return async (trx) => {
      const told = postbox && (await findToMail(trx, kinds, id));
      if (told) {
        const content = notificationMail(await mailSite(trx, postbox.site), told);
        await postbox.put(trx, { kind: "notification", to: told.email, content, accountId: told.account_id });
      }
      return { position: null, done: 1, total: 1, isDone: true, result: null };
    };
  },
});
