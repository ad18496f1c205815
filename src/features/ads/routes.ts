import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import { type ApiPlugin, idIn, type ResponseHead, serve } from "#platform/endpoints.ts";
import { createIdempotently, creationOf } from "#platform/idempotency.ts";
import type { Reading } from "#platform/reader-counter.ts";
import { matchesVersion, versionTag } from "#platform/version-tags.ts";
import { NotFoundError } from "#shared/errors.ts";
import { parseId } from "#shared/ids.ts";
import { viewerMayAny } from "#shared/permissions.ts";
import { accountOf, actorOf } from "#shared/viewer.ts";
import { createAdSpace, deleteAdSpace, updateAdSettings, updateAdSpace } from "./commands.ts";
import type { AdCounters } from "./counters.ts";
import { adEndpoints } from "./endpoints.ts";
import { presentAdSpace, presentForEditor, presentForPage } from "./present.ts";
import { findActive, findAdSpace, listAdSpaces, readAdSettings } from "./queries.ts";
import { adSettingsVersion, adVersion, NO_AD_SPACE } from "./rules.ts";
import type { AdSettings, AdSpace } from "./schema.ts";

const idOf = ({ id }: { id: string }) => idIn(id, "ad_space_not_found", NO_AD_SPACE);

function respond(reply: ResponseHead, row: Parameters<typeof presentForEditor>[0]): AdSpace {
  const body = presentForEditor(row);
  reply.header("etag", versionTag(adVersion(body), body));
  return body;
}

function respondWithSettings(reply: ResponseHead, body: AdSettings): AdSettings {
  reply.header("etag", versionTag(adSettingsVersion(body), body));
  return body;
}

const readingOf = ({ ip, headers }: Pick<FastifyRequest, "ip" | "headers">, id: number): Reading => ({
  id,
  address: ip,
  userAgent: headers["user-agent"],
});

type Deps = { database: Database; counters: AdCounters };
type ApiDeps = Deps & { clock: Clock };

export function adRoutes({ database, clock, counters }: ApiDeps): ApiPlugin {
  const store = { database, clock };
  return async (app) =>
    serve(app, adEndpoints, {
      "GET /ads": async ({ query, viewer, isForPage }) => {
        const isManager = viewerMayAny(viewer, "ad.manage");
        const which = { location: query.location || undefined, onlyActive: !isManager };
        const present = isManager ? presentForEditor : isForPage ? presentForPage : presentAdSpace;
        return (await listAdSpaces(database.db, which)).map(present);
      },

      "POST /ads": async (call, reply) => {
        const row = await createIdempotently(creationOf(call, "ad", accountOf(call)), {
          db: database.db,
          reply,
          create: (note) => createAdSpace(store, actorOf(call), call.body, note),
          find: (id) => findAdSpace(database.db, id),
        });
        return respond(reply, row);
      },

      "PUT /ads/:id": async (call, reply) => {
        const isCurrent = (version: string) => matchesVersion(call.headers["if-match"], version);
        return respond(reply, await updateAdSpace(store, actorOf(call), idOf(call.params), call.body, isCurrent));
      },

      "DELETE /ads/:id": (call) => deleteAdSpace(store, actorOf(call), idOf(call.params)),

      "POST /ads/:id/view": async (call) => {
        const space = await findActive(database.db, idOf(call.params));
        if (!space) throw new NotFoundError("ad_space_not_found", NO_AD_SPACE);
        counters.views.record(readingOf(call, space.id));
      },

      "GET /settings/ads": async (_call, reply) => respondWithSettings(reply, await readAdSettings(database.db)),

      "PUT /settings/ads": async (call, reply) => {
        const isCurrent = (version: string) => matchesVersion(call.headers["if-match"], version);
        return respondWithSettings(reply, await updateAdSettings(store, actorOf(call), call.body, isCurrent));
      },
    });
}

type RedirectDeps = Deps & { siteUrl: string };

/** `/go/{id}`: redirects to the stored target of an active ad space and nowhere else, and counts the click. */
export function adRedirects({ database, counters, siteUrl }: RedirectDeps): FastifyPluginAsync {
  return async (app) => {
    app.get<{ Params: { id: string } }>("/go/:id", async (request, reply) => {
      const id = parseId(request.params.id);
      const space = id === null ? undefined : await findActive(database.db, id);
      if (!space?.target_url) return reply.sendPage();
      // Prefetches and HEAD requests are not clicks.
      const isAhead = /prefetch|preview/i.test(String(request.headers["sec-purpose"] ?? request.headers.purpose ?? ""));
      if (request.method === "GET" && !isAhead) counters.clicks.record(readingOf(request, space.id));
      return reply
        .headers({ "cache-control": "no-store", "x-robots-tag": "noindex, nofollow", "referrer-policy": "origin" })
        .redirect(new URL(space.target_url, `${siteUrl}/`).href, 302);
    });
  };
}
