import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { errorBody, noContent, text } from "#shared/schema.ts";
import { isSlug, MAX_SLUG } from "#shared/slug.ts";

const category = z
  .object({
    id: z.int().positive(),
    name: z.string(),
    slug: z.string(),
    count: z.int().nonnegative(),
    is_hidden: z
      .literal(true)
      .optional()
      .describe(
        "For editors only: created by an article, and hidden from readers until one of its articles is published",
      ),
  })
  .meta({ id: "Category" });
export type Category = z.infer<typeof category>;

const categoryList = z.array(category);
export const categoryParams = z.object({ slug: z.string().describe("The slug, or the name in lower case") });

/** Named like the slug of the reader endpoints, because it has the same path position. */
const categoryIdParams = z.object({ slug: z.string().describe("The category's id") });

const name = text({ name: "Name", min: 1, max: 100 });
const slug = text({ name: "Slug", max: MAX_SLUG }).refine((given) => given === "" || isSlug(given), {
  error: "Slug must contain at least one letter, and only lower-case letters, digits and single hyphens between them.",
});
const NO_OBJECT = "The body must be a JSON object.";

/**
 * `POST categories/` and `PUT categories/{id}/`. An empty slug is derived from the name; an omitted one too for a new
 * category, otherwise it is kept. `count` is ignored.
 */
const categoryBody = z.object({ name, slug: slug.optional() }, { error: NO_OBJECT });
export type CategoryBody = z.infer<typeof categoryBody>;

const tags = ["Categories"];

export const categoryEndpoints = endpoints({
  "GET /categories": {
    access: "either",
    summary: "All categories with their article counts; for readers only visible ones",
    tags,
    response: { 200: categoryList },
  },
  "POST /categories": {
    access: "category.manage",
    summary: "Add a category",
    description: "A repeated request with the same Idempotency-Key returns the existing category.",
    tags,
    body: categoryBody,
    ignoresUnknownFields: true,
    response: { 201: category },
  },
  "PUT /categories/:slug": {
    access: "category.manage",
    summary: "Rename a category; its old slug redirects to it",
    description: "With its ETag in If-Match, responds 409 if the category has changed since.",
    tags,
    params: categoryIdParams,
    body: categoryBody,
    ignoresUnknownFields: true,
    response: { 200: category, 409: errorBody },
  },
  "DELETE /categories/:slug": {
    access: "category.manage",
    summary: "Delete a category without articles",
    tags,
    params: categoryIdParams,
    response: { 204: noContent },
  },
});
export type CategoryEndpoints = typeof categoryEndpoints;
