import { z } from "zod";
import { articleList, categoryListQuery } from "#features/articles/schema.ts";
import { endpoints } from "#shared/endpoint.ts";
import { bodySchema, mergeSchema, recordSchema } from "#shared/fields/schemas.ts";
import { noContent, pageQuery, text } from "#shared/schema.ts";
import { AUTHOR_FIELDS, AUTHOR_KINDS } from "./rules.ts";

const author = recordSchema(AUTHOR_FIELDS)
  .extend({ has_account: z.boolean().optional().describe("For editors only: whether the author can log in") })
  .meta({ id: "Author" });
export type ListedAuthor = z.infer<typeof author>;

const authorParams = z.object({ slug: z.string().describe("An author's slug, a former one, or the id") });

const authorBody = bodySchema(AUTHOR_FIELDS);
export type AuthorBody = z.infer<typeof authorBody>;

const authorQuery = pageQuery.extend({
  query: text({ name: "Query", max: 100 })
    .default("")
    .describe("Authors whose name contains it, ignoring case and accents"),
  kind: z
    .enum(AUTHOR_KINDS, { error: "Kind must be account or guest." })
    .optional()
    .describe("For editors only: authors who can log in, or who can't"),
});
export type AuthorQuery = z.infer<typeof authorQuery>;

const tags = ["Authors"];

export const authorEndpoints = endpoints({
  "GET /authors": {
    isTool: true,
    access: "either",
    summary: "Authors by name; for readers those with published articles",
    tags,
    query: authorQuery,
    response: { 200: z.array(author) },
  },
  "POST /authors": {
    access: "author.manage",
    summary: "Add an author without an account",
    description: "A repeated request with the same Idempotency-Key returns the existing author.",
    tags,
    body: authorBody,
    headers: ["idempotency-key"],
    errors: ["slug_taken", "name_taken", "invalid_slug", "too_many_names"],
    response: { 201: author },
  },
  "GET /authors/:slug": {
    access: "either",
    summary: "One author",
    tags,
    params: authorParams,
    cache: { isNamed: true },
    responseHeaders: ["content-location"],
    response: { 200: author },
  },
  "PUT /authors/:slug": {
    access: "author.manage",
    summary: "Change an author; articles follow a new name, and a former slug redirects",
    description:
      "Of an author with an account, only the slug can be changed. With its ETag in If-Match, responds 409 if the author has changed since.",
    tags,
    params: authorParams,
    body: authorBody,
    headers: ["if-match"],
    errors: ["slug_taken", "name_taken", "invalid_slug", "picture_not_copied", "author_has_account"],
    response: { 200: author },
  },
  "DELETE /authors/:slug": {
    access: "author.manage",
    summary: "Delete an author without account and articles",
    tags,
    params: authorParams,
    errors: ["author_in_use", "author_has_account"],
    response: { 204: noContent },
  },
  "POST /authors/merge": {
    access: "author.manage",
    summary: "Merge an author without an account into another one, or into an account",
    description: "The other author gets the articles and the addresses, and what its own profile lacks.",
    tags,
    body: mergeSchema("an author's"),
    errors: ["author_has_account", "same_author", "author_not_found"],
    response: { 200: author },
  },
  "GET /authors/:slug/articles": {
    access: "either",
    summary: "An author's published articles, newest first",
    tags,
    params: authorParams,
    query: categoryListQuery,
    cache: { isNamed: true },
    response: { 200: articleList },
  },
});
export type AuthorEndpoints = typeof authorEndpoints;
