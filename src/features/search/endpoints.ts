import { z } from "zod";
import { FIELDS } from "#features/articles/fields.ts";
import { articleList } from "#features/articles/schema.ts";
import { endpoints } from "#shared/endpoint.ts";
import { pageQuery, text } from "#shared/schema.ts";
import { isDay, MAX_FILTER } from "./rules.ts";

const MAX_QUERY = 1_000;

/** Any text that is not blank is accepted, marks of direction included: only its words are searched for. */
const named = (name: string, description: string) => text({ name, max: MAX_FILTER }).optional().describe(description);
const day = (name: string, description: string) =>
  z
    .string()
    .refine(isDay, { error: `${name} must be a day such as 2026-11-30.` })
    .optional()
    .describe(description);

const searchQuery = pageQuery.extend({
  query: z
    .string({ error: "Query is required." })
    .trim()
    .min(1, { error: "Query is required." })
    .max(MAX_QUERY, { error: `Query must have at most ${MAX_QUERY} characters.` })
    .transform((query) => query.toWellFormed()),
  category: named("Category", "Only articles of this category: its slug or name"),
  author: named("Author", "Only articles by this author: the slug, a former one, or the name"),
  topic: named("Topic", "Only articles on this topic: its slug, a former one, its name or an alias"),
  genre: z
    .enum(FIELDS.genre.values, { error: `Genre must be one of ${FIELDS.genre.values.join(", ")}.` })
    .optional()
    .describe("Only articles of this genre"),
  from: day("From", "Only articles published on this day or later, by the newsroom's clocks"),
  until: day("Until", "Only articles published on this day or earlier"),
});

export const searchEndpoints = endpoints({
  "GET /articles/search": {
    isTool: true,
    access: "public",
    cost: "search",
    summary: "Full text search, best match first",
    description: "A filter that names nothing known finds nothing.",
    tags: ["Articles"],
    query: searchQuery,
    response: { 200: articleList },
  },
});
export type SearchEndpoints = typeof searchEndpoints;
