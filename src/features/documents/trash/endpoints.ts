import { z } from "zod";
import { articleParams } from "#features/articles/schema.ts";
import { endpoints } from "#shared/endpoint.ts";
import { noContent, pageQuery } from "#shared/schema.ts";
import { trashedArticle } from "./schema.ts";

const tags = ["Trash"];

/** Deleted articles. The way in and back is declared with the articles. */
export const trashEndpoints = endpoints({
  "GET /trash": {
    access: "article.read",
    summary: "The articles in the trash, the latest first",
    tags,
    query: pageQuery,
    response: { 200: z.array(trashedArticle) },
  },
  "DELETE /trash": {
    access: "trash.purge",
    summary: "Delete all articles in the trash for good",
    tags,
    response: { 204: noContent },
  },
  "DELETE /trash/:id": {
    access: "trash.purge",
    summary: "Delete an article in the trash for good",
    tags,
    params: articleParams,
    response: { 204: noContent },
  },
});
export type TrashEndpoints = typeof trashEndpoints;
