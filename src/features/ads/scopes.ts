import { scope } from "#db/scopes.ts";

/** The ad spaces at a location, which is compared ignoring case. */
export const adsScope = (location: string) => scope("ads", location.toLowerCase());
