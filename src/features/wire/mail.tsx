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

type SwitchedOff = { title: string; reason: "gone" | "failures" };

const REASONS = {
  gone: "Its host said that the feed no longer exists (410).",
  failures: "All attempts to fetch it have failed for two weeks.",
} as const satisfies Record<SwitchedOff["reason"], Message>;

function switchedOffMail(site: MailSite, { title, reason }: SwitchedOff): MailContent {
  const { name, language } = site;
  const t = textIn(language);
  const subject = t("The wire source {name} was switched off", { name: title });
  return renderMail(site, {
    subject,
    preview: t(REASONS[reason]),
    language,
    blocks: [
      { kind: "heading", text: subject },
      { kind: "paragraph", text: t(REASONS[reason]) },
      { kind: "button", label: t("Open the sources"), url: absoluteUrl(site.url, adminUrl.wireSources()) },
    ],
    reason: t("You received this mail because you have an account at {name}.", { name }),
  });
}

/** Queues a mail to everyone who can change the source. */
export async function notifyEditors(trx: Transaction<Tables>, mailQueue: MailQueue, off: SwitchedOff): Promise<void> {
  const content = switchedOffMail(await mailSite(trx, mailQueue.site), off);
  for (const { id, email, role, is_active } of await listUsers(trx))
    if (is_active === 1 && mayAny({ role }, "wire.manage"))
      await mailQueue.enqueue(trx, { kind: "notification", to: email, content, accountId: id });
}
