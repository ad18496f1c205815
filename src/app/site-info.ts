import { isAway } from "#db/failures.ts";
import type { Database } from "#db/open.ts";
import { shows } from "#db/scopes.ts";
import { adSettingsScope, readAdSettings } from "#features/ads/queries.ts";
import { findPicture } from "#features/media/pictures/queries.ts";
import { menuPages, nextPage, pageScope } from "#features/pages/queries.ts";
import { appearanceScope, readAppearance } from "#features/settings/appearance/queries.ts";
import type { Look } from "#features/settings/appearance/rules.ts";
import { themeAddress, themeRules } from "#features/settings/appearance/theme.ts";
import { addressesScope, newsroomScope, readAddressSite, readNewsroom } from "#features/settings/queries.ts";
import type { Clock } from "#platform/clock.ts";
// Messages of other languages, for everything that the server renders.
import "#shared/messages/all.ts";
import type { SiteInfo } from "#shared/page.ts";
import { cropOf, parsePictureUrl } from "#shared/pictures.ts";
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

/** The logos and icon of a look, as pages know them. */
export const picturesOfSite = ({
  logo,
  logo_dark: logoDark,
  icon,
}: Look): Pick<SiteInfo, "logo" | "logoDark" | "icon"> => ({
  ...(logo && { logo }),
  ...(logo && logoDark && { logoDark }),
  ...(icon && { icon }),
});

/** How the site looks, as pages know it. */
async function siteLook(db: Database["db"]): Promise<Partial<SiteInfo>> {
  const look = await readAppearance(db);
  const { social_card: card } = look;
  const theme = themeAddress(themeRules(look));
  const key = parsePictureUrl(card)?.key;
  const stored = key === undefined ? undefined : await findPicture(db, key);
  const cropped = stored && cropOf(card, "card", stored.focal_x, stored.focal_y);
  return {
    ...(theme !== undefined && { theme }),
    ...picturesOfSite(look),
    ...(cropped && { socialCard: cropped }),
  };
}

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
      const look = await siteLook(database.db);
      const menu = await menuPages(database.db, now);
      const set = {
        timeZone,
        ...addresses,
        ...look,
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
