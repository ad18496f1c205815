import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { bodySchema, recordSchema } from "#shared/fields/schemas.ts";
import { noContent } from "#shared/schema.ts";
import { CATEGORY_FIELDS } from "./fields.ts";

const category = recordSchema(CATEGORY_FIELDS).meta({ id: "Category" });
export type Category = z.infer<typeof category>;

export const categoryParams = z.object({ slug: z.string().describe("The slug, or the name in lower case") });

/** Named like the slug of the reader endpoints, because it has the same path position. */
const categoryIdParams = z.object({ slug: z.string().describe("The category's id") });

/** `count` and other fields of a category that was returned are ignored. */
const categoryBody = bodySchema(CATEGORY_FIELDS);
export type CategoryBody = z.infer<typeof categoryBody>;

const tags = ["Categories"];

export const categoryEndpoints = endpoints({
  "GET /categories": {
    isTool: true,
    access: "either",
    summary: "All categories with their article counts; for readers only visible ones",
    tags,
    response: { 200: z.array(category) },
  },
  "POST /categories": {
    access: "category.manage",
    summary: "Add a category",
    description: "A repeated request with the same Idempotency-Key returns the existing category.",
    tags,
    body: categoryBody,
    ignoresUnknownFields: true,
    headers: ["idempotency-key"],
    errors: ["slug_taken", "name_taken", "invalid_slug", "too_many_names", "picture_not_copied"],
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
    headers: ["if-match"],
    errors: ["slug_taken", "name_taken", "invalid_slug", "picture_not_copied"],
    response: { 200: category },
  },
  "DELETE /categories/:slug": {
    access: "category.manage",
    summary: "Delete a category without articles",
    tags,
    params: categoryIdParams,
    errors: ["category_in_use"],
    response: { 204: noContent },
  },
});
export type CategoryEndpoints = typeof categoryEndpoints;
