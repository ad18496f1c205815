import type { FastifyPluginAsync } from "fastify";
import { LRUCache } from "lru-cache";
import type { Clock } from "#platform/clock.ts";
import { type ApiPlugin, type ResponseHead, serve } from "#platform/endpoints.ts";
import { type Secrets, signedTokens } from "#platform/keys.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import { matchesVersion, versionTag } from "#platform/version-tags.ts";
import { themeUrl } from "#shared/urls.ts";
import { actorOf } from "#shared/viewer.ts";
import type { SettingsStore } from "../commands.ts";
import { type AppearanceStore, updateAppearance, withChange } from "./commands.ts";
import { type Appearance, appearance, appearanceEndpoints } from "./endpoints.ts";
import { readAppearance } from "./queries.ts";
import { lookVersion } from "./rules.ts";
import { themeAddress, themeRules } from "./theme.ts";

/** How long a link to a look that is not saved works, in seconds. */
const PREVIEW_SECONDS = 30 * 60;

type PreviewSettings = Secrets & { siteUrl: string; clock: Clock };

/** Links to looks that are not saved: the look is in the link, signed. */
export function lookPreviews({ siteUrl, clock, ...secrets }: PreviewSettings) {
  const tokens = signedTokens("look", { issuer: siteUrl, clock, ...secrets });
  return {
    async linkOf(look: Appearance): Promise<string> {
      const iat = Math.floor(clock.now() / 1000);
      return themeUrl.preview(await tokens.sign({ iat, exp: iat + PREVIEW_SECONDS, look }));
    },
    /** The look of a link that is valid now; null for any other text. */
    async lookOf(token: string): Promise<Appearance | null> {
      const parsed = appearance.safeParse((await tokens.verify(token))?.look);
      return parsed.success ? parsed.data : null;
    },
  };
}
export type LookPreviews = ReturnType<typeof lookPreviews>;

function respond(reply: ResponseHead, body: Appearance): Appearance {
  reply.header("etag", versionTag(lookVersion(body), body));
  return body;
}

export function appearanceRoutes(store: AppearanceStore, previews: LookPreviews): ApiPlugin {
  const { db } = store.database;
  return async (app) =>
    serve(app, appearanceEndpoints, {
      "GET /settings/appearance": async (_call, reply) => respond(reply, await readAppearance(db)),
      "PUT /settings/appearance": async (call, reply) => {
        const isCurrent = (version: string) => matchesVersion(call.headers["if-match"], version);
        return respond(reply, await updateAppearance(store, actorOf(call), call.body, isCurrent));
      },
      "POST /settings/appearance/preview": async ({ body }) => ({
        url: await previews.linkOf(withChange(await readAppearance(db), body)),
      }),
    });
}

const CSS = "text/css; charset=utf-8";
const FOREVER = "public, max-age=31536000, immutable";
/** Former stylesheets in memory, which cached pages may still link to. */
const MAX_KNOWN = 50;

/** Serves the stylesheet of the look. A former address gets the current one, and is not cached. */
export function themeStylesheet({ database: { db } }: SettingsStore, secure: boolean): FastifyPluginAsync {
  const known = new LRUCache<string, string>({ max: MAX_KNOWN });
  const headers = securityHeaders("file", secure);
  return async (app) => {
    app.get<{ Params: { hash: string } }>(themeUrl.stylesheet(":hash"), async ({ params }, reply) => {
      const path = themeUrl.stylesheet(params.hash);
      reply.headers(headers).type(CSS);
      let rules = known.get(path);
      if (rules === undefined) {
        const current = themeRules(await readAppearance(db));
        const address = themeAddress(current);
        if (address !== path) return reply.header("cache-control", "no-cache").send(current);
        known.set(path, current);
        rules = current;
      }
      return reply.header("cache-control", FOREVER).send(rules);
    });
  };
}
