import type { ApiPlugin } from "#platform/api-plugin.ts";
import { type Publication, publication } from "./schema.ts";

/** `GET publication/`: what the newsroom says of itself, from memory. */
export function publicationRoutes(parts: { publication: Publication }): ApiPlugin {
  return async (app) => {
    app.get(
      "/publication",
      {
        config: { access: "public", cost: "nothing" },
        schema: {
          summary: "The texts of the newsroom's own pages",
          tags: ["Publication"],
          response: { 200: publication },
        },
      },
      async () => parts.publication,
    );
  };
}
