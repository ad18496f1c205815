import type { Feature } from "#platform/feature.ts";
import type { TrashStore } from "./commands.ts";
import { trashJobs } from "./jobs.ts";
import { trashRoutes } from "./routes.ts";

/** Deleted articles, which can be restored for a while. */
export const trashFeature = (store: TrashStore): Feature => ({ routes: [trashRoutes(store)], jobs: trashJobs(store) });
