import { shows } from "#db/scopes.ts";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import { publicationEndpoints } from "./endpoints.ts";
import type { Publication } from "./schema.ts";

/** `GET publication/`: the newsroom's texts about itself, from memory. */
export function publicationRoutes(parts: { publication: Publication }): ApiPlugin {
  return async (app) =>
    serve(app, publicationEndpoints, {
      "GET /publication": () => {
        // It is read from a file at start: no change of content affects it.
        shows();
        return parts.publication;
      },
    });
}
