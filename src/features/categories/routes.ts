import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import { recordHandlers } from "#platform/records/handlers.ts";
import type { RecordStore } from "#platform/records/kind.ts";
import { categoryWrites } from "./commands.ts";
import { type CategoryBody, categoryEndpoints } from "./endpoints.ts";
import { listCategories } from "./queries.ts";
import { categorySlug, NO_CATEGORY } from "./rules.ts";

const idOf = ({ slug }: { slug: string }) => idIn(slug, "category_not_found", NO_CATEGORY);

/** The fields that only a category's own page shows. */
const NO_TEXTS = { description: "", editor: "", image_url: "", accent: "" };

/** A slug that is derived from the name must be free: it gets no number. */
const derived = (body: CategoryBody): CategoryBody => ({ ...body, slug: body.slug || categorySlug(body.name) });

export const categoriesFeature = (store: RecordStore): Feature => ({ routes: [categoryRoutes(store)] });

function categoryRoutes(store: RecordStore): ApiPlugin {
  const { database, clock } = store;
  const { create, update, remove } = recordHandlers(categoryWrites(store));
  return async (app) =>
    serve(app, categoryEndpoints, {
      "GET /categories": async ({ viewer, isForPage = false }) => {
        const all = await listCategories(database.db, viewer, clock.now());
        // Every page has the list, and only a category's own page shows its texts.
        return isForPage ? all.map((category) => ({ ...category, ...NO_TEXTS })) : all;
      },
      "POST /categories": (call, reply) => create(call, reply, derived(call.body)),
      "PUT /categories/:slug": (call, reply) => {
        const { body, params } = call;
        return update(call, reply, idOf(params), body.slug === undefined ? body : derived(body));
      },
      "DELETE /categories/:slug": (call) => remove(call, idOf(call.params)),
    });
}
