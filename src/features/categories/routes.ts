import { z } from "zod";
import { actorOf } from "#features/accounts/policy.ts";
import { type ApiPlugin, idIn } from "#platform/api-plugin.ts";
import { type CategoryStore, createCategory, deleteCategory, updateCategory } from "./commands.ts";
import { listCategories } from "./queries.ts";
import { NO_CATEGORY } from "./rules.ts";
import { category, categoryBody, categoryIdParams, categoryList } from "./schema.ts";

const TAGS = ["Categories"];

/** `categories/`. Reading a category's articles is the articles feature's. */
export function categoryRoutes(store: CategoryStore): ApiPlugin {
  const { database, clock } = store;
  return async (app) => {
    app.get(
      "/categories",
      {
        config: { access: "either" },
        schema: {
          summary: "All categories with their article counts; for readers those that are shown",
          tags: TAGS,
          response: { 200: categoryList },
        },
      },
      (request) => listCategories(database.db, { isEditor: request.actor !== null, now: clock.now() }),
    );

    app.post(
      "/categories",
      {
        config: { access: "editor" },
        schema: { summary: "Add a category", tags: TAGS, body: categoryBody, response: { 201: category } },
      },
      async (request, reply) => reply.status(201).send(await createCategory(store, actorOf(request), request.body)),
    );

    app.put(
      "/categories/:slug",
      {
        config: { access: "editor" },
        schema: {
          summary: "Rename a category; its old slug goes on leading to it",
          tags: TAGS,
          params: categoryIdParams,
          body: categoryBody,
          response: { 200: category },
        },
      },
      (request) => updateCategory(store, actorOf(request), idIn(request.params.slug, NO_CATEGORY), request.body),
    );

    app.delete(
      "/categories/:slug",
      {
        config: { access: "editor" },
        schema: {
          summary: "Delete a category without articles",
          tags: TAGS,
          params: categoryIdParams,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await deleteCategory(store, actorOf(request), idIn(request.params.slug, NO_CATEGORY));
        return reply.status(204).send(null);
      },
    );
  };
}
