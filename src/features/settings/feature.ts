import type { Feature } from "#platform/feature.ts";
import type { SettingsStore } from "./commands.ts";
import { settingsRoutes } from "./routes.ts";

/** What the newsroom itself settles. */
export const settingsFeature = (store: SettingsStore): Feature => ({ routes: [settingsRoutes(store)] });
