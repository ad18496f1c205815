import type { Feature } from "#platform/feature.ts";
import { publicationRoutes } from "./routes.ts";
import type { Publication } from "./schema.ts";

/** The newsroom's texts about itself. */
export const publicationFeature = (parts: { publication: Publication }): Feature => ({
  routes: [publicationRoutes(parts)],
});
