import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { Database } from "#db/open.ts";
import { settingHandlers } from "#features/settings/handlers.ts";
import type { Clock } from "#platform/clock.ts";
import { type ApiPlugin, idIn, type ResponseHead, serve } from "#platform/endpoints.ts";
import { createIdempotently, creationOf } from "#platform/idempotency.ts";
import type { Reading } from "#platform/reader-counter.ts";
import { isCurrentFor, tagged } from "#platform/version-tags.ts";
import { NotFoundError } from "#shared/errors.ts";
import { parseId } from "#shared/ids.ts";
import { viewerMayAny } from "#shared/permissions.ts";
import { accountOf, actorOf } from "#shared/viewer.ts";
import { adSetting, createAdSpace, deleteAdSpace, updateAdSpace } from "./commands.ts";
import type { AdCounters } from "./counters.ts";
import { adEndpoints } from "./endpoints.ts";
import { presentAdSpace, presentForEditor, presentForPage } from "./present.ts";
import { findActive, findAdSpace, listAdSpaces } from "./queries.ts";
import { adVersion, NO_AD_SPACE } from "./rules.ts";
import type { AdSpace } from "./schema.ts";

const idOf = ({ id }: { id: string }) => idIn(id, "ad_space_not_found", NO_AD_SPACE);

function respond(reply: ResponseHead, row: Parameters<typeof presentForEditor>[0]): AdSpace {
  const body = presentForEditor(row);
  return tagged(reply, adVersion(body), body);
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
        const { params, body } = call;
        return respond(reply, await updateAdSpace(store, actorOf(call), idOf(params), body, isCurrentFor(call)));
      },

      "DELETE /ads/:id": (call) => deleteAdSpace(store, actorOf(call), idOf(call.params)),

      "POST /ads/:id/view": async (call) => {
        const space = await findActive(database.db, idOf(call.params));
        if (!space) throw new NotFoundError("ad_space_not_found", NO_AD_SPACE);
        counters.views.record(readingOf(call, space.id));
      },

      ...settingHandlers(store, adSetting),
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
