import type { Database } from "#db/open.ts";
import { actorOf } from "#features/accounts/policy.ts";
import { type ApiPlugin, idIn } from "#platform/api-plugin.ts";
import type { Clock } from "#platform/clock.ts";
import { serve } from "#platform/endpoints.ts";
import { createCategory, deleteCategory, updateCategory } from "./commands.ts";
import { categoryEndpoints } from "./endpoints.ts";
import { listCategories } from "./queries.ts";
import { NO_CATEGORY } from "./rules.ts";

/** A category's id stands where readers' calls have its slug, and so has its name. */
const idOf = ({ slug }: { slug: string }) => idIn(slug, NO_CATEGORY);

export function categoryRoutes({ database, clock }: { database: Database; clock: Clock }): ApiPlugin {
  const store = { database, clock };
  return async (app) =>
    serve(app, categoryEndpoints, {
      "GET /categories": ({ actor }) => listCategories(database.db, { isEditor: actor !== null, now: clock.now() }),

      "POST /categories": (call) => createCategory(store, actorOf(call), call.body),

      "PUT /categories/:slug": (call) => updateCategory(store, actorOf(call), idOf(call.params), call.body),

      "DELETE /categories/:slug": (call) => deleteCategory(database, actorOf(call), idOf(call.params)),
    });
}
