import type { Database } from "#db/open.ts";
import type { ApiPlugin } from "#platform/api-plugin.ts";
import type { Clock } from "#platform/clock.ts";
import { listCategories } from "./queries.ts";
import { categoryList } from "./schema.ts";

/** `GET categories/` (spec section 7). A category's articles are the articles feature's. */
export function categoryRoutes({ database, clock }: { database: Database; clock: Clock }): ApiPlugin {
  return async (app) => {
    app.get(
      "/categories",
      {
        schema: {
          summary: "All categories with their article counts",
          tags: ["Categories"],
          response: { 200: categoryList },
        },
      },
      () => listCategories(database.db, clock.now()),
    );
  };
}
