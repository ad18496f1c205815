import { makeFirstEdition } from "../support/first-edition.ts";

/** Playwright's door to what must be there before the first journey. */
export default makeFirstEdition;
