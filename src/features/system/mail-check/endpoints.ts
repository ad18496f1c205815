import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { emailAddress } from "#shared/schema.ts";
import { SELECTOR, SELECTOR_ERROR } from "./results.ts";

/** How mail leaves the publication. */
export const mailState = z
  .object({
    from: z.object({ name: z.string(), email: z.string() }).describe("The sender"),
    server: z.string().nullable().describe("Host and port of the mail server; null without one: mails are files"),
    own_email: z.string().describe("The address of the caller's account"),
  })
  .meta({ id: "MailState" });
export type MailState = z.infer<typeof mailState>;

/** The step at which the mail server stopped a mail; `timeout`: it did not answer in time at any of them. */
const FAILED_STEPS = ["name", "connection", "encryption", "login", "sender", "recipient", "text", "timeout"] as const;

/** What the mail server did with a test mail. */
export const testOutcome = z
  .object({
    state: z.enum(["accepted", "failed"]),
    failed_at: z.enum(FAILED_STEPS).nullable().describe("The step at which it failed; null if it was accepted"),
    reply: z.string().describe("The mail server's reply, or the error if there was none"),
    server: z.string().describe("Host and port of the mail server"),
    email: z.string(),
    message_id: z.string().describe("The Message-ID of the mail"),
  })
  .meta({ id: "TestMailOutcome" });
export type TestOutcome = z.infer<typeof testOutcome>;

const record = z.object({
  state: z
    .enum(["found", "missing", "several", "revoked", "timeout", "unknown"])
    .describe(
      "Several: more than one SPF or DMARC record, which counts as none. Revoked: the DKIM key is empty. Timeout and unknown: the name servers did not answer, or with an error",
    ),
  name: z.string().describe("The name that was looked up"),
  text: z.string().describe("The record; empty if it was not found"),
});
export type MailRecord = z.infer<typeof record>;

/** The records with which other servers verify mail from this publication. */
export const mailRecords = z
  .object({
    spf: record,
    dmarc: record,
    dkim: record.nullable().describe("Null without a selector"),
  })
  .meta({ id: "MailRecords" });
export type MailRecords = z.infer<typeof mailRecords>;

const managing = { access: "settings.manage", tags: ["Mail"] } as const;

export const mailCheckEndpoints = endpoints({
  "GET /mail": {
    ...managing,
    summary: "The sender and the mail server",
    response: { 200: mailState },
  },
  "POST /mail/test": {
    ...managing,
    summary: "Send a test mail, and return what the mail server replied",
    description:
      "It is sent immediately, and only once, outside of the outbox. Each account can send 60 test mails per hour to people of the newsroom, and 5 to others. 409 without a mail server.",
    body: z.object({ email: emailAddress }, { error: "The body must be a JSON object." }),
    errors: ["no_mail_server", "too_many_test_mails"],
    response: { 200: testOutcome },
  },
  "GET /mail/records": {
    ...managing,
    summary: "The SPF, DMARC and DKIM records of the sender's domain, looked up now",
    query: z.object({
      selector: z.string({ error: SELECTOR_ERROR }).regex(SELECTOR, { error: SELECTOR_ERROR }).optional(),
    }),
    response: { 200: mailRecords },
  },
});
export type MailCheckEndpoints = typeof mailCheckEndpoints;
