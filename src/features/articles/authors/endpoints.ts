import { z } from "zod";
import { articleList, categoryListQuery } from "#features/articles/schema.ts";
import { profileBody, profileLink } from "#features/identity/accounts/endpoints.ts";
import { MAX_NAME_LENGTH } from "#features/identity/accounts/rules.ts";
import { endpoints } from "#shared/endpoint.ts";
import { errorBody, idNumber, noContent, pageQuery, text } from "#shared/schema.ts";
import { isSlug, MAX_SLUG } from "#shared/slug.ts";
import { AUTHOR_KINDS } from "./rules.ts";

const author = z
  .object({
    id: z.int().positive(),
    name: z.string(),
    slug: z.string(),
    bio: z.string(),
    image_url: z.string().describe("Empty if there is none"),
    links: z.array(profileLink).describe("The author's pages on other sites"),
    count: z.int().nonnegative().describe("The number of published articles"),
    is_hidden: z
      .literal(true)
      .optional()
      .describe("For editors only: readers see the author once an article is published"),
    has_account: z.boolean().optional().describe("For editors only: whether the author can log in"),
  })
  .meta({ id: "Author" });
export type ListedAuthor = z.infer<typeof author>;

const authorParams = z.object({ slug: z.string().describe("An author's slug, a former one, or the id") });

const slug = text({ name: "Slug", max: MAX_SLUG }).refine((given) => given === "" || isSlug(given), {
  error: "Slug must contain only lower-case letters, digits and single hyphens between them, and not only digits.",
});

/** `POST authors/` and `PUT authors/{slug}/`: an omitted field keeps its value, or is empty in a new author. */
const authorBody = z.object(
  {
    name: text({ name: "Name", min: 1, max: MAX_NAME_LENGTH }),
    slug: slug.optional().describe("Made of the name if empty"),
    bio: profileBody.shape.bio,
    image_url: profileBody.shape.imageUrl,
    links: profileBody.shape.links,
  },
  { error: "The body must be a JSON object." },
);
export type AuthorBody = z.infer<typeof authorBody>;

const NAMED_BY = "must be an author's id or slug.";
const reference = (field: string) =>
  z.union([idNumber(`${field} ${NAMED_BY}`), text({ name: field, min: 1, max: MAX_SLUG })], {
    error: `${field} ${NAMED_BY}`,
  });
const mergeBody = z.object(
  { from: reference("From"), into: reference("Into") },
  { error: "The body must be a JSON object." },
);

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
    response: { 201: author, 409: errorBody },
  },
  "GET /authors/:slug": {
    access: "either",
    summary: "One author",
    tags,
    params: authorParams,
    cache: { isNamed: true },
    response: { 200: author, 404: errorBody },
  },
  "PUT /authors/:slug": {
    access: "author.manage",
    summary: "Change an author; articles follow a new name, and a former slug redirects",
    description:
      "Of an author with an account, only the slug can be changed. With its ETag in If-Match, responds 409 if the author has changed since.",
    tags,
    params: authorParams,
    body: authorBody,
    response: { 200: author, 404: errorBody, 409: errorBody },
  },
  "DELETE /authors/:slug": {
    access: "author.manage",
    summary: "Delete an author without account and articles",
    tags,
    params: authorParams,
    response: { 204: noContent, 404: errorBody, 409: errorBody },
  },
  "POST /authors/merge": {
    access: "author.manage",
    summary: "Merge an author without an account into another one, or into an account",
    description: "The other author gets the articles and the addresses, and what its own profile lacks.",
    tags,
    body: mergeBody,
    response: { 200: author, 404: errorBody, 409: errorBody },
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
