import { recordEvent } from "#features/events/commands.ts";
import type { MailQueue } from "#features/mail/commands.ts";
import { type MailContent, type MailSite, renderMail } from "#features/mail/mail.tsx";
import { mailSite, readSender, type SenderSettings } from "#features/mail/queries.ts";
import { countTest, type TestCounts } from "#features/newsletter/issues/sending.ts";
import { composeMail, encodeBody, FIELD_KEY } from "#platform/mail.ts";
import { smtpHost, trySmtp } from "#platform/smtp.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError } from "#shared/errors.ts";
import { textIn } from "#shared/translate.ts";
import type { TestOutcome, TypedMailSettings } from "./endpoints.ts";
import { type MailSettingsStore, unsavedServer } from "./settings.ts";

export type TestMailParts = MailSettingsStore & {
  mailQueue: Pick<MailQueue, "site" | "newMessageId">;
  sender: SenderSettings;
  testCounts: TestCounts;
};

/**
 * Sends a test mail immediately, outside of the outbox: the outbox retries, and its outcome would have to be waited for
 * (decision 168). Throws `ConflictError` without a mail server, and `TooManyRequestsError` after too many.
 */
export async function sendTestMail(
  parts: TestMailParts,
  by: Actor,
  { email, settings }: { email: string; settings?: TypedMailSettings | undefined },
): Promise<TestOutcome> {
  const { database, clock, mailQueue } = parts;
  const { target, from } = await testedServer(parts, settings);
  if (target === null) throw new ConflictError("no_mail_server", "No mail server is set. Enter its host first.");
  await countTest(database.db, parts.testCounts, by, email);
  await recordEvent(database.db, clock, { by, action: "mail.test", subject: { kind: "mail" } });
  const site = await mailSite(database.db, mailQueue.site);
  const content = testMail(site);
  const message_id = mailQueue.newMessageId();
  const head = {
    messageId: message_id,
    date: new Date(clock.now()),
    from,
    to: email,
    replyTo: null,
    headers: { "auto-submitted": "auto-generated" },
  };
  const message = await composeMail(head, encodeBody({ ...content, fieldKey: FIELD_KEY }, []), {});
  const { reply, failed } = await trySmtp(target, { from: from.address, to: email, message });
  const server = smtpHost(target.url);
  return { state: failed === null ? "accepted" : "failed", failed_at: failed, reply, server, email, message_id };
}

/** The server and sender that are used now, or with settings that are not saved, theirs. */
async function testedServer(parts: TestMailParts, settings: TypedMailSettings | undefined) {
  const { db } = parts.database;
  const now = await readSender(db, parts.sender);
  if (!settings) return { target: await parts.mailServers.read(db), from: now };
  const { target, from } = await unsavedServer(parts, settings);
  const { from: fallback } = parts.sender;
  if (!fallback.isDefault) return { target, from: now };
  return { target, from: { name: from.name || now.name, address: from.address || fallback.address } };
}

export function testMail(site: MailSite): MailContent {
  const { name, language } = site;
  const t = textIn(language);
  return renderMail(site, {
    subject: t("Test mail from {name}", { name }),
    preview: t("The mail server accepted this mail."),
    language,
    blocks: [
      { kind: "heading", text: t("Mail works") },
      {
        kind: "paragraph",
        text: t(
          "This mail was sent from the settings of {name}. To see whether other servers trust its sender, open its source in your mail program, copy it, and paste it under Settings, Mail.",
          { name },
        ),
      },
    ],
    reason: t("You received this mail because the mail settings of {name} were tested with your address.", { name }),
  });
}
