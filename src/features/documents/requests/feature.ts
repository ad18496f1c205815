import type { Feature } from "#platform/feature.ts";
import type { RequestStore } from "./commands.ts";
import { reviewRequestRoutes } from "./routes.ts";

/** Who is asked to look at an article before it is published. */
export const reviewRequestsFeature = (store: RequestStore): Feature => ({ routes: [reviewRequestRoutes(store)] });
