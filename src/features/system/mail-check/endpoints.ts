import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { errorBody } from "#shared/schema.ts";

const record = z.object({
  state: z.enum(["found", "missing", "unknown"]).describe("Unknown: the name servers did not answer"),
  name: z.string().describe("The name that was looked up"),
  text: z.string().describe("The record; empty if it was not found"),
});
export type MailRecord = z.infer<typeof record>;

/** The records with which other servers verify mail from this publication. */
export const mailRecords = z
  .object({
    from: z.string().describe("The sender's address"),
    sends_mail: z.boolean().describe("Whether an SMTP server is set; without one, mails are files"),
    spf: record,
    dmarc: record,
    dkim: record.nullable().describe("Null without a selector"),
  })
  .meta({ id: "MailRecords" });
export type MailRecords = z.infer<typeof mailRecords>;

const SELECTOR = "Selector must be a DKIM selector, for example mail or s1.";

export const mailCheckEndpoints = endpoints({
  "GET /mail/records": {
    access: "system.manage",
    tags: ["System"],
    summary: "The SPF, DMARC and DKIM records of the sender's domain, looked up now",
    query: z.object({
      selector: z
        .string({ error: SELECTOR })
        .regex(/^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){0,2}$/i, { error: SELECTOR })
        .optional(),
    }),
    response: { 200: mailRecords, 400: errorBody },
  },
});
export type MailCheckEndpoints = typeof mailCheckEndpoints;
