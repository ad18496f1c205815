import { isAway } from "#db/failures.ts";
import type { Database } from "#db/open.ts";
import { shows } from "#db/scopes.ts";
import { readAdSettings } from "#features/ads/queries.ts";
import { adSettingsScope } from "#features/ads/scopes.ts";
import { newsroomScope, readNewsroom } from "#features/settings/queries.ts";
import type { SiteInfo } from "#shared/page.ts";
import type { Env } from "../env.ts";

type SiteEnv = Pick<Env, "siteName" | "siteUrl" | "social" | "publication" | "publicEmail">;

/** The publication as all of its pages know it, without what the newsroom has set. */
export const siteInfo = (env: SiteEnv): SiteInfo => ({
  name: env.siteName,
  url: env.siteUrl,
  ...env.publication.home,
  social: env.social,
  contactEmail: env.publicEmail,
});

/** Reads the publication's facts with what the newsroom has set; the caller's page ends when that changes. */
export type ReadSite = () => Promise<SiteInfo>;

/**
 * Reads the newsroom's settings again only after a change of content. Without the database, what was last known: the
 * page's own reads report the failure.
 */
export function siteReader(database: Database, site: SiteInfo): ReadSite {
  let known: { version: number | undefined; site: SiteInfo } = { version: undefined, site };
  return async () => {
    shows(newsroomScope, adSettingsScope);
    try {
      const version = database.contentVersion();
      if (known.version === version) return known.site;
      const { time_zone: timeZone } = await readNewsroom(database.db);
      const { shows_empty_slots: showsEmpty } = await readAdSettings(database.db);
      known = { version, site: { ...site, timeZone, ...(showsEmpty ? {} : { hidesEmptySlots: true }) } };
    } catch (error) {
      if (!isAway(error as Error)) throw error;
    }
    return known.site;
  };
}
