import type { ApiPlugin } from "#platform/api-plugin.ts";
import { serve } from "#platform/endpoints.ts";
import { publicationEndpoints } from "./endpoints.ts";
import type { Publication } from "./schema.ts";

/** `GET publication/`: what the newsroom says of itself, from memory. */
export function publicationRoutes(parts: { publication: Publication }): ApiPlugin {
  return async (app) => serve(app, publicationEndpoints, { "GET /publication": () => parts.publication });
}
