import type { Kysely, Selectable } from "kysely";
import { scope, shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { keysInTexts } from "#features/media/pictures/rules.ts";
import { readSetting } from "#features/settings/queries.ts";
import { nameKey } from "#shared/text.ts";
import { type AdSettings, adSettings } from "./schema.ts";
import type { AdSpaceTable } from "./tables.ts";

/** The look of empty slots, on every page. */
export const adSettingsScope = scope("ad-settings");

/** The ad spaces at a location, ignoring case. */
export const adsScope = (location: string) => scope("ads", nameKey(location));

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
export async function listAdSpaces(
  db: Kysely<Tables>,
  { location, onlyActive }: Which,
): Promise<Selectable<AdSpaceTable>[]> {
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

/** The ad spaces whose picture address matches `pattern`. */
export async function adsShowing(db: Kysely<Tables>, pattern: string) {
  const ads = await db.selectFrom("ad_space").select(["id", "name"]).where("image_url", "like", pattern).execute();
  return ads.map(({ id, name }) => ({ type: "ad" as const, id, title: name }));
}

export function findAdSpace(db: Kysely<Tables>, id: number): Promise<Selectable<AdSpaceTable> | undefined> {
  return db.selectFrom("ad_space").selectAll().where("id", "=", id).executeTakeFirst();
}

export function findActive(db: Kysely<Tables>, id: number): Promise<Selectable<AdSpaceTable> | undefined> {
  return db.selectFrom("ad_space").selectAll().where("id", "=", id).where("active", "=", 1).executeTakeFirst();
}

/** The addresses of the pictures that ad spaces show. */
export async function creativesOfAds(db: Kysely<Tables>): Promise<string[]> {
  const ads = await db.selectFrom("ad_space").select("image_url").where("image_url", "!=", "").execute();
  return ads.map(({ image_url }) => image_url);
}

export const picturesOfAds = async (db: Kysely<Tables>): Promise<string[]> =>
  keysInTexts(...(await creativesOfAds(db)));
