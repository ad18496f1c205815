/** Makes the first edition that journeys copy, where there is none of the present sources yet. */
import { makeFirstEdition } from "./first-edition.ts";

await makeFirstEdition();
