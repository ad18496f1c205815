import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Database } from "#db/open.ts";
import { accountOf, actorOf } from "#features/accounts/policy.ts";
import { type ApiPlugin, idIn } from "#platform/api-plugin.ts";
import { createIdempotently, creationOf } from "#platform/idempotency.ts";
import type { Reading } from "#platform/reader-counter.ts";
import { matchesVersion, versionTag } from "#platform/version-tags.ts";
import { NotFoundError } from "#shared/errors.ts";
import { parseId } from "#shared/ids.ts";
import { errorBody } from "#shared/schema.ts";
import { createAdSpace, deleteAdSpace, updateAdSpace } from "./commands.ts";
import type { AdCounters } from "./jobs.ts";
import { presentAdSpace, presentForEditor } from "./present.ts";
import { findActive, findAdSpace, listAdSpaces } from "./queries.ts";
import { adVersion, NO_AD_SPACE } from "./rules.ts";
import {
  type AdSpace,
  adSpace,
  adSpaceBody,
  adSpaceChange,
  adSpaceList,
  adSpaceParams,
  adSpaceQuery,
} from "./schema.ts";

const TAGS = ["Ads"];

const idOf = ({ id }: { id: string }) => idIn(id, NO_AD_SPACE);

function answer(reply: FastifyReply, row: Parameters<typeof presentForEditor>[0]): AdSpace {
  const body = presentForEditor(row);
  reply.header("etag", versionTag(adVersion(body), body));
  return body;
}

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
        schema: {
          summary: "Add an ad space",
          description: "Asked for again with the same Idempotency-Key, it answers the ad space that was added first.",
          tags: TAGS,
          body: adSpaceBody,
          response: { 201: adSpace },
        },
      },
      async (request, reply) => {
        const row = await createIdempotently(creationOf(request, "ad", accountOf(request)), {
          db: database.db,
          reply,
          create: (note) => createAdSpace(database, actorOf(request), request.body, note),
          find: (id) => findAdSpace(database.db, id),
        });
        return reply.status(201).send(answer(reply, row));
      },
    );

    app.put(
      "/ads/:id",
      {
        config: { access: "editor" },
        schema: {
          summary: "Change an ad space; what is left out keeps its value",
          description: "With its ETag in If-Match, it is refused (409) where somebody has changed the ad space since.",
          tags: TAGS,
          params: adSpaceParams,
          body: adSpaceChange,
          response: { 200: adSpace, 409: errorBody },
        },
      },
      async (request, reply) => {
        const isCurrent = (version: string) => matchesVersion(request.headers["if-match"], version);
        const id = idOf(request.params);
        return answer(reply, await updateAdSpace(database, actorOf(request), id, request.body, isCurrent));
      },
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

type RedirectDeps = Deps & {
  siteUrl: string;
  /** Answers an address that leads nowhere, as any other page of the site that is not there. */
  notFound: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
};

/** `/go/{id}`: leads to the stored target of an active ad space and nowhere else, and counts who follows. */
export function adRedirects({ database, counters, siteUrl, notFound }: RedirectDeps): FastifyPluginAsync {
  return async (app) => {
    app.get<{ Params: { id: string } }>("/go/:id", async (request, reply) => {
      const id = parseId(request.params.id);
      const space = id === null ? undefined : await findActive(database.db, id);
      if (!space?.target_url) return notFound(request, reply);
      // What a browser fetches ahead, or only asks about, nobody has followed.
      const isAhead = /prefetch|preview/i.test(String(request.headers["sec-purpose"] ?? request.headers.purpose ?? ""));
      if (request.method === "GET" && !isAhead) counters.clicks.record(readingOf(request, space.id));
      return reply
        .headers({ "cache-control": "no-store", "x-robots-tag": "noindex, nofollow", "referrer-policy": "origin" })
        .redirect(new URL(space.target_url, `${siteUrl}/`).href, 302);
    });
  };
}
