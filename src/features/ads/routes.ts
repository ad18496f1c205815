import { z } from "zod";
import type { Database } from "#db/open.ts";
import { actorOf } from "#features/accounts/policy.ts";
import type { ApiPlugin } from "#platform/api-plugin.ts";
import { NotFoundError } from "#shared/errors.ts";
import { parseId } from "#shared/ids.ts";
import { createAdSpace, deleteAdSpace, updateAdSpace } from "./commands.ts";
import { presentAdSpace } from "./present.ts";
import { listAdSpaces } from "./queries.ts";
import { adSpace, adSpaceBody, adSpaceChange, adSpaceList, adSpaceParams, adSpaceQuery } from "./schema.ts";

const TAGS = ["Ads"];

function idOf({ id: text }: { id: string }): number {
  const id = parseId(text);
  if (id === null) throw new NotFoundError("There is no such ad space.");
  return id;
}

/** `ads/` (contract section 2): readers see active spaces only, editors all, and change them. */
export function adRoutes({ database }: { database: Database }): ApiPlugin {
  return async (app) => {
    app.get(
      "/ads",
      {
        config: { access: "either" },
        schema: {
          summary: "Ad spaces, of one location or all: active ones, and all for an editor",
          tags: TAGS,
          querystring: adSpaceQuery,
          response: { 200: adSpaceList },
        },
      },
      async (request) => {
        const which = { location: request.query.location, onlyActive: !request.actor };
        return (await listAdSpaces(database.db, which)).map(presentAdSpace);
      },
    );

    app.post(
      "/ads",
      {
        config: { access: "editor" },
        schema: { summary: "Add an ad space", tags: TAGS, body: adSpaceBody, response: { 201: adSpace } },
      },
      async (request, reply) =>
        reply.status(201).send(presentAdSpace(await createAdSpace(database, actorOf(request), request.body))),
    );

    app.put(
      "/ads/:id",
      {
        config: { access: "editor" },
        schema: {
          summary: "Change an ad space; what is left out keeps its value",
          tags: TAGS,
          params: adSpaceParams,
          body: adSpaceChange,
          response: { 200: adSpace },
        },
      },
      async (request) =>
        presentAdSpace(await updateAdSpace(database, actorOf(request), idOf(request.params), request.body)),
    );

    app.delete(
      "/ads/:id",
      {
        config: { access: "editor" },
        schema: { summary: "Delete an ad space", tags: TAGS, params: adSpaceParams, response: { 204: z.null() } },
      },
      async (request, reply) => {
        await deleteAdSpace(database, actorOf(request), idOf(request.params));
        return reply.status(204).send(null);
      },
    );
  };
}
