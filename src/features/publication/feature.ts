import type { Feature } from "#platform/feature.ts";
import { publicationRoutes } from "./routes.ts";
import type { Publication } from "./schema.ts";

/** What the newsroom says of itself. */
export const publicationFeature = (parts: { publication: Publication }): Feature => ({
  routes: [publicationRoutes(parts)],
});
