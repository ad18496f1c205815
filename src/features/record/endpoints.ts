import { z } from "zod";
import { articleParams, articleSummary, correctionFields } from "#features/articles/schema.ts";
import { endpoints } from "#shared/endpoint.ts";
import { includeParameter } from "#shared/include.ts";
import { idText, pageQuery, text, wholeNumber } from "#shared/schema.ts";
import { KINDS, MAX_OVERRIDE_LENGTH } from "./rules.ts";

const changesQuery = pageQuery.extend({
  kind: z
    .enum(KINDS, { error: `Kind must be one of ${KINDS.join(", ")}.` })
    .optional()
    .describe("Only changes of a kind"),
});
const versionParams = articleParams.extend({ n: idText });

const hash = z.string().describe("SHA-256 in hexadecimal");
const part = z.object({
  is: z.enum(["same", "added", "removed", "omitted"]).describe("If anything is omitted, explains why"),
  text: z.string(),
});
const fieldChange = z.object({ field: z.enum(["title", "excerpt", "image", "content"]), parts: z.array(part) });

const versionFacts = z.object({
  n: z.int().positive().describe("Counted from 1 in each article"),
  date: z.iso.datetime(),
  reason: z.string().describe("The editor's reason, or the text of a correction"),
  kind: z.enum(KINDS),
  position: z.enum(["top", "bottom"]).nullable().describe("Where the article shows a correction"),
  content_hash: hash.nullable().describe("The hash of the published content; null for a removal"),
  previous_hash: hash.nullable().describe("The hash of the article's previous version"),
  disclosures: z
    .array(z.object({ account: z.int().positive(), symbols: z.array(z.string()) }))
    .optional()
    .describe("The authors' holdings that no earlier version disclosed, by account; absent if there are none"),
  hash,
});

const publishedChange = versionFacts
  .extend({ diff: z.array(fieldChange).describe("What changed, word by word; one item per paragraph") })
  .meta({ id: "PublishedChange" });
export type PublishedChange = z.infer<typeof publishedChange>;

const publishedVersion = versionFacts
  .extend({ title: z.string(), excerpt: z.string(), image_url: z.string(), content: z.string() })
  .meta({ id: "PublishedVersion" });
export type PublishedVersion = z.infer<typeof publishedVersion>;

const correctionBody = z.object(
  {
    ...correctionFields,
    override_reason: text({ name: "The reason", min: 1, max: MAX_OVERRIDE_LENGTH })
      .optional()
      .describe("Why a chief overrides the two-person rule for this correction"),
  },
  { error: "The body must be a JSON object." },
);
export type CorrectionBody = z.infer<typeof correctionBody>;

const correction = z
  .object({
    article: z.int().positive(),
    title: z.string().describe("The article's"),
    slug: z.string().describe("The article's"),
    n: z.int().positive().describe("The version that the correction created"),
    date: z.iso.datetime(),
    text: z.string(),
    position: z.enum(["top", "bottom"]),
  })
  .meta({ id: "Correction" });
export type Correction = z.infer<typeof correction>;

const dayParams = z.object({ day: z.string().meta({ description: "A day in UTC", example: "2026-11-23" }) });
/** A correction in the list of all. */
const listedCorrection = correction
  .extend({
    included: z.object({ article: articleSummary.nullable() }).optional().describe("Related rows, with `include`"),
  })
  .meta({ id: "ListedCorrection" });

/** A day may have many versions, and verification needs them all. */
const dayQuery = z.object({
  limit: wholeNumber("Limit", 1, 1_000, 1_000),
  offset: wholeNumber("Offset", 0, 100_000_000, 0),
});

const dayVersion = z
  .object({ article: z.int().positive(), n: z.int().positive(), date: z.iso.datetime(), kind: z.enum(KINDS), hash })
  .meta({ id: "DayVersion" });
export type DayVersion = z.infer<typeof dayVersion>;

const tags = ["Record"];

export const recordEndpoints = endpoints({
  "GET /articles/:id/changes": {
    access: "public",
    summary: "An article's changes since publication, newest first",
    description: "Available even after the article is removed; 404 for articles that were never published.",
    tags,
    params: articleParams,
    query: changesQuery,
    cache: { parameters: ["limit", "offset", "kind"] },
    response: { 200: z.array(publishedChange) },
  },
  "GET /articles/:id/changes/:n": {
    access: "public",
    summary: "A published version, if readers can see the article",
    tags,
    params: versionParams,
    response: { 200: publishedVersion },
  },
  "POST /articles/:id/corrections": {
    access: "article.publish",
    summary: "Correct a published article: a permanent, dated note at its top or bottom",
    description: "Sending the same text again returns the existing correction.",
    tags,
    params: articleParams,
    body: correctionBody,
    errors: ["article_not_public", "override_required", "approval_required"],
    response: { 201: correction },
  },
  "GET /corrections": {
    access: "public",
    summary: "All corrections of articles that readers see, newest first",
    tags,
    query: pageQuery.extend({ include: includeParameter("article") }),
    cache: { parameters: ["limit", "offset", "include"] },
    errors: ["unknown_include"],
    response: { 200: z.array(listedCorrection) },
  },
  "GET /record/:day": {
    access: "public",
    summary: "The versions of one day in UTC, in the order of the day's head",
    tags,
    params: dayParams,
    query: dayQuery,
    cache: { parameters: ["limit", "offset"] },
    errors: ["day_not_found"],
    response: { 200: z.array(dayVersion) },
  },
});
export type RecordEndpoints = typeof recordEndpoints;
