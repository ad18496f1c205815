import type { ArticleStore } from "#features/articles/commands.ts";
import type { Feature } from "#platform/feature.ts";
import { bulkRoutes } from "./routes.ts";

/** Changes of many articles at once. */
export const bulkFeature = (store: ArticleStore): Feature => ({ routes: [bulkRoutes(store)] });
