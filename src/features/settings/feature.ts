import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import type { Secrets } from "#platform/keys.ts";
import type { AppearanceStore } from "./appearance/commands.ts";
import { appearanceRoutes, type LookPreviews, lookPreviews, themeStylesheet } from "./appearance/routes.ts";
import { themeRules } from "./appearance/theme.ts";
import type { TypefaceStore } from "./appearance/typefaces/commands.ts";
import { readTypefaces } from "./appearance/typefaces/queries.ts";
import { typefaceFiles, typefaceRoutes } from "./appearance/typefaces/routes.ts";
import {
  addressSetting,
  auditSetting,
  houseStyleSetting,
  menuSetting,
  newsletterSetting,
  newsroomSetting,
  retentionSetting,
  siteSetting,
} from "./commands.ts";
import { settingsEndpoints } from "./endpoints.ts";
import type { SiteSettings } from "./facts/schema.ts";
import { settingHandlers } from "./handlers.ts";
import type { ReadDefaultMenus } from "./menus/queries.ts";
import { type Publication, publicationEndpoints } from "./publication/endpoints.ts";
import { readPublisher } from "./publication/queries.ts";
import type { OwnWords } from "./words/queries.ts";
import { wordsFiles, wordsRoutes } from "./words/routes.ts";

function settingsRoutes({ readDefaultMenus, siteDefaults, onSiteChange, ...store }: Deps): ApiPlugin {
  const site = settingHandlers(store, siteSetting(siteDefaults));
  return async (app) =>
    serve(app, settingsEndpoints, {
      ...settingHandlers(store, newsroomSetting),
      ...settingHandlers(store, addressSetting),
      ...settingHandlers(store, newsletterSetting),
      ...settingHandlers(store, auditSetting),
      ...settingHandlers(store, houseStyleSetting),
      ...settingHandlers(store, retentionSetting),
      ...settingHandlers(store, menuSetting(readDefaultMenus)),
      ...site,
      "PUT /settings/site": async (call, reply) => {
        const saved = await site["PUT /settings/site"](call, reply);
        await onSiteChange();
        return saved;
      },
    });
}

/** The newsroom's texts about itself. */
function publicationRoutes({ database, publication, siteDefaults }: Deps): ApiPlugin {
  return async (app) =>
    serve(app, publicationEndpoints, {
      // Read from a file at start: of changes, only those of name and tagline affect it.
      "GET /publication": async () => (await readPublisher(database.db, publication, siteDefaults)).texts,
    });
}

type Deps = AppearanceStore &
  TypefaceStore &
  Secrets & {
    publication: Publication;
    siteUrl: string;
    /** The operator's settings of the site, for those that the newsroom has not changed. */
    siteDefaults: SiteSettings;
    readDefaultMenus: ReadDefaultMenus;
    /** Updates what contains the publication's name or tagline, after a change of either. */
    onSiteChange: () => Promise<void>;
    /** The accents of categories. */
    readAccents: (db: Kysely<Tables>) => Promise<string[]>;
    /** The interface's words that this process shows. */
    words: OwnWords;
  };

export type SettingsFeature = Feature &
  Pick<LookPreviews, "unsavedOf"> & {
    /** The stylesheet of a look that is not saved; undefined if the link to it is not valid. */
    sheetOf: (token: string) => Promise<string | undefined>;
  };

export function settingsFeature(deps: Deps): SettingsFeature {
  const { siteUrl, siteDefaults: defaults, previousKeys = [] } = deps;
  const previews = lookPreviews({ ...deps, previousKeys });
  const secure = siteUrl.startsWith("https:");
  const onWordsChange = async () => {
    await deps.words.refresh();
    await deps.onSiteChange();
  };
  return {
    routes: [
      settingsRoutes(deps),
      publicationRoutes(deps),
      appearanceRoutes({ store: deps, previews, defaults }),
      typefaceRoutes(deps),
      wordsRoutes({ ...deps, onWordsChange }),
    ],
    siteRoutes: [themeStylesheet(deps, secure), typefaceFiles(deps, secure), wordsFiles(deps, secure)],
    unsavedOf: previews.unsavedOf,
    async sheetOf(token) {
      const look = (await previews.unsavedOf(token))?.look;
      const { db } = deps.database;
      return look && themeRules(look, { accents: await deps.readAccents(db), typefaces: await readTypefaces(db) });
    },
  };
}
