import { z } from "zod";
import { revision, revisionBody, revisionList, revisionQuery } from "#features/documents/history/schema.ts";
import { markedText, suggestedText } from "#features/documents/suggestions/schema.ts";
import { MAX_FORM_TEXT_BYTES } from "#platform/multipart.ts";
import { endpoints } from "#shared/endpoint.ts";
import { CONTENT_ERRORS } from "#shared/endpoint-facts.ts";
import { htmlText, idText, noContent, pageQuery, storySchema, text } from "#shared/schema.ts";
import { MAX_SLUG } from "#shared/slug.ts";

const NO_OBJECT = "The body must be a JSON object.";

const fields = {
  title: text({ name: "Title", max: 300 }),
  slug: text({ name: "Address", max: MAX_SLUG }).describe(
    "The page's address, `/{slug}`; derived from the title if empty",
  ),
  content: htmlText("Content").describe(
    'HTML, sanitised as an article\'s content, and blocks: `<aside class="stat-row|price-table|office|contact-form|last-updated|retention-table">`',
  ),
  seo_title: text({ name: "Search title", max: 200 }),
  seo_description: text({ name: "Search description", max: 400 }),
  in_menu: z.boolean({ error: "In menu must be true or false." }).describe("Whether the footer links to it"),
};
export type PageFields = z.infer<z.ZodObject<typeof fields>>;

const date = z.iso.datetime({ offset: true, error: "The time must be an ISO 8601 date and time." });

/** `POST pages/` and `PUT pages/{id}/`: omitted fields keep their value, or are empty in a new page. */
const pageBody = z
  .object(
    {
      ...fields,
      status: z.enum(["draft", "published"], { error: "Status must be draft or published." }),
      published_date: date.nullable(),
    },
    { error: NO_OBJECT },
  )
  .partial();
export type PageBody = z.infer<typeof pageBody>;

const draftBody = z.object({ ...fields, text_with_suggestions: markedText }, { error: NO_OBJECT }).partial();
export type DraftBody = z.infer<typeof draftBody>;

const pageParams = z.object({ id: idText });
const versionParams = pageParams.extend({ n: idText });
const draftQuery = z.object({ retry: z.enum(["1"]).optional(), scheduled: z.enum(["1"]).optional() });
const publishBody = z.object({ at: date.nullish() }, { error: NO_OBJECT }).nullish();

const sitePage = z
  .object({
    id: z.int().positive(),
    ...fields,
    status: z.enum(["draft", "published"]),
    published_date: z.iso.datetime().nullable().describe("A future time schedules the page"),
    path: z.string().describe("Its public address once it is published"),
    version: z.int().describe("Incremented by every public change; for `If-Match`"),
    created: z.iso.datetime(),
    updated: z.iso.datetime(),
    has_draft: z.boolean().describe("Whether it has a working copy"),
    text_with_suggestions: suggestedText,
    publish_at: z.iso.datetime().nullable().describe("When its working copy becomes public, if a time was set"),
  })
  .meta({ id: "SitePage" });
export type SitePage = z.infer<typeof sitePage>;

const listedPage = sitePage
  .omit({ content: true, created: true })
  .extend({ story: storySchema.optional().describe("Where it is on its way to readers; for editors only") })
  .meta({ id: "ListedPage" });
export type ListedPage = z.infer<typeof listedPage>;
const pageList = z.array(listedPage);

const pageCopy = sitePage
  .extend({ saved: z.iso.datetime(), saved_by: z.string().nullable() })
  .meta({ id: "PageWorkingCopy" });
export type PageCopy = z.infer<typeof pageCopy>;

const wholePageRevision = revision.extend(fields).meta({ id: "WholePageRevision" });
export type WholePageRevision = z.infer<typeof wholePageRevision>;

const part = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), html: z.string() }),
  z.object({
    type: z.literal("points"),
    items: z.array(z.object({ title: z.string(), html: z.string() })),
    isNumbered: z.boolean().optional(),
  }),
  z.object({ type: z.literal("stats"), items: z.array(z.object({ figure: z.string(), label: z.string() })) }),
  z.object({
    type: z.literal("prices"),
    items: z.array(
      z.object({
        name: z.string(),
        price: z.string(),
        per: z.string(),
        html: z.string(),
        features: z.array(z.string()),
      }),
    ),
  }),
  z.object({
    type: z.literal("office"),
    place: z.string(),
    hours: z.array(z.object({ days: z.string(), time: z.string() })),
  }),
  z.object({ type: z.literal("retention"), items: z.array(z.object({ label: z.string(), period: z.string() })) }),
  z.object({ type: z.literal("contact") }),
]);

/** The content of an address: a page, or its new address. */
const addressed = z
  .object({
    page: z
      .object({
        slug: z.string(),
        title: z.string(),
        kicker: z.string(),
        head: z.object({ title: z.string(), description: z.string() }),
        isDated: z.boolean(),
        updated: z.iso.datetime().nullable(),
        intro: z.string(),
        opening: z.array(part),
        sections: z.array(z.object({ id: z.string(), title: z.string(), parts: z.array(part) })),
      })
      .nullable(),
    moved_to: z.string().nullable().describe("The current path of the page that used to be at this address"),
  })
  .meta({ id: "PageAtAddress" });
export type PageAtAddress = z.infer<typeof addressed>;

const found = z.array(z.object({ title: z.string(), path: z.string(), description: z.string() }));
const foundQuery = z.object({ query: text({ name: "Query", min: 1, max: 1000 }) });

const tags = ["Pages"];
const own = { access: "page.manage", tags } as const;
const read = { access: "either", tags } as const;
const STALE_CONFLICT = "With the page's ETag in If-Match, responds 409 if the page has changed since.";
const writing = { bodyLimit: MAX_FORM_TEXT_BYTES, compress: false } as const;

export const sitePageEndpoints = endpoints({
  "GET /pages": {
    ...read,
    summary: "Pages, by title; readers get the public ones",
    query: pageQuery,
    response: { 200: pageList },
  },
  "POST /pages": {
    ...own,
    ...writing,
    summary: "Add a page; a draft by default",
    description: "A repeated request with the same Idempotency-Key returns the existing page.",
    body: pageBody,
    headers: ["idempotency-key"],
    errors: [
      "slug_taken",
      "invalid_slug",
      "approval_required",
      "house_style",
      "override_required",
      "incomplete_document",
      ...CONTENT_ERRORS,
    ],
    response: { 201: sitePage },
  },
  "GET /pages/:id": {
    ...read,
    summary: "One page; readers get a public one",
    params: pageParams,
    response: { 200: sitePage },
  },
  "PUT /pages/:id": {
    ...own,
    ...writing,
    summary: "Save a page; a former address redirects to the new one",
    description: STALE_CONFLICT,
    params: pageParams,
    body: pageBody,
    headers: ["if-match", "idempotency-key"],
    errors: [
      "slug_taken",
      "invalid_slug",
      "approval_required",
      "house_style",
      "override_required",
      "incomplete_document",
      ...CONTENT_ERRORS,
    ],
    response: { 200: sitePage },
  },
  "GET /pages/:id/draft": {
    ...own,
    summary: "A page's working copy, hidden from readers",
    params: pageParams,
    errors: ["working_copy_not_found"],
    response: { 200: pageCopy },
  },
  "PUT /pages/:id/draft": {
    ...own,
    ...writing,
    summary: "Save the working copy; omitted fields keep their value",
    description:
      "Works as for articles: merges others' saves and responds 409 if both changed the same words differently; `retry=1` and `scheduled=1` have the same effect.",
    params: pageParams,
    query: draftQuery,
    body: draftBody,
    headers: ["if-match", "idempotency-key"],
    responseHeaders: ["save-merged"],
    errors: ["not_your_suggestion", "too_many_suggestions", "edit_conflict", "update_scheduled", ...CONTENT_ERRORS],
    response: { 200: pageCopy },
  },
  "DELETE /pages/:id/draft": {
    ...own,
    summary: "Discard the working copy; it stays in the version history",
    params: pageParams,
    errors: ["working_copy_not_found"],
    response: { 204: noContent },
  },
  "POST /pages/:id/publish": {
    ...own,
    summary: "Publish the working copy, or the stored text without one, now or at a time",
    description: `With \`at\`, a scheduled page changes only its time. ${STALE_CONFLICT}`,
    params: pageParams,
    body: publishBody,
    headers: ["if-match", "idempotency-key"],
    errors: [
      "approval_required",
      "house_style",
      "override_required",
      "incomplete_document",
      "nothing_to_publish",
      "time_in_past",
      "slug_taken",
    ],
    response: { 200: sitePage },
  },
  "DELETE /pages/:id/publish": {
    ...own,
    summary: "Cancel a scheduled update",
    params: pageParams,
    errors: ["nothing_scheduled"],
    response: { 204: noContent },
  },
  "POST /pages/:id/unpublish": {
    ...own,
    summary: "Make a page a draft again and cancel its schedule",
    description: STALE_CONFLICT,
    params: pageParams,
    headers: ["if-match"],
    errors: ["override_required"],
    response: { 200: sitePage },
  },
  "GET /pages/:id/revisions": {
    ...own,
    summary: "A page's versions, newest first",
    params: pageParams,
    query: revisionQuery,
    response: { 200: revisionList },
  },
  "GET /pages/:id/revisions/:n": {
    ...own,
    summary: "One version with its text",
    params: versionParams,
    response: { 200: wholePageRevision },
  },
  "PATCH /pages/:id/revisions/:n": {
    ...own,
    summary: "Name a version",
    params: versionParams,
    body: revisionBody,
    response: { 200: revision },
  },
  "POST /pages/:id/revisions/:n/restore": {
    ...own,
    summary: "Restore a version as the newest; of a published or scheduled page, in its working copy",
    description: STALE_CONFLICT,
    params: versionParams,
    headers: ["if-match"],
    errors: ["edit_conflict", "update_scheduled", "content_too_complex", "content_too_large", "slug_taken"],
    response: { 200: sitePage },
  },
  "GET /pages/search": {
    access: "public",
    cost: "search",
    summary: "Up to three published pages that contain all words of a query",
    tags,
    query: foundQuery,
    response: { 200: found },
  },
  "GET /pages/by-address/:slug": {
    access: "public",
    summary: "The public page at an address, with its content in parts",
    tags,
    cache: { isNamed: true },
    params: z.object({ slug: z.string() }),
    errors: ["page_not_found"],
    response: { 200: addressed },
  },
});
export type PageEndpoints = typeof sitePageEndpoints;
