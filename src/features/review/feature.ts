import type { Feature } from "#platform/feature.ts";
import type { ReviewStore } from "./commands.ts";
import { reviewRoutes } from "./routes.ts";

/** The two-person rule: which articles need a second person, and whose approval they have. */
export const reviewFeature = (store: ReviewStore): Feature => ({ routes: [reviewRoutes(store)] });
