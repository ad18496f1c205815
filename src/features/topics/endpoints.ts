import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { bodySchema, givenSchemas, mergeSchema, recordSchema } from "#shared/fields/schemas.ts";
import { noContent, pageQuery, text } from "#shared/schema.ts";
import { TOPIC_FIELDS } from "./rules.ts";

const topic = recordSchema(TOPIC_FIELDS).meta({ id: "Topic" });
export type Topic = z.infer<typeof topic>;

export const topicParams = z.object({ slug: z.string().describe("A topic's slug, a former one, or its id") });

const topicBody = bodySchema(TOPIC_FIELDS);

const topicQuery = pageQuery.extend({
  query: text({ name: "Query", max: 100 })
    .default("")
    .describe("Topics whose name or alias contains it, ignoring case and accents"),
  kind: givenSchemas(TOPIC_FIELDS).kind.optional(),
  sort: z.enum(["name", "count"], { error: "Sort must be name or count." }).default("name"),
});
export type TopicQuery = z.infer<typeof topicQuery>;

const tags = ["Topics"];

export const topicEndpoints = endpoints({
  "GET /topics": {
    isTool: true,
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
    headers: ["idempotency-key"],
    errors: ["slug_taken", "name_taken", "invalid_slug", "too_many_names"],
    response: { 201: topic },
  },
  "GET /topics/:slug": {
    isTool: true,
    access: "either",
    summary: "One topic",
    tags,
    params: topicParams,
    cache: { isNamed: true },
    responseHeaders: ["content-location"],
    response: { 200: topic },
  },
  "PUT /topics/:slug": {
    access: "topic.manage",
    summary: "Change a topic; articles, search and pages follow a new name, and former names and slugs lead to it",
    description: "With its ETag in If-Match, responds 409 if the topic has changed since.",
    tags,
    params: topicParams,
    body: topicBody,
    headers: ["if-match"],
    errors: ["slug_taken", "name_taken", "invalid_slug", "picture_not_copied"],
    response: { 200: topic },
  },
  "DELETE /topics/:slug": {
    access: "topic.manage",
    summary: "Delete a topic without articles",
    tags,
    params: topicParams,
    errors: ["topic_in_use"],
    response: { 204: noContent },
  },
  "POST /topics/merge": {
    access: "topic.manage",
    summary: "Merge a topic into another one, which gets its articles, names and addresses",
    tags,
    body: mergeSchema("a topic's"),
    errors: ["same_topic", "topic_not_found"],
    response: { 200: topic },
  },
});
export type TopicEndpoints = typeof topicEndpoints;
