import type { Kysely } from "kysely";
import { scope, shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { readSetting } from "#features/settings/queries.ts";
import type { RecordKind } from "#platform/records/kind.ts";
import { nameKey } from "#shared/text.ts";
import { AD_FIELDS, type AdFields } from "./fields.ts";
import { presentForEditor } from "./present.ts";
import { NO_AD_SPACE } from "./rules.ts";
import { type AdSettings, adSettings } from "./schema.ts";
import type { AdSpaceRow } from "./tables.ts";

/** The look of empty slots, on every page. */
export const adSettingsScope = scope("ad-settings");

/** The ad spaces at a location, ignoring case. */
export const adsScope = (location: string) => scope("ads", nameKey(location));

/** Ad spaces as records. */
export const ADS = {
  name: "ad",
  table: "ad_space",
  path: "ads",
  fields: AD_FIELDS,
  none: NO_AD_SPACE,
  scopeOf: ({ location }: { location: string }) => adsScope(location),
  present: async (_db, _now, rows: readonly AdSpaceRow[]) => rows.map(presentForEditor),
} satisfies RecordKind<AdFields>;

export const AD_SETTINGS_KEY = "ads";
const INITIAL: AdSettings = { shows_empty_slots: true };

/** The settings of all slots. By default readers see empty slots. */
export async function readAdSettings(db: Kysely<Tables>): Promise<AdSettings> {
  shows(adSettingsScope);
  const stored = await readSetting(db, AD_SETTINGS_KEY);
  return stored === undefined ? INITIAL : adSettings.parse(stored);
}

type Which = { location: string | undefined; onlyActive: boolean };

/** The ad spaces by id, of one location if it is given. */
export async function listAdSpaces(db: Kysely<Tables>, { location, onlyActive }: Which): Promise<AdSpaceRow[]> {
  if (location !== undefined) shows(adsScope(location));
  const ads = await db
    .selectFrom("ad_space")
    .selectAll()
    .$if(onlyActive, (query) => query.where("active", "=", 1))
    .orderBy("id")
    .execute();
  // Compared here, as SQLite's `lower` knows ASCII only.
  return location === undefined ? ads : ads.filter((ad) => nameKey(ad.location) === nameKey(location));
}

export function findActive(db: Kysely<Tables>, id: number): Promise<AdSpaceRow | undefined> {
  return db.selectFrom("ad_space").selectAll().where("id", "=", id).where("active", "=", 1).executeTakeFirst();
}
