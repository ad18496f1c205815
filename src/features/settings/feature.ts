import { auditSettingsVersion } from "#features/audit/rules.ts";
import type { ApiPlugin } from "#platform/endpoints.ts";
import { type Call, type ResponseHead, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import type { Secrets } from "#platform/keys.ts";
import { matchesVersion, versionTag } from "#platform/version-tags.ts";
import { actorOf } from "#shared/viewer.ts";
import type { AppearanceStore } from "./appearance/commands.ts";
import { appearanceRoutes, type LookPreviews, lookPreviews, themeStylesheet } from "./appearance/routes.ts";
import {
  updateAddresses,
  updateAuditSettings,
  updateMenus,
  updateNewsroom,
  updateRetention,
  updateSite,
} from "./commands.ts";
import { settingsEndpoints } from "./endpoints.ts";
import { readSiteSettings } from "./facts/queries.ts";
import { siteVersion } from "./facts/rules.ts";
import type { SiteSettings } from "./facts/schema.ts";
import { type ReadDefaultMenus, readMenus } from "./menus/queries.ts";
import { type Publication, publicationEndpoints } from "./publication/endpoints.ts";
import { readPublisher } from "./publication/queries.ts";
import { readAddresses, readAuditSettings, readNewsroom, readRetention } from "./queries.ts";
import { addressesVersion, newsroomVersion, retentionVersion } from "./rules.ts";

/** Sets the ETag of a setting to its version, which a change names in `If-Match`. */
function tagged<Setting>(reply: ResponseHead, body: Setting, versionOf: (body: Setting) => string): Setting {
  reply.header("etag", versionTag(versionOf(body), body));
  return body;
}

const isCurrentFor =
  ({ headers }: Pick<Call<unknown>, "headers">) =>
  (version: string) =>
    matchesVersion(headers["if-match"], version);

function settingsRoutes({ store, defaults, readDefaultMenus, onSiteChange }: Deps): ApiPlugin {
  const { db } = store.database;
  return async (app) =>
    serve(app, settingsEndpoints, {
      "GET /settings/newsroom": async (_call, reply) => tagged(reply, await readNewsroom(db), newsroomVersion),
      "PUT /settings/newsroom": async (call, reply) =>
        tagged(reply, await updateNewsroom(store, actorOf(call), call.body, isCurrentFor(call)), newsroomVersion),
      "GET /settings/addresses": async (_call, reply) => tagged(reply, await readAddresses(db), addressesVersion),
      "PUT /settings/addresses": async (call, reply) =>
        tagged(reply, await updateAddresses(store, actorOf(call), call.body, isCurrentFor(call)), addressesVersion),
      "GET /settings/site": async (_call, reply) => tagged(reply, await readSiteSettings(db, defaults), siteVersion),
      "PUT /settings/site": async (call, reply) => {
        const options = { defaults, isCurrent: isCurrentFor(call) };
        const saved = await updateSite(store, actorOf(call), call.body, options);
        await onSiteChange();
        return tagged(reply, saved, siteVersion);
      },
      "GET /settings/menus": async (_call, reply) => tagged(reply, await readMenus(db, readDefaultMenus), siteVersion),
      "PUT /settings/menus": async (call, reply) => {
        const options = { readDefaults: readDefaultMenus, isCurrent: isCurrentFor(call) };
        return tagged(reply, await updateMenus(store, actorOf(call), call.body, options), siteVersion);
      },
      "GET /settings/audit": async (_call, reply) => tagged(reply, await readAuditSettings(db), auditSettingsVersion),
      "PUT /settings/audit": async (call, reply) => {
        const saved = await updateAuditSettings(store, actorOf(call), call.body, isCurrentFor(call));
        return tagged(reply, saved, auditSettingsVersion);
      },
      "GET /settings/retention": async (_call, reply) => tagged(reply, await readRetention(db), retentionVersion),
      "PUT /settings/retention": async (call, reply) =>
        tagged(reply, await updateRetention(store, actorOf(call), call.body, isCurrentFor(call)), retentionVersion),
    });
}

/** The newsroom's texts about itself. */
function publicationRoutes({ store, publication, defaults }: Deps): ApiPlugin {
  return async (app) =>
    serve(app, publicationEndpoints, {
      // Read from a file at start: of changes, only those of name and tagline affect it.
      "GET /publication": async () => (await readPublisher(store.database.db, publication, defaults)).texts,
    });
}

type Deps = {
  store: AppearanceStore;
  publication: Publication;
  siteUrl: string;
  /** The operator's settings of the site, for those that the newsroom has not changed. */
  defaults: SiteSettings;
  readDefaultMenus: ReadDefaultMenus;
  /** Updates what contains the publication's name or tagline, after a change of either. */
  onSiteChange: () => Promise<void>;
} & Secrets;

export type SettingsFeature = Feature & Pick<LookPreviews, "unsavedOf">;

export function settingsFeature(deps: Deps): SettingsFeature {
  const { store, siteUrl, defaults, secretKey, previousKeys = [] } = deps;
  const previews = lookPreviews({ siteUrl, clock: store.clock, secretKey, previousKeys });
  return {
    routes: [settingsRoutes(deps), publicationRoutes(deps), appearanceRoutes({ store, previews, defaults })],
    siteRoutes: [themeStylesheet(store, siteUrl.startsWith("https:"))],
    unsavedOf: previews.unsavedOf,
  };
}
