import { findOwn } from "#features/identity/accounts/queries.ts";
import { type Owner, ownerOf } from "#features/identity/credentials/password.ts";
import { readSender } from "#features/mail/queries.ts";
import { type ApiPlugin, type ResponseHead, serve } from "#platform/endpoints.ts";
import { smtpHost } from "#platform/smtp.ts";
import { isCurrentFor, tagged } from "#platform/version-tags.ts";
import { settingVersion } from "#shared/fingerprint.ts";
import { actorOf } from "#shared/viewer.ts";
import { type MailSettings, mailCheckEndpoints } from "./endpoints.ts";
import { type LookUp, readRecords } from "./records.ts";
import { readMailSettings, saveMailSettings } from "./settings.ts";
import { sendTestMail, type TestMailParts } from "./test-mail.ts";

export type MailCheckParts = TestMailParts & {
  lookUp: LookUp;
  /** Checks the user who changes the server. Throws InvalidError. */
  confirm: (owner: Owner) => Promise<unknown>;
};

export function mailCheckRoutes({ lookUp, confirm, ...parts }: MailCheckParts): ApiPlugin {
  const { sender, mailServers } = parts;
  const { db } = parts.database;
  const respond = (reply: ResponseHead, shown: MailSettings) => tagged(reply, settingVersion(shown), shown);
  return async (app) =>
    serve(app, mailCheckEndpoints, {
      "GET /settings/mail": async (_call, reply) => respond(reply, await readMailSettings(db, parts)),
      "PUT /settings/mail": async (call, reply) => {
        const { password: _password, ...typed } = call.body;
        await confirm(ownerOf(call));
        return respond(reply, await saveMailSettings(parts, actorOf(call), typed, isCurrentFor(call)));
      },
      "GET /mail": async (call) => {
        const { name, address: email } = await readSender(db, sender);
        const own = await findOwn(db, actorOf(call).accountId ?? 0);
        const server = await mailServers.read(db);
        const { smtpUrl } = mailServers;
        return {
          from: { name, email },
          server: server && smtpHost(server.url),
          own_email: own?.email ?? "",
          variables: {
            server: smtpUrl === undefined ? null : smtpUrl === null ? "off" : "set",
            sender: sender.from.isDefault !== true,
            any_host: mailServers.allowsAnyHost,
          },
        };
      },
      "POST /mail/test": (call) => sendTestMail(parts, actorOf(call), call.body),
      "GET /mail/records": async ({ query }) => {
        const { address } = await readSender(db, sender);
        return readRecords(lookUp, address.slice(address.lastIndexOf("@") + 1), query.selector);
      },
    });
}
