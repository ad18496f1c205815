import type { ArticleStore } from "#features/articles/commands.ts";
import type { Feature } from "#platform/feature.ts";
import { frontPageRoutes } from "./routes.ts";

/** What editors arrange on the home page. */
export const frontPageFeature = (store: ArticleStore): Feature => ({ routes: [frontPageRoutes(store)] });
