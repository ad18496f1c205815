import { scope } from "#db/scopes.ts";
import { nameKey } from "#shared/text.ts";

/** How empty slots look, on every page. */
export const adSettingsScope = scope("ad-settings");

/** The ad spaces at a location, which is compared ignoring case. */
export const adsScope = (location: string) => scope("ads", nameKey(location));
