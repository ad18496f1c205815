import { isAway } from "#db/failures.ts";
import type { Database } from "#db/open.ts";
import { shows } from "#db/scopes.ts";
import { adSettingsScope, readAdSettings } from "#features/ads/queries.ts";
import { menuPages, nextPage, pageScope } from "#features/pages/queries.ts";
import { appearanceScope, readAppearance } from "#features/settings/appearance/queries.ts";
import { themeAddress, themeRules } from "#features/settings/appearance/theme.ts";
import { addressesScope, newsroomScope, readAddressSite, readNewsroom } from "#features/settings/queries.ts";
import type { Clock } from "#platform/clock.ts";
// Messages of other languages, for everything that the server renders.
import "#shared/messages/all.ts";
import type { SiteInfo } from "#shared/page.ts";
import type { Env } from "../env.ts";

type SiteEnv = Pick<Env, "siteName" | "siteLanguage" | "siteUrl" | "social" | "publication" | "publicEmail">;

/** The publication as all of its pages know it, without the newsroom's settings. */
export const siteInfo = (env: SiteEnv): SiteInfo => ({
  name: env.siteName,
  url: env.siteUrl,
  ...env.publication.home,
  ...(env.siteLanguage !== "en" && { language: env.siteLanguage }),
  social: env.social,
  contactEmail: env.publicEmail,
});

/** Reads the publication's facts with the newsroom's settings; the caller's page expires when those change. */
export type ReadSite = () => Promise<SiteInfo>;

/**
 * Reads the newsroom's settings again only after a change of content. Without the database, uses the last known ones:
 * the page's own reads report the failure.
 */
export function siteReader(database: Database, clock: Clock, site: SiteInfo): ReadSite {
  // `until`: when a scheduled page will appear in the menu.
  let known: { version?: number; until?: number | null; site: SiteInfo } = { site };
  return async () => {
    shows(newsroomScope, appearanceScope, addressesScope, adSettingsScope, pageScope.menu);
    try {
      const [version, now] = [database.contentVersion(), clock.now()];
      if (known.version === version && !(known.until != null && known.until <= now)) return known.site;
      const { time_zone: timeZone } = await readNewsroom(database.db);
      const { shows_empty_slots: showsEmpty } = await readAdSettings(database.db);
      const addresses = await readAddressSite(database.db);
      const theme = themeAddress(themeRules(await readAppearance(database.db)));
      const menu = await menuPages(database.db, now);
      const set = {
        timeZone,
        ...addresses,
        ...(theme !== undefined && { theme }),
        ...(showsEmpty ? {} : { hidesEmptySlots: true as const }),
        ...(menu.length > 0 && { menu }),
      };
      known = { version, until: await nextPage(database.db, now), site: { ...site, ...set } };
    } catch (error) {
      if (!isAway(error as Error)) throw error;
    }
    return known.site;
  };
}
