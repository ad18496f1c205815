import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import { recordHandlers } from "#platform/records/handlers.ts";
import type { RecordStore } from "#platform/records/kind.ts";
import { categoryWrites } from "./commands.ts";
import { type CategoryBody, categoryEndpoints } from "./endpoints.ts";
import { listCategories } from "./queries.ts";
import { categorySlug, NO_CATEGORY } from "./rules.ts";

const idOf = ({ slug }: { slug: string }) => idIn(slug, "category_not_found", NO_CATEGORY);

/** A slug that is derived from the name must be free: it gets no number. */
const derived = ({ name, slug }: CategoryBody): CategoryBody => ({ name, slug: slug || categorySlug(name) });

export const categoriesFeature = (store: RecordStore): Feature => ({ routes: [categoryRoutes(store)] });

function categoryRoutes(store: RecordStore): ApiPlugin {
  const { database, clock } = store;
  const { create, update, remove } = recordHandlers(categoryWrites(store));
  return async (app) =>
    serve(app, categoryEndpoints, {
      "GET /categories": ({ viewer }) => listCategories(database.db, viewer, clock.now()),
      "POST /categories": (call, reply) => create(call, reply, derived(call.body)),
      "PUT /categories/:slug": (call, reply) => {
        const { body, params } = call;
        return update(call, reply, idOf(params), body.slug === undefined ? body : derived(body));
      },
      "DELETE /categories/:slug": (call) => remove(call, idOf(call.params)),
    });
}
