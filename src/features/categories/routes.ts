import { type ApiPlugin, idIn, type ResponseHead, serve } from "#platform/endpoints.ts";
import { createIdempotently, creationOf } from "#platform/idempotency.ts";
import { matchesVersion, versionTag } from "#platform/version-tags.ts";
import { accountOf, actorOf } from "#shared/viewer.ts";
import { type CategoryStore, createCategory, deleteCategory, updateCategory } from "./commands.ts";
import type { Category } from "./endpoints.ts";
import { categoryEndpoints } from "./endpoints.ts";
import { getCategory, listCategories } from "./queries.ts";
import { categoryVersion, NO_CATEGORY } from "./rules.ts";

const idOf = ({ slug }: { slug: string }) => idIn(slug, "category_not_found", NO_CATEGORY);

function respond(reply: ResponseHead, body: Category): Category {
  reply.header("etag", versionTag(categoryVersion(body), body));
  return body;
}

export function categoryRoutes(store: CategoryStore): ApiPlugin {
  const { database, clock } = store;
  return async (app) =>
    serve(app, categoryEndpoints, {
      "GET /categories": ({ viewer }) => listCategories(database.db, viewer, clock.now()),

      "POST /categories": async (call, reply) => {
        const made = await createIdempotently(creationOf(call, "category", accountOf(call)), {
          db: database.db,
          reply,
          create: (note) => createCategory(store, actorOf(call), call.body, note),
          find: (id) => getCategory(database.db, clock.now(), id),
        });
        return respond(reply, made);
      },

      "PUT /categories/:slug": async (call, reply) => {
        const isCurrent = (version: string) => matchesVersion(call.headers["if-match"], version);
        return respond(reply, await updateCategory(store, actorOf(call), idOf(call.params), call.body, isCurrent));
      },

      "DELETE /categories/:slug": (call) => deleteCategory(store, actorOf(call), idOf(call.params)),
    });
}
