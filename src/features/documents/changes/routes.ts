import type { Database } from "#db/open.ts";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import { actorBehind } from "#shared/viewer.ts";
import type { DocumentType } from "../types.ts";
import { changesEndpoints } from "./endpoints.ts";
import { pageChanges } from "./queries.ts";

type Parts = { database: Pick<Database, "db">; kinds: readonly DocumentType[]; siteUrl: string };

export const changesRoutes =
  (parts: Parts): ApiPlugin =>
  async (app) =>
    serve(app, changesEndpoints, {
      "GET /changes": ({ viewer, query }) => pageChanges(parts, actorBehind(viewer), query),
    });
