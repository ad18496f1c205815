import { scope } from "#db/scopes.ts";
import { nameKey } from "#shared/text.ts";

/** The look of empty slots, on every page. */
export const adSettingsScope = scope("ad-settings");

/** The ad spaces at a location, ignoring case. */
export const adsScope = (location: string) => scope("ads", nameKey(location));
