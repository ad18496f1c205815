import type { FastifyReply } from "fastify";
import { z } from "zod";
import type { Database } from "#db/open.ts";
import { accountOf, actorOf } from "#features/accounts/policy.ts";
import { type ApiPlugin, idIn } from "#platform/api-plugin.ts";
import type { Clock } from "#platform/clock.ts";
import { createIdempotently, creationOf } from "#platform/idempotency.ts";
import { matchesVersion, versionTag } from "#platform/version-tags.ts";
import { errorBody } from "#shared/schema.ts";
import { createCategory, deleteCategory, updateCategory } from "./commands.ts";
import { getCategory, listCategories } from "./queries.ts";
import { categoryVersion, NO_CATEGORY } from "./rules.ts";
import { type Category, category, categoryBody, categoryIdParams, categoryList } from "./schema.ts";

const TAGS = ["Categories"];

function answer(reply: FastifyReply, body: Category): Category {
  reply.header("etag", versionTag(categoryVersion(body), body));
  return body;
}

/** `categories/`. Reading a category's articles is the articles feature's. */
export function categoryRoutes({ database, clock }: { database: Database; clock: Clock }): ApiPlugin {
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
        schema: {
          summary: "Add a category",
          description: "Asked for again with the same Idempotency-Key, it answers the category that was added first.",
          tags: TAGS,
          body: categoryBody,
          response: { 201: category },
        },
      },
      async (request, reply) => {
        const made = await createIdempotently(creationOf(request, "category", accountOf(request)), {
          db: database.db,
          reply,
          create: (note) => createCategory({ database, clock }, actorOf(request), request.body, note),
          find: (id) => getCategory(database.db, clock.now(), id),
        });
        return reply.status(201).send(answer(reply, made));
      },
    );

    app.put(
      "/categories/:slug",
      {
        config: { access: "editor" },
        schema: {
          summary: "Rename a category; its old slug goes on leading to it",
          description: "With its ETag in If-Match, it is refused (409) where somebody has changed the category since.",
          tags: TAGS,
          params: categoryIdParams,
          body: categoryBody,
          response: { 200: category, 409: errorBody },
        },
      },
      async (request, reply) => {
        const isCurrent = (version: string) => matchesVersion(request.headers["if-match"], version);
        const id = idIn(request.params.slug, NO_CATEGORY);
        const store = { database, clock };
        return answer(reply, await updateCategory(store, actorOf(request), id, request.body, isCurrent));
      },
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
        await deleteCategory(database, actorOf(request), idIn(request.params.slug, NO_CATEGORY));
        return reply.status(204).send(null);
      },
    );
  };
}
