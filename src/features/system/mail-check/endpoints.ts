import { z } from "zod";
import { passwordText } from "#features/identity/accounts/endpoints.ts";
import { SMTP_SECURITIES } from "#features/mail/rules.ts";
import { endpoints } from "#shared/endpoint.ts";
import { emailAddress } from "#shared/schema.ts";
import { isStorable } from "#shared/text.ts";
import { SELECTOR, SELECTOR_ERROR } from "./results.ts";

const HOST_ERROR = "Host must be a name such as mail.example.com, or an address.";
/** An IPv6 address in the form of URLs. */
const urlHost = (typed: string) => (typed.includes(":") ? `[${typed}]` : typed);
/** The characters of names and addresses; the parser of URLs judges the rest. */
const HOST = /^[a-z0-9_:][a-z0-9_.:-]{0,252}$/i;
const controls = /\p{Cc}/u;

const host = z
  .string({ error: HOST_ERROR })
  .trim()
  .max(253, { error: HOST_ERROR })
  .refine((typed) => typed === "" || (HOST.test(typed) && URL.canParse(`smtp://${urlHost(typed)}`)), {
    error: HOST_ERROR,
  });
const PORT_ERROR = "Port must be a number from 1 to 65535.";
const port = z.int({ error: PORT_ERROR }).min(1, { error: PORT_ERROR }).max(65_535, { error: PORT_ERROR });
const line = (name: string, max: number) =>
  z
    .string({ error: `${name} must be a text.` })
    .max(max, { error: `${name} must have at most ${max} characters.` })
    .refine((typed) => isStorable(typed) && !controls.test(typed), {
      error: `${name} contains characters that cannot be used.`,
    });

/** The mail server and the sender of the settings. The operator's variables override them. */
export const mailSettings = z
  .object({
    host: host.describe("Empty for no mail server"),
    port,
    security: z
      .enum(SMTP_SECURITIES, { error: `Security must be one of ${SMTP_SECURITIES.join(", ")}.` })
      .describe(
        "Encrypted from the start (tls), by STARTTLS, or only if the server offers it (optional). A login always needs encryption, except on this machine",
      ),
    user: line("User", 320),
    from_name: line("Sender’s name", 100).describe("Empty for the publication's name"),
    from_email: z
      .union([z.literal(""), emailAddress], { error: "Sender’s address must be an email address." })
      .describe("Empty for the default address"),
    has_password: z.boolean().describe("Whether a password is stored. It is never returned"),
    is_locked: z.boolean().describe("Whether the stored password can't be decrypted with the site's keys"),
  })
  .meta({ id: "MailSettings" });
export type MailSettings = z.infer<typeof mailSettings>;

/** Omitted `smtp_password`: the stored one, if host and user are the same. */
const typedSettings = mailSettings
  .omit({ has_password: true, is_locked: true })
  .extend({ smtp_password: line("Password", 1_000).optional().describe("Omitted: as stored") });

const NO_OBJECT = "The body must be a JSON object.";
const mailSettingsBody = z.strictObject(
  {
    ...typedSettings.shape,
    password: passwordText("Password").optional().describe("That of the account; required if it logged in long ago"),
  },
  { error: NO_OBJECT },
);
export type TypedMailSettings = z.output<typeof typedSettings>;

/** How mail leaves the publication. */
export const mailState = z
  .object({
    from: z.object({ name: z.string(), email: z.string() }).describe("The sender"),
    server: z.string().nullable().describe("Host and port of the mail server; null without one: mails are files"),
    own_email: z.string().describe("The address of the caller's account"),
    variables: z
      .object({
        server: z.enum(["set", "off"]).nullable().describe("`SMTP_URL`, which overrides the settings"),
        sender: z.boolean().describe("Whether `MAIL_FROM` is set, which is stronger than the settings"),
        any_host: z.boolean().describe("Whether the settings may name a server on any network, at any port"),
      })
      .describe("What the operator has set"),
  })
  .meta({ id: "MailState" });
export type MailState = z.infer<typeof mailState>;

/** The step at which it failed; `network`: connecting to it is not allowed; `timeout`: it did not answer in time at any. */
const FAILED_STEPS = [
  "name",
  "network",
  "connection",
  "encryption",
  "login",
  "sender",
  "recipient",
  "text",
  "timeout",
] as const;

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
  "GET /settings/mail": {
    ...managing,
    summary: "The mail server and the sender of the settings, without the password",
    response: { 200: mailSettings },
  },
  "PUT /settings/mail": {
    ...managing,
    summary: "Change the mail server and the sender",
    description:
      "Needs the account's password, unless the user logged in within the last 15 minutes. All servers use the new mail server for the next mail. With their ETag in If-Match, responds 409 if they have changed since.",
    body: mailSettingsBody,
    headers: ["if-match"],
    errors: ["wrong_password", "password_required", "too_many_logins"],
    response: { 200: mailSettings },
  },
  "GET /mail": {
    ...managing,
    summary: "The sender and the mail server",
    response: { 200: mailState },
  },
  "POST /mail/test": {
    ...managing,
    summary: "Send a test mail, and return what the mail server replied",
    description:
      "It is sent immediately, and only once, outside of the outbox. With `settings`, they are tested before they are saved. Each account can send 60 test mails per hour to people of the newsroom, and 5 to others. 409 without a mail server.",
    body: z.object(
      { email: emailAddress, settings: z.strictObject(typedSettings.shape, { error: NO_OBJECT }).optional() },
      { error: NO_OBJECT },
    ),
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
