import { makeFirstEdition } from "../support/first-edition.ts";

/** Sets up what must exist before the first journey. */
export default makeFirstEdition;
