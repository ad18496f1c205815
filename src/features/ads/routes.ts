import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Database } from "#db/open.ts";
import { actorOf } from "#features/accounts/policy.ts";
import { type ApiPlugin, idIn } from "#platform/api-plugin.ts";
import type { Reading } from "#platform/reader-counter.ts";
import { NotFoundError } from "#shared/errors.ts";
import { parseId } from "#shared/ids.ts";
import { createAdSpace, deleteAdSpace, updateAdSpace } from "./commands.ts";
import type { AdCounters } from "./counters.ts";
import { presentAdSpace, presentForEditor } from "./present.ts";
import { findActive, listAdSpaces } from "./queries.ts";
import { NO_AD_SPACE } from "./rules.ts";
import { adSpace, adSpaceBody, adSpaceChange, adSpaceList, adSpaceParams, adSpaceQuery } from "./schema.ts";

const TAGS = ["Ads"];

const idOf = ({ id }: { id: string }) => idIn(id, NO_AD_SPACE);

const readingOf = (request: FastifyRequest, id: number): Reading => ({
  id,
  address: request.ip,
  userAgent: request.headers["user-agent"],
});

type Deps = { database: Database; counters: AdCounters };

/** `ads/`: readers see active spaces only, editors all, and change them. */
export function adRoutes({ database, counters }: Deps): ApiPlugin {
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
        const which = { location: request.query.location || undefined, onlyActive: !request.actor };
        return (await listAdSpaces(database.db, which)).map(request.actor ? presentForEditor : presentAdSpace);
      },
    );

    app.post(
      "/ads",
      {
        config: { access: "editor" },
        schema: { summary: "Add an ad space", tags: TAGS, body: adSpaceBody, response: { 201: adSpace } },
      },
      async (request, reply) =>
        reply.status(201).send(presentForEditor(await createAdSpace(database, actorOf(request), request.body))),
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
        presentForEditor(await updateAdSpace(database, actorOf(request), idOf(request.params), request.body)),
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

    app.post(
      "/ads/:id/view",
      {
        config: { access: "public", cost: "read" },
        schema: {
          summary: "Counts a reader who sees the creative",
          tags: TAGS,
          params: adSpaceParams,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const space = await findActive(database.db, idOf(request.params));
        if (!space) throw new NotFoundError(NO_AD_SPACE);
        counters.views.record(readingOf(request, space.id));
        return reply.status(204).send(null);
      },
    );
  };
}

type RedirectDeps = Deps & { siteUrl: string };

/** `/go/{id}`: leads to the stored target of an active ad space and nowhere else, and counts who follows. */
export function adRedirects({ database, counters, siteUrl }: RedirectDeps): FastifyPluginAsync {
  return async (app) => {
    app.get<{ Params: { id: string } }>("/go/:id", { config: { cost: "nothing" } }, async (request, reply) => {
      const id = parseId(request.params.id);
      const space = id === null ? undefined : await findActive(database.db, id);
      if (!space?.target_url) return reply.sendPage();
      // What a browser fetches ahead, or only asks about, nobody has followed.
      const isAhead = /prefetch|preview/i.test(String(request.headers["sec-purpose"] ?? request.headers.purpose ?? ""));
      if (request.method === "GET" && !isAhead) counters.clicks.record(readingOf(request, space.id));
      return reply
        .headers({ "cache-control": "no-store", "x-robots-tag": "noindex, nofollow", "referrer-policy": "origin" })
        .redirect(new URL(space.target_url, `${siteUrl}/`).href, 302);
    });
  };
}
