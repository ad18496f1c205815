import type { Feature } from "#platform/feature.ts";
import { type PeopleParts, peopleRoutes } from "./routes.ts";

/** The people of the newsroom. */
export const peopleFeature = (parts: PeopleParts): Feature => ({ routes: [peopleRoutes(parts)] });
