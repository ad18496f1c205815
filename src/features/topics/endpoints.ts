import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { errorBody, idNumber, noContent, pageQuery, text, webAddress } from "#shared/schema.ts";
import { isSlug, MAX_SLUG } from "#shared/slug.ts";
import { nameKey } from "#shared/text.ts";
import { MAX_TOPIC_DESCRIPTION, MAX_TOPIC_NAME, TOPIC_KINDS } from "./rules.ts";

const NO_OBJECT = "The body must be a JSON object.";

const topic = z
  .object({
    id: z.int().positive(),
    name: z.string(),
    slug: z.string(),
    kind: z.enum(TOPIC_KINDS),
    aliases: z.array(z.string()).describe("Other names, including former names"),
    description: z.string(),
    image_url: z.string(),
    count: z.int().nonnegative().describe("The number of its published articles"),
    is_hidden: z.literal(true).optional().describe("For editors only: readers see it once it has a published article"),
  })
  .meta({ id: "Topic" });
export type Topic = z.infer<typeof topic>;

export const topicParams = z.object({ slug: z.string().describe("A topic's slug, a former one, or its id") });

const name = text({ name: "Name", min: 1, max: MAX_TOPIC_NAME });
const slug = text({ name: "Slug", max: MAX_SLUG }).refine((given) => given === "" || isSlug(given), {
  error: "Slug must contain only lower-case letters, digits and single hyphens between them, and not only digits.",
});
/** More than any topic has: merges and new names add to the aliases that an editor may give it. */
const MAX_GIVEN_ALIASES = 1_000;
const aliases = z
  .array(text({ name: "An alias", min: 1, max: MAX_TOPIC_NAME }), { error: "Aliases must be a list of strings." })
  .max(MAX_GIVEN_ALIASES, { error: `There may be at most ${MAX_GIVEN_ALIASES} aliases.` })
  .transform((list) => [...new Map(list.map((alias) => [nameKey(alias), alias])).values()]);

/** `POST topics/` and `PUT topics/{slug}/`: an omitted field keeps its value, or is empty in a new topic. */
const topicBody = z.object(
  {
    name,
    slug: slug.optional().describe("Derived from the name if empty"),
    kind: z.enum(TOPIC_KINDS, { error: `Kind must be ${TOPIC_KINDS.join(", ")}.` }).optional(),
    aliases: aliases.optional(),
    description: text({ name: "Description", max: MAX_TOPIC_DESCRIPTION }).optional(),
    image_url: webAddress("Picture").optional(),
  },
  { error: NO_OBJECT },
);
export type TopicBody = z.infer<typeof topicBody>;

const NAMED_BY = "must be a topic's id or slug.";
const reference = (field: string) =>
  z.union([idNumber(`${field} ${NAMED_BY}`), text({ name: field, min: 1, max: MAX_SLUG })], {
    error: `${field} ${NAMED_BY}`,
  });
const mergeBody = z.object({ from: reference("From"), into: reference("Into") }, { error: NO_OBJECT });

const topicQuery = pageQuery.extend({
  query: text({ name: "Query", max: 100 })
    .default("")
    .describe("Topics whose name or alias contains it, ignoring case and accents"),
  kind: z.enum(TOPIC_KINDS, { error: `Kind must be ${TOPIC_KINDS.join(", ")}.` }).optional(),
  sort: z.enum(["name", "count"], { error: "Sort must be name or count." }).default("name"),
});
export type TopicQuery = z.infer<typeof topicQuery>;

const tags = ["Topics"];
const STALE_REJECTED = "With its ETag in If-Match, responds 409 if the topic has changed since.";

export const topicEndpoints = endpoints({
  "GET /topics": {
    access: "either",
    summary: "Topics with their article counts; for readers those with published articles",
    tags,
    query: topicQuery,
    response: { 200: z.array(topic) },
  },
  "POST /topics": {
    access: "topic.manage",
    summary: "Add a topic",
    description: "A repeated request with the same Idempotency-Key returns the existing topic.",
    tags,
    body: topicBody,
    response: { 201: topic, 409: errorBody },
  },
  "GET /topics/:slug": {
    access: "either",
    summary: "One topic",
    tags,
    params: topicParams,
    cache: { isNamed: true },
    response: { 200: topic, 404: errorBody },
  },
  "PUT /topics/:slug": {
    access: "topic.manage",
    summary: "Change a topic; articles, search and pages follow a new name, and former names and slugs lead to it",
    description: STALE_REJECTED,
    tags,
    params: topicParams,
    body: topicBody,
    response: { 200: topic, 404: errorBody, 409: errorBody },
  },
  "DELETE /topics/:slug": {
    access: "topic.manage",
    summary: "Delete a topic without articles",
    tags,
    params: topicParams,
    response: { 204: noContent, 404: errorBody, 409: errorBody },
  },
  "POST /topics/merge": {
    access: "topic.manage",
    summary: "Merge a topic into another one, which gets its articles, names and addresses",
    tags,
    body: mergeBody,
    response: { 200: topic, 404: errorBody },
  },
});
export type TopicEndpoints = typeof topicEndpoints;
