import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import { EVERYTHING } from "#db/scopes.ts";
import { recordEvent } from "#features/events/commands.ts";
import type { Setting } from "#features/settings/commands.ts";
import type { RecordStore, RecordWrites } from "#platform/records/kind.ts";
import { isSeeded, markSeeded } from "#platform/seed-marks.ts";
import type { AdFields } from "./fields.ts";
import { AD_SETTINGS_KEY, ADS, adSettingsScope, adsScope, readAdSettings } from "./queries.ts";
import type { AdSettings } from "./schema.ts";

/**
 * Creates the first four ad spaces of a new publication, only once: spaces that an admin deleted do not return at the
 * next start, and if two processes start together only one creates them.
 */
export async function seedAdSpaces(database: Database): Promise<void> {
  // On later starts nothing is written, and no cached page expires.
  if (await isSeeded(database.db, "ad_spaces")) return;
  await changeContent(database, async (trx) => {
    if (!(await markSeeded(trx, "ad_spaces"))) return { result: undefined, changed: [] };
    await trx
      .insertInto("ad_space")
      .values([
        { name: "Homepage Leaderboard", type: "leaderboard", location: "homepage", active: 1, ...EMPTY },
        { name: "Article Sidebar", type: "sidebar", location: "article", active: 1, ...EMPTY },
        { name: "Category Rectangle", type: "rectangle", location: "category", active: 1, ...EMPTY },
        { name: "Homepage Bottom Leaderboard", type: "leaderboard", location: "homepage", active: 0, ...EMPTY },
      ])
      .execute();
    return { result: undefined, changed: [EVERYTHING] };
  });
}

/** No creative yet: an active space shows the placeholder. */
const EMPTY = { image_url: "", alt: "", target_url: "" };

/** How ad spaces are changed. */
export const adWrites = (store: RecordStore): RecordWrites<AdFields> => ({
  ...ADS,
  store,
  stale: "This ad space has changed since you opened it.",
  scopesOf: ({ before, after }) => [before, after].flatMap((ad) => (ad ? [adsScope(ad.location)] : [])),
  // Advertisers' words are not the newsroom's: no second person approves them.
  state: (trx, clock, { shown: _words, ...statement }) => recordEvent(trx, clock, statement),
});

/** How empty slots look. */
export const adSetting: Setting<"ads", AdSettings> = {
  key: AD_SETTINGS_KEY,
  read: readAdSettings,
  scopes: [adSettingsScope],
};
