import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { Database } from "#db/open.ts";
import { settingHandlers } from "#features/settings/handlers.ts";
import type { Clock } from "#platform/clock.ts";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import { clickOf, type Reading } from "#platform/reader-counter.ts";
import { recordHandlers } from "#platform/records/handlers.ts";
import { NotFoundError } from "#shared/errors.ts";
import { parseId } from "#shared/ids.ts";
import { viewerMayAny } from "#shared/permissions.ts";
import { adSetting, adWrites } from "./commands.ts";
import type { AdCounters } from "./counters.ts";
import { adEndpoints } from "./endpoints.ts";
import { presentAdSpace, presentForEditor, presentForPage } from "./present.ts";
import { findActive, listAdSpaces } from "./queries.ts";
import { NO_AD_SPACE } from "./rules.ts";

const idOf = ({ id }: { id: string }) => idIn(id, "ad_space_not_found", NO_AD_SPACE);

const readingOf = ({ ip, headers }: Pick<FastifyRequest, "ip" | "headers">, id: number): Reading => ({
  id,
  address: ip,
  userAgent: headers["user-agent"],
});

type Deps = { database: Database; counters: AdCounters };
type ApiDeps = Deps & { clock: Clock };

export function adRoutes({ database, clock, counters }: ApiDeps): ApiPlugin {
  const store = { database, clock };
  const { create, update, remove } = recordHandlers(adWrites(store));
  return async (app) =>
    serve(app, adEndpoints, {
      "GET /ads": async ({ query, viewer, isForPage }) => {
        const isManager = viewerMayAny(viewer, "ad.manage");
        const which = { location: query.location || undefined, onlyActive: !isManager };
        const present = isManager ? presentForEditor : isForPage ? presentForPage : presentAdSpace;
        return (await listAdSpaces(database.db, which)).map(present);
      },

      "POST /ads": (call, reply) => create(call, reply, { active: true, ...call.body }),
      "PUT /ads/:id": (call, reply) => update(call, reply, idOf(call.params)),
      "DELETE /ads/:id": (call) => remove(call, idOf(call.params)),

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
      const click = clickOf(request, space.id);
      if (click) counters.clicks.record(click);
      return reply
        .headers({ "cache-control": "no-store", "x-robots-tag": "noindex, nofollow", "referrer-policy": "origin" })
        .redirect(new URL(space.target_url, `${siteUrl}/`).href, 302);
    });
  };
}
