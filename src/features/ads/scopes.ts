import { scope } from "#db/scopes.ts";
import { nameKey } from "#shared/text.ts";

/** The ad spaces at a location, which is compared ignoring case. */
export const adsScope = (location: string) => scope("ads", nameKey(location));
