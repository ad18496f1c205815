import type { Feature } from "#platform/feature.ts";
import type { SettingsStore } from "./commands.ts";
import { publicationRoutes } from "./publication/routes.ts";
import type { Publication } from "./publication/schema.ts";
import { settingsRoutes } from "./routes.ts";

type Deps = { store: SettingsStore; publication: Publication };

/** The settings of the newsroom, and its texts about itself. */
export const settingsFeature = ({ store, publication }: Deps): Feature => ({
  routes: [settingsRoutes(store), publicationRoutes({ publication })],
});
