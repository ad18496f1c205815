import type { ArticleStore } from "#features/articles/commands.ts";
import { articleBulkEndpoints } from "#features/articles/endpoints.ts";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import { actorOf } from "#shared/viewer.ts";
import { changeMany } from "./commands.ts";

/** Changes of many articles at once. */
export function bulkRoutes(store: ArticleStore): ApiPlugin {
  return async (app) => {
    serve(app, articleBulkEndpoints, {
      "POST /articles/bulk": (call) => changeMany(store, actorOf(call), call.body),
    });
  };
}
