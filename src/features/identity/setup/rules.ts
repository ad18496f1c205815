import { DAY } from "#shared/time.ts";

/** How long the link of the first start works, in milliseconds and in words. */
export const SETUP_TTL_MS = DAY;
export const SETUP_TTL_WORDS = "24 hours";

export const DEMO_AUTHOR =
  "A demo author has this name. Use another one, or don't keep the demo articles: their authors go with them.";

export const BAD_SETUP_LINK = "This link was used or has expired; it also ends with the first login.";
