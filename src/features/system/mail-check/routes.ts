import { findOwn } from "#features/identity/accounts/queries.ts";
import { readSender } from "#features/mail/queries.ts";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import { smtpHost } from "#platform/smtp.ts";
import { actorOf } from "#shared/viewer.ts";
import { mailCheckEndpoints } from "./endpoints.ts";
import { type LookUp, readRecords } from "./records.ts";
import { sendTestMail, type TestMailParts } from "./test-mail.ts";

export type MailCheckParts = TestMailParts & { lookUp: LookUp };

export function mailCheckRoutes({ lookUp, ...parts }: MailCheckParts): ApiPlugin {
  const { sender, smtpUrl } = parts;
  const { db } = parts.database;
  const domain = sender.from.address.slice(sender.from.address.lastIndexOf("@") + 1);
  return async (app) =>
    serve(app, mailCheckEndpoints, {
      "GET /mail": async (call) => {
        const { name, address: email } = await readSender(db, sender);
        const own = await findOwn(db, actorOf(call).accountId ?? 0);
        return {
          from: { name, email },
          server: smtpUrl === undefined ? null : smtpHost(smtpUrl),
          own_email: own?.email ?? "",
        };
      },
      "POST /mail/test": (call) => sendTestMail(parts, actorOf(call), call.body.email),
      "GET /mail/records": ({ query }) => readRecords(lookUp, domain, query.selector),
    });
}
