import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { listUsers } from "#features/identity/accounts/queries.ts";
import type { MailQueue } from "#features/mail/commands.ts";
import { type MailContent, type MailSite, renderMail } from "#features/mail/mail.tsx";
import { mailSite } from "#features/mail/queries.ts";
import type { Message } from "#shared/messages/english.ts";
import { mayAny } from "#shared/permissions.ts";
import { textIn } from "#shared/translate.ts";
import { absoluteUrl, adminUrl } from "#shared/urls.ts";

type SwitchedOff = { host: string; reason: "failures" | "gone" };

const REASONS = {
  failures: "All requests to it have failed for a week.",
  gone: "It responded that it no longer exists (410).",
} as const satisfies Record<SwitchedOff["reason"], Message>;

function switchedOffMail(site: MailSite, { host, reason }: SwitchedOff): MailContent {
  const { name, language } = site;
  const t = textIn(language);
  const subject = t("The webhook to {host} was switched off", { host });
  return renderMail(site, {
    subject,
    preview: t(REASONS[reason]),
    language,
    blocks: [
      { kind: "heading", text: subject },
      { kind: "paragraph", text: `${t(REASONS[reason])} ${t("It gets no further events until you switch it on.")}` },
      { kind: "button", label: t("Open the webhooks"), url: absoluteUrl(site.url, adminUrl.webhooks()) },
    ],
    reason: t("You received this mail because you have an account at {name}.", { name }),
  });
}

/** Queues a mail to everyone who can switch the receiver on again. */
export async function notifyChiefs(trx: Transaction<Tables>, mailQueue: MailQueue, off: SwitchedOff): Promise<void> {
  const content = switchedOffMail(await mailSite(trx, mailQueue.site), off);
  for (const { id, email, role, is_active } of await listUsers(trx))
    if (is_active === 1 && mayAny({ role }, "webhook.manage"))
      await mailQueue.enqueue(trx, { kind: "notification", to: email, content, accountId: id });
}
