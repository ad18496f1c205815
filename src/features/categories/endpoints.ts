import { endpoints } from "#shared/endpoint.ts";
import { errorBody, noContent } from "#shared/schema.ts";
import { category, categoryBody, categoryIdParams, categoryList } from "./schema.ts";

const tags = ["Categories"];

/** `categories/`. A category's articles are served by the articles feature. */
export const categoryEndpoints = endpoints({
  "GET /categories": {
    access: "either",
    summary: "All categories with their article counts; for readers those that are shown",
    tags,
    response: { 200: categoryList },
  },
  "POST /categories": {
    access: "category.manage",
    summary: "Add a category",
    description: "Asked for again with the same Idempotency-Key, it answers the category that was added first.",
    tags,
    body: categoryBody,
    response: { 201: category },
  },
  "PUT /categories/:slug": {
    access: "category.manage",
    summary: "Rename a category; its old slug goes on leading to it",
    description: "With its ETag in If-Match, it is refused (409) where somebody has changed the category since.",
    tags,
    params: categoryIdParams,
    body: categoryBody,
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
