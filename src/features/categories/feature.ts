import type { Feature } from "#platform/feature.ts";
import type { CategoryStore } from "./commands.ts";
import { categoryRoutes } from "./routes.ts";

/** The sections of the publication. */
export const categoriesFeature = (store: CategoryStore): Feature => ({ routes: [categoryRoutes(store)] });
