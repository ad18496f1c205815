import { readFileSync } from "node:fs";
import PostalMime, { type Email } from "postal-mime";
import { onTestFinished } from "vitest";
import { smtpServer } from "#platform/smtp.ts";
import { startSmtpSink } from "./smtp-sink.ts";

export type ReadMail = Email & { raw: string; header: (name: string) => string | undefined };

/** A mail as parsed by an independent library. */
export async function readMail(raw: Uint8Array): Promise<ReadMail> {
  const email = await PostalMime.parse(raw);
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value;
  return { ...email, raw: new TextDecoder().decode(raw), header };
}

/** A mail server for one test, and its address. */
export async function startMailServer(
  settings: Parameters<typeof startSmtpSink>[0] & { connections?: number; socketTimeout?: number } = {},
) {
  const { connections = 5, socketTimeout = 5_000, ...sinkSettings } = settings;
  const sink = await startSmtpSink(sinkSettings);
  onTestFinished(() => sink.stop());
  return { sink, transport: smtpServer({ url: sink.url, connections, socketTimeout }) };
}

/** The mails in the files, with the number that each has in the outbox. */
export const readMailFiles = (files: string[]) =>
  Promise.all(files.map(async (file) => ({ ...(await readMail(readFileSync(file))), number: file.split("-").at(-2) })));
