import { z } from "zod";
import { articleList } from "#features/articles/schema.ts";
import { revision, revisionBody, revisionList, revisionQuery } from "#features/documents/history/schema.ts";
import { markedText, suggestedText } from "#features/documents/suggestions/schema.ts";
import { MAIL_STATES, outboxList } from "#features/mail/endpoints.ts";
import { MAX_FORM_TEXT_BYTES } from "#platform/multipart.ts";
import { endpoints } from "#shared/endpoint.ts";
import { CONTENT_ERRORS } from "#shared/endpoint-facts.ts";
import { includeParameter } from "#shared/include.ts";
import { emailAddress, htmlText, idNumber, idText, noContent, pageQuery, storySchema, text } from "#shared/schema.ts";
import { issueCounts } from "./numbers/endpoints.ts";
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
  introduction: text({ name: "Introduction", max: 5_000 }).describe("Plain text before the body"),
  body: htmlText("The text").describe(
    'HTML, sanitised as an article\'s content, and `<article class="with-picture" data-article="12">`, `<aside class="sponsor">`',
  ),
  article_ids: articleIds.describe("Articles after the text, except articles within the text"),
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
const issueChange = z.object(fields, { error: NO_OBJECT }).partial();
export type IssueChange = z.infer<typeof issueChange>;

const issueParams = z.object({ id: idText });
const frameQuery = z.object({
  key: z.string().max(200),
  theme: z.enum(["light", "dark"], { error: "Theme must be light or dark." }).optional(),
});
const testBody = z.object({ email: emailAddress }, { error: NO_OBJECT });

/** `POST newsletter/issues/{id}/send/`: at a time, or now. */
const sendBody = z
  .object({ at: z.iso.datetime({ offset: true, error: "The time must be an ISO 8601 date and time." }).optional() })
  .nullish();

const draftQuery = z.object({ retry: z.enum(["1"]).optional(), scheduled: z.enum(["1"]).optional() });

const issueQuery = pageQuery.extend({
  query: text({ name: "Query", max: 300 }).optional().describe("Words of the subject"),
  include: includeParameter("articles"),
});

const recipientsQuery = pageQuery.extend({
  state: z.enum(MAIL_STATES, { error: `State must be one of ${MAIL_STATES.join(", ")}.` }).optional(),
});

/**
 * An issue. `draft` becomes `scheduled` (also when sent now), then `sending`, then `sent`; `paused` is possible in
 * between. It can be changed and deleted until sending starts.
 */
const issue = z
  .object({
    id: z.int().positive(),
    state: z.enum(["draft", "scheduled", "sending", "paused", "sent"]),
    version: z.int().describe("Incremented when the content changes"),
    etag: z.string().describe("For `If-Match`: identifies the version, including that of any working copy"),
    has_draft: z.boolean().describe("Whether it has a working copy, which is sent only after it is saved or scheduled"),
    text_with_suggestions: suggestedText,
    is_digest: z.boolean(),
    ...z.object(fields).shape,
    recipients: z.int().describe("The number of recipients; 0 until sending starts"),
    counts: issueCounts,
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    scheduled_at: z.iso.datetime().nullable(),
    started_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
    last_error: z.string().describe("Why sending is stuck; otherwise empty"),
  })
  .meta({ id: "Issue" });
const listedIssue = issue
  .extend({
    story: storySchema.optional().describe("Where it is on its way to readers"),
    included: z
      .object({ articles: articleList.describe("Those of `article_ids`, in this order") })
      .optional()
      .describe("Related rows, with `include`"),
  })
  .meta({ id: "ListedIssue" });
export type ListedIssue = z.infer<typeof listedIssue>;
const issueList = z.array(listedIssue);

/** An issue with its working copy. */
const issueDraft = issue
  .extend({
    saved: z.iso.datetime().optional().describe("When a separate working copy was saved"),
    saved_by: z.string().nullable().optional().describe("The name of the account; null for a deleted one"),
  })
  .meta({ id: "IssueDraft" });
export type IssueDraft = z.infer<typeof issueDraft>;

export type Issue = z.infer<typeof issue>;

/** An issue as mail. `frame_url` shows the HTML part in a frame, for an hour. */
const issuePreview = z
  .object({ subject: z.string(), html: z.string(), text: z.string(), frame_url: z.string() })
  .meta({ id: "IssuePreview" });

/** The response of `best-of-the-week`: the body of a new issue. */
const issueProposal = z.object(fields).meta({ id: "IssueProposal" });

/** The number of recipients, without addresses, which not all senders may see. */
const issueReach = z
  .object({ recipients: z.int().describe("Active subscribers, without addresses that mail servers reject as unknown") })
  .meta({ id: "IssueReach" });

const issueRevisionParams = issueParams.extend({ n: idText });

const issueSize = z.object({ bytes: z.int().positive() }).meta({ id: "IssueSize" });

/** A version of an issue with its content. */
const wholeIssueRevision = revision.extend(fields).meta({ id: "WholeIssueRevision" });
export type WholeIssueRevision = z.infer<typeof wholeIssueRevision>;

/** The schedule of the weekly digest. */
const digest = z
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

const tags = ["Newsletter issues"];
const own = { access: "issue.manage", tags } as const;
const STALE_CONFLICT = "responds 409 if the issue has changed since.";
/** A state change. */
const step = { 200: issue };

/** `newsletter/issues/` and `newsletter/digest/`: writing and sending issues. */
export const issueEndpoints = endpoints({
  "GET /newsletter/issues": {
    ...own,
    summary: "The issues, newest first, with the outcome of their mails; filter by words of the subject",
    query: issueQuery,
    errors: ["unknown_include"],
    response: { 200: issueList },
  },
  "POST /newsletter/issues": {
    ...own,
    summary: "Add a draft",
    description: "A repeated request with the same Idempotency-Key returns the existing draft.",
    bodyLimit: MAX_FORM_TEXT_BYTES,
    compress: false,
    body: issueBody,
    headers: ["idempotency-key"],
    errors: ["unknown_article", "issue_too_long", ...CONTENT_ERRORS],
    response: { 201: issue },
  },
  "GET /newsletter/issues/best-of-the-week": {
    ...own,
    summary: "A proposal from editor's picks and trending articles",
    response: { 200: issueProposal },
  },
  "GET /newsletter/issues/reach": {
    ...own,
    summary: "The number of subscribers who would get an issue now",
    response: { 200: issueReach },
  },
  "GET /newsletter/issues/:id": {
    ...own,
    summary: "One issue",
    params: issueParams,
    response: { 200: issue },
  },
  "PUT /newsletter/issues/:id": {
    ...own,
    summary: "Change an issue before it is sent; omitted fields keep their value",
    description: `Replaces the working copy: that of a draft is saved with it. With the issue's ETag in If-Match, ${STALE_CONFLICT}`,
    bodyLimit: MAX_FORM_TEXT_BYTES,
    compress: false,
    params: issueParams,
    body: issueChange,
    headers: ["if-match", "idempotency-key"],
    errors: [
      "unknown_article",
      "issue_too_long",
      ...CONTENT_ERRORS,
      "issue_started",
      "approval_required",
      "house_style",
      "override_required",
      "edit_conflict",
      "wrong_issue_state",
    ],
    response: { 200: issue },
  },
  "GET /newsletter/issues/:id/draft": {
    ...own,
    summary: "The working copy of an issue, which is not sent",
    params: issueParams,
    errors: ["working_copy_not_found"],
    response: { 200: issueDraft },
  },
  "PUT /newsletter/issues/:id/draft": {
    ...own,
    summary: "Autosave an issue; one person's saves within ten minutes share a version",
    description:
      "Works as for articles: the save changes the working copy, which is sent only after the issue is saved or scheduled; others' saves are merged, and 409 is the response if both changed the same words differently; `retry=1` has the same effect.",
    bodyLimit: MAX_FORM_TEXT_BYTES,
    compress: false,
    params: issueParams,
    query: draftQuery,
    body: issueChange.extend({ text_with_suggestions: markedText }),
    headers: ["if-match", "idempotency-key"],
    responseHeaders: ["save-merged"],
    errors: [
      "not_your_suggestion",
      "too_many_suggestions",
      "edit_conflict",
      "update_scheduled",
      ...CONTENT_ERRORS,
      "issue_started",
      "issue_too_long",
    ],
    response: { 200: issueDraft },
  },
  "DELETE /newsletter/issues/:id/draft": {
    ...own,
    summary: "Discard the working copy of an issue; it stays in the version history",
    params: issueParams,
    errors: ["working_copy_not_found"],
    response: { 204: noContent },
  },
  "GET /newsletter/issues/:id/preview": {
    ...own,
    summary: "The issue as mail",
    params: issueParams,
    response: { 200: issuePreview },
  },
  "GET /newsletter/issues/:id/size": {
    ...own,
    summary: "The size of the mail's HTML part: mail programs cut off the end of large mails",
    params: issueParams,
    response: { 200: issueSize },
  },
  // A frame sends no token: the key in its address, from the previous call, replaces it.
  "GET /newsletter/issues/:id/frame": {
    access: "public",
    cost: "page",
    summary: "Only the HTML part, for a frame",
    tags,
    params: issueParams,
    query: frameQuery,
    errors: ["preview_not_found"],
    sends: { status: 200, description: "The mail as a page.", type: "text/html" },
  },
  "POST /newsletter/issues/:id/test": {
    ...own,
    summary: "Send the issue to one address as a test",
    description: "Each account can send 60 tests per hour to people of the newsroom, and 5 to others.",
    params: issueParams,
    body: testBody,
    errors: ["too_many_test_mails"],
    response: { 204: noContent },
  },
  "POST /newsletter/issues/:id/send": {
    ...own,
    summary: "Send the issue with its working copy at a time, or now",
    description: `With \`at\`, an issue that is already scheduled changes only its time. With the issue's ETag in If-Match, ${STALE_CONFLICT}`,
    params: issueParams,
    body: sendBody,
    headers: ["if-match", "idempotency-key"],
    errors: [
      "approval_required",
      "house_style",
      "override_required",
      "incomplete_document",
      "nothing_to_publish",
      "time_in_past",
      "issue_empty",
      "issue_started",
      "issue_too_long",
      "no_mail_server",
      "wrong_issue_state",
    ],
    response: { 200: issue },
  },
  "POST /newsletter/issues/:id/pause": {
    ...own,
    summary: "Stop an issue before or during sending",
    description: `With the issue's ETag in If-Match, ${STALE_CONFLICT}`,
    params: issueParams,
    headers: ["if-match"],
    errors: ["wrong_issue_state", "issue_started", "approval_required", "override_required", "issue_too_long"],
    response: step,
  },
  "POST /newsletter/issues/:id/resume": {
    ...own,
    summary: "Resume a paused issue without its working copy",
    description: `With the issue's ETag in If-Match, ${STALE_CONFLICT}`,
    params: issueParams,
    headers: ["if-match"],
    errors: ["wrong_issue_state", "issue_started", "approval_required", "override_required", "issue_too_long"],
    response: step,
  },
  "GET /newsletter/issues/:id/recipients": {
    access: "subscriber.manage",
    summary: "The outcome of each recipient's mail, newest first; filter by state",
    tags,
    params: issueParams,
    query: recipientsQuery,
    response: { 200: outboxList },
  },
  "GET /newsletter/issues/:id/revisions": {
    ...own,
    summary: "An issue's versions, newest first",
    params: issueParams,
    query: revisionQuery,
    response: { 200: revisionList },
  },
  "GET /newsletter/issues/:id/revisions/:n": {
    ...own,
    summary: "One version with its content",
    params: issueRevisionParams,
    response: { 200: wholeIssueRevision },
  },
  "PATCH /newsletter/issues/:id/revisions/:n": {
    ...own,
    summary: "Name a version",
    params: issueRevisionParams,
    body: revisionBody,
    response: { 200: revision },
  },
  "POST /newsletter/issues/:id/revisions/:n/restore": {
    ...own,
    summary: "Restore a version as the newest; of an issue that is scheduled or paused, in its working copy",
    description: `With the issue's ETag in If-Match, ${STALE_CONFLICT}`,
    params: issueRevisionParams,
    headers: ["if-match"],
    errors: ["edit_conflict", "update_scheduled", "content_too_complex", "content_too_large", "issue_started"],
    response: { 200: issue },
  },
  "GET /newsletter/digest": {
    ...own,
    summary: "The schedule of the weekly digest",
    response: { 200: digest },
  },
  "PUT /newsletter/digest": {
    ...own,
    summary: "Change the schedule of the weekly digest",
    body: digest,
    response: { 200: digest },
  },
});
export type IssueEndpoints = typeof issueEndpoints;
