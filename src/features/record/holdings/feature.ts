import type { Feature } from "#platform/feature.ts";
import type { HoldingStore } from "./commands.ts";
import { holdingRoutes } from "./routes.ts";

/** What the people of the newsroom hold, as they register it. */
export const holdingsFeature = (store: HoldingStore): Feature => ({ routes: [holdingRoutes(store)] });
