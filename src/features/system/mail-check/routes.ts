import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import { mailCheckEndpoints } from "./endpoints.ts";
import { type LookUp, readRecords } from "./records.ts";

export type MailCheckParts = {
  /** The sender's address. */
  from: string;
  sendsMail: boolean;
  lookUp: LookUp;
};

export function mailCheckRoutes({ from, sendsMail, lookUp }: MailCheckParts): ApiPlugin {
  return async (app) =>
    serve(app, mailCheckEndpoints, {
      "GET /mail/records": async ({ query }) => ({
        from,
        sends_mail: sendsMail,
        ...(await readRecords(lookUp, from.slice(from.lastIndexOf("@") + 1), query.selector)),
      }),
    });
}
