import type { Database } from "#db/open.ts";
import { recordEntry } from "#features/audit/commands.ts";
import type { MailQueue } from "#features/mail/commands.ts";
import { renderMail } from "#features/mail/mail.tsx";
import { mailSite, readSender, type SenderSettings } from "#features/mail/queries.ts";
import { countTest, type TestCounts } from "#features/newsletter/issues/sending.ts";
import type { Clock } from "#platform/clock.ts";
import { composeMail, encodeBody, FIELD_KEY } from "#platform/mail.ts";
import { smtpHost, trySmtp } from "#platform/smtp.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError } from "#shared/errors.ts";
import type { TestOutcome } from "./endpoints.ts";

export type TestMailParts = {
  database: Database;
  clock: Clock;
  mailQueue: Pick<MailQueue, "site" | "newMessageId">;
  sender: SenderSettings;
  /** The mail server; undefined: mails are files. */
  smtpUrl: string | undefined;
  testCounts: TestCounts;
};

/**
 * Sends a test mail immediately, outside of the outbox: the outbox retries, and its outcome would have to be waited for
 * (decision 168). Throws `ConflictError` without a mail server, and `TooManyRequestsError` after too many.
 */
export async function sendTestMail(parts: TestMailParts, by: Actor, email: string): Promise<TestOutcome> {
  const { database, clock, mailQueue, sender, smtpUrl } = parts;
  if (smtpUrl === undefined)
    throw new ConflictError("no_mail_server", "No mail server is set. Set SMTP_URL, and restart the server.");
  await countTest(database.db, parts.testCounts, by, email);
  await recordEntry(database.db, clock, { by, action: "mail.test", subject: { kind: "mail" } });
  const site = await mailSite(database.db, mailQueue.site);
  const content = renderMail(site, {
    subject: `Test mail from ${site.name}`,
    preview: "Mail leaves the publication.",
    blocks: [
      { kind: "heading", text: "Mail works" },
      {
        kind: "paragraph",
        text: `This mail was sent from the settings of ${site.name}. To see whether other servers trust its sender, open its source in your mail program, copy it, and paste it under Settings, Mail.`,
      },
    ],
    reason: `You received this mail because a chief of ${site.name} tested its mail settings with your address.`,
  });
  const message_id = mailQueue.newMessageId();
  const from = await readSender(database.db, sender);
  const head = {
    messageId: message_id,
    date: new Date(clock.now()),
    from,
    to: email,
    replyTo: null,
    headers: { "auto-submitted": "auto-generated" },
  };
  const message = await composeMail(head, encodeBody({ ...content, fieldKey: FIELD_KEY }, []), {});
  const { reply, failed } = await trySmtp(smtpUrl, { from: from.address, to: email, message });
  const server = smtpHost(smtpUrl);
  return { state: failed === null ? "accepted" : "failed", failed_at: failed, reply, server, email, message_id };
}
