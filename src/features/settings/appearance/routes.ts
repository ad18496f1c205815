import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { FastifyPluginAsync } from "fastify";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import type { Tables } from "#db/tables.ts";
import type { Clock } from "#platform/clock.ts";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import { type Secrets, signedTokens } from "#platform/keys.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import { InvalidError } from "#shared/errors.ts";
import { themeUrl } from "#shared/urls.ts";
import { requireLanguage, type SettingsStore, withSiteChange } from "../commands.ts";
import { readSiteSettings } from "../facts/queries.ts";
import type { SiteSettings } from "../facts/schema.ts";
import { settingHandlers } from "../handlers.ts";
import { previewedWords } from "../words/commands.ts";
import { type AppearanceStore, checkedLook, requireReadable, withFonts } from "./commands.ts";
import { appearanceEndpoints, type Unsaved, unsaved } from "./endpoints.ts";
import { readAppearance } from "./queries.ts";
import { themeAddress, themeRules } from "./theme.ts";
import { readTypefaces } from "./typefaces/queries.ts";

/** How long a link to a look that is not saved works, in seconds. */
const PREVIEW_SECONDS = 30 * 60;

type PreviewSettings = Secrets & { siteUrl: string; clock: Clock };

/** Of a link, in characters: servers in front of this one reject longer ones (nginx above 8 kB). */
const MAX_LINK_LENGTH = 7_000;

/** Links to the site with what is not saved: it is in the link, compressed and signed. */
export function lookPreviews({ siteUrl, clock, ...secrets }: PreviewSettings) {
  const tokens = signedTokens("look", { issuer: siteUrl, clock, ...secrets });
  return {
    /** Throws InvalidError if it would be too long. */
    async linkOf(shown: Unsaved): Promise<string> {
      const iat = Math.floor(clock.now() / 1000);
      const packed = deflateRawSync(JSON.stringify(shown)).toString("base64url");
      const link = themeUrl.preview(await tokens.sign({ iat, exp: iat + PREVIEW_SECONDS, packed }));
      if (link.length > MAX_LINK_LENGTH)
        throw new InvalidError("invalid_input", "These settings are too long for a preview.");
      return link;
    },
    /** What a link shows that is valid now; null for any other text. */
    async unsavedOf(token: string): Promise<Unsaved | null> {
      const packed = (await tokens.verify(token))?.packed;
      if (typeof packed !== "string") return null;
      const parsed = unsaved.safeParse(JSON.parse(inflateRawSync(Buffer.from(packed, "base64url")).toString()));
      return parsed.success ? parsed.data : null;
    },
  };
}
export type LookPreviews = ReturnType<typeof lookPreviews>;

type Deps = { store: AppearanceStore; previews: LookPreviews; defaults: SiteSettings };

export function appearanceRoutes({ store, previews, defaults }: Deps): ApiPlugin {
  const { db } = store.database;
  return async (app) =>
    serve(app, appearanceEndpoints, {
      ...settingHandlers(store, checkedLook(store.findStored)),
      "POST /settings/appearance/preview": async ({ body: { site, menus, words, ...given } }) => {
        const look = withFonts(await readAppearance(db), given);
        requireReadable(look);
        if (site) await requireLanguage(db, site);
        return {
          url: await previews.linkOf({
            look,
            ...(site && { site: withSiteChange(await readSiteSettings(db, defaults), site) }),
            ...(menus && { menus }),
            ...(words && { words: { ...words, words: previewedWords(words.language, words.words) } }),
          }),
        };
      },
    });
}

const CSS = "text/css; charset=utf-8";
const FOREVER = "public, max-age=31536000, immutable";
/** Former stylesheets in memory, which cached pages may still link to. */
const MAX_KNOWN = 50;

/** `readAccents`: those of categories, a feature above this one. */
type SheetDeps = SettingsStore & { readAccents: (db: Kysely<Tables>) => Promise<string[]> };

/** Serves the stylesheet of the look. A former address gets the current one, and is not cached. */
export function themeStylesheet({ database: { db }, readAccents }: SheetDeps, secure: boolean): FastifyPluginAsync {
  const known = new LRUCache<string, string>({ max: MAX_KNOWN });
  const headers = securityHeaders("file", secure);
  return async (app) => {
    app.get<{ Params: { hash: string } }>(themeUrl.stylesheet(":hash"), async ({ params }, reply) => {
      const path = themeUrl.stylesheet(params.hash);
      reply.headers(headers).type(CSS);
      let rules = known.get(path);
      if (rules === undefined) {
        const extras = { accents: await readAccents(db), typefaces: await readTypefaces(db) };
        const current = themeRules(await readAppearance(db), extras);
        const address = themeAddress(current);
        if (address !== path) return reply.header("cache-control", "no-cache").send(current);
        known.set(path, current);
        rules = current;
      }
      return reply.header("cache-control", FOREVER).send(rules);
    });
  };
}
