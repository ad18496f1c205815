import type { Feature } from "#platform/feature.ts";
import { type PersonalDataParts, personalDataRoutes } from "./routes.ts";

/** What is kept about the people of the newsroom, given out and erased in one call each. */
export const personalDataFeature = (parts: PersonalDataParts): Feature => ({ routes: [personalDataRoutes(parts)] });
