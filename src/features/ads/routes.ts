import type { Database } from "#db/open.ts";
import type { ApiPlugin } from "#platform/api-plugin.ts";
import { presentAdSpace } from "./present.ts";
import { listActiveAdSpaces } from "./queries.ts";
import { adSpaceList, adSpaceQuery } from "./schema.ts";

/** `GET ads/` (contract section 2): readers see active spaces only. */
export function adRoutes({ database }: { database: Database }): ApiPlugin {
  return async (app) => {
    app.get(
      "/ads",
      {
        schema: {
          summary: "Active ad spaces, of one location or all",
          tags: ["Ads"],
          querystring: adSpaceQuery,
          response: { 200: adSpaceList },
        },
      },
      async (request) => (await listActiveAdSpaces(database.db, request.query.location)).map(presentAdSpace),
    );
  };
}
