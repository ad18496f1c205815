import { shows } from "#db/scopes.ts";
import type { ApiPlugin } from "#platform/api-plugin.ts";
import { serve } from "#platform/endpoints.ts";
import { publicationEndpoints } from "./endpoints.ts";
import type { Publication } from "./schema.ts";

/** `GET publication/`: what the newsroom says of itself, from memory. */
export function publicationRoutes(parts: { publication: Publication }): ApiPlugin {
  return async (app) =>
    serve(app, publicationEndpoints, {
      "GET /publication": () => {
        // It comes from a file, and with the start: no change of content touches it.
        shows();
        return parts.publication;
      },
    });
}
