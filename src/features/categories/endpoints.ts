import { endpoints } from "#shared/endpoint.ts";
import { noContent } from "#shared/schema.ts";
import { category, categoryBody, categoryIdParams, categoryList } from "./schema.ts";

const tags = ["Categories"];

/** `categories/`. Reading a category's articles is the articles feature's. */
export const categoryEndpoints = endpoints({
  "GET /categories": {
    access: "either",
    summary: "All categories with their article counts; for readers those that are shown",
    tags,
    response: { 200: categoryList },
  },
  "POST /categories": {
    access: "editor",
    summary: "Add a category",
    tags,
    body: categoryBody,
    response: { 201: category },
  },
  "PUT /categories/:slug": {
    access: "editor",
    summary: "Rename a category; its old slug goes on leading to it",
    tags,
    params: categoryIdParams,
    body: categoryBody,
    response: { 200: category },
  },
  "DELETE /categories/:slug": {
    access: "editor",
    summary: "Delete a category without articles",
    tags,
    params: categoryIdParams,
    response: { 204: noContent },
  },
});
export type CategoryEndpoints = typeof categoryEndpoints;
