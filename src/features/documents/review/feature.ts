import type { ArticleStore } from "#features/articles/commands.ts";
import type { Feature } from "#platform/feature.ts";
import { reviewRoutes } from "./routes.ts";

/** The two-person rule: which articles need a second person, and whose approval they have. */
export const reviewFeature = (store: ArticleStore): Feature => ({ routes: [reviewRoutes(store)] });
