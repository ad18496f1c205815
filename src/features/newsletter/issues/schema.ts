import { z } from "zod";
import { revision } from "#features/documents/desk/schema.ts";
import { MAIL_STATES } from "#features/mail/schema.ts";
import { emailAddress } from "#shared/email.ts";
import { idNumber, idText, pageQuery, text } from "#shared/schema.ts";
import { MAX_ARTICLES } from "./rules.ts";

const NO_OBJECT = "The body must be a JSON object.";

const articleIds = z
  .array(idNumber("Articles must be ids."), {
    error: "Articles must be a list of ids.",
  })
  .max(MAX_ARTICLES, { error: `An issue has at most ${MAX_ARTICLES} articles.` })
  .refine((ids) => new Set(ids).size === ids.length, { error: "An article can be in an issue only once." });

const fields = {
  subject: text({ name: "Subject", min: 1, max: 200 }),
  preview: text({ name: "Preview text", max: 200 }),
  introduction: text({ name: "Introduction", max: 5_000 }).describe("Plain text, which comes first"),
  body: z
    .string({ error: "The text must be text." })
    .refine((html) => !html.includes("\u0000") && html.isWellFormed(), {
      error: "The text contains characters that cannot be stored.",
    })
    .describe(
      'HTML, sanitised as an article\'s content, and `<article class="with-picture" data-article="12">`, `<aside class="sponsor">`, `<p class="button">`',
    ),
  article_ids: articleIds.describe("Articles that follow the text, but for those that stand in it"),
};

/**
 * `POST newsletter/issues/`. Lengths in code points; the introduction is plain text with blank lines between
 * paragraphs, the body HTML.
 */
export const issueBody = z.object(
  {
    subject: fields.subject,
    preview: fields.preview.default(""),
    introduction: fields.introduction.default(""),
    body: fields.body.default(""),
    article_ids: fields.article_ids.default([]),
  },
  { error: NO_OBJECT },
);
export type IssueBody = z.infer<typeof issueBody>;

/** `PUT newsletter/issues/{id}/`: omitted fields keep their value. */
export const issueChange = z.object(fields, { error: NO_OBJECT }).partial();
export type IssueChange = z.infer<typeof issueChange>;

export const issueParams = z.object({ id: idText });
export const frameQuery = z.object({
  key: z.string().max(200),
  theme: z.enum(["light", "dark"], { error: "Theme must be light or dark." }).optional(),
});
export const testBody = z.object({ email: emailAddress }, { error: NO_OBJECT });

/** `POST newsletter/issues/{id}/send/`: at a time, or now. */
export const sendBody = z
  .object({ at: z.iso.datetime({ offset: true, error: "The time must be an ISO 8601 date and time." }).optional() })
  .nullish();

export const issueQuery = pageQuery.extend({
  query: text({ name: "Query", max: 300 }).optional().describe("Words of the subject"),
});

export const recipientsQuery = pageQuery.extend({
  state: z.enum(MAIL_STATES, { error: `State must be one of ${MAIL_STATES.join(", ")}.` }).optional(),
});

/**
 * An issue. `draft` becomes `scheduled` (also when sent now), then `sending`, then `sent`; `paused` can come in
 * between. It can be changed and deleted until sending has begun.
 */
export const issue = z
  .object({
    id: z.int().positive(),
    state: z.enum(["draft", "scheduled", "sending", "paused", "sent"]),
    version: z.int().describe("Raised whenever what it says is changed; `If-Match` names it"),
    is_digest: z.boolean(),
    ...z.object(fields).shape,
    recipients: z.int().describe("Subscribers it goes to; 0 before sending begins"),
    counts: z
      .object({
        waiting: z.int(),
        sent: z.int(),
        failed: z.int(),
        uncertain: z.int(),
        cancelled: z.int().describe("Left before their mail was sent"),
        unsubscribed: z.int().describe("Left after this issue"),
      })
      .describe("Recipients by what became of their mail"),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    scheduled_at: z.iso.datetime().nullable(),
    started_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
    last_error: z.string().describe("Why its sending does not get on; else empty"),
  })
  .meta({ id: "Issue" });
export const issueList = z.array(issue);
export type Issue = z.infer<typeof issue>;

/** An issue as mail. `frame_url` shows the HTML part in a frame, for an hour. */
export const issuePreview = z
  .object({ subject: z.string(), html: z.string(), text: z.string(), frame_url: z.string() })
  .meta({ id: "IssuePreview" });

/** The response of `best-of-the-week`: the body of a new issue. */
export const issueProposal = z.object(fields).meta({ id: "IssueProposal" });

/** Whom an issue reaches: a number alone, as addresses are not for all who send issues. */
export const issueReach = z
  .object({ recipients: z.int().describe("Active subscribers, without addresses that mail servers reject as unknown") })
  .meta({ id: "IssueReach" });

export const issueRevisionParams = issueParams.extend({ n: idText });

export const issueSize = z.object({ bytes: z.int().positive() }).meta({ id: "IssueSize" });

/** A version of an issue with what it said. */
export const wholeIssueRevision = revision.extend(fields).meta({ id: "WholeIssueRevision" });
export type WholeIssueRevision = z.infer<typeof wholeIssueRevision>;

/** The weekly digest: when it is filled and sent. */
export const digest = z
  .object(
    {
      enabled: z.boolean({ error: "Enabled must be true or false." }),
      weekday: z
        .int({ error: "Weekday must be from 0 to 6." })
        .min(0, { error: "Weekday must be from 0 to 6." })
        .max(6, { error: "Weekday must be from 0 to 6." })
        .describe("0 is Sunday, in the newsroom's time zone"),
      hour: z
        .int({ error: "Hour must be from 0 to 23." })
        .min(0, { error: "Hour must be from 0 to 23." })
        .max(23, { error: "Hour must be from 0 to 23." })
        .describe("In the newsroom's time zone"),
    },
    { error: NO_OBJECT },
  )
  .meta({ id: "Digest" });
export type DigestSetting = z.infer<typeof digest>;
