import { join } from "node:path";
import { type MailTransport, mailFiles } from "#platform/mail.ts";
import { localStorage } from "#platform/storage.ts";
import type { Env } from "../env.ts";

/** A mail server if one is configured, else files. The client is loaded only where it is used. */
export async function openTransport({ mail, dataDir }: Pick<Env, "mail" | "dataDir">): Promise<MailTransport> {
  if (!mail.smtpUrl) return mailFiles(localStorage(join(dataDir, "outbox")));
  const { smtpServer } = await import("#platform/smtp.ts");
  return smtpServer({ url: mail.smtpUrl, connections: mail.connections });
}
