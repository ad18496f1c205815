import type { Selectable, Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import { EVERYTHING } from "#db/scopes.ts";
import type { Flag, Tables } from "#db/tables.ts";
import { changedFields } from "#features/audit/rules.ts";
import { recordEvent } from "#features/events/commands.ts";
import type { Setting } from "#features/settings/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { NoteCreated } from "#platform/idempotency.ts";
import { isSeeded, markSeeded } from "#platform/seed-marks.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, NotFoundError } from "#shared/errors.ts";
import { pictureFolder } from "#shared/pictures.ts";
import { presentAdSpace } from "./present.ts";
import { AD_SETTINGS_KEY, adSettingsScope, adsScope, readAdSettings } from "./queries.ts";
import { adVersion, NO_AD_SPACE } from "./rules.ts";
import type { AdSettings, AdSpaceBody, AdSpaceChange } from "./schema.ts";
import type { AdSpaceTable } from "./tables.ts";

const STALE = "This ad space has changed since you opened it.";

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

const subjectOf = ({ id, name }: Selectable<AdSpaceTable>) => ({ kind: "ad", id, title: name });

const flag = (value: boolean): Flag => (value ? 1 : 0);

const AUDITED = ["name", "type", "location", "active", "image_url", "alt", "target_url"] as const;

export type AdStore = { database: Database; clock: Clock };

export function createAdSpace(
  { database, clock }: AdStore,
  by: Actor,
  { name, location, type = "leaderboard", active = true, image_url = "", alt = "", target_url = "" }: AdSpaceBody,
  note?: NoteCreated,
): Promise<Selectable<AdSpaceTable>> {
  return changeContent(database, async (trx) => {
    const row = await trx
      .insertInto("ad_space")
      .values({ name, location, type, active: flag(active), image_url, alt, target_url })
      .returningAll()
      .executeTakeFirstOrThrow();
    await note?.(trx, row.id);
    await recordEvent(trx, clock, { by, action: "ad.create", subject: subjectOf(row) });
    return { result: row, changed: [adsScope(location)] };
  });
}

/** Changes the given fields and returns the row. Throws NotFoundError, and ConflictError unless `isCurrent`. */
export function updateAdSpace(
  { database, clock }: AdStore,
  by: Actor,
  id: number,
  { active, ...texts }: AdSpaceChange,
  isCurrent: (version: string) => boolean = () => true,
): Promise<Selectable<AdSpaceTable>> {
  return changeContent(database, async (trx) => {
    // Locked until the commit: of two concurrent moves, each would otherwise report an outdated former location.
    const before = await trx.selectFrom("ad_space").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
    if (!before) throw new NotFoundError("ad_space_not_found", NO_AD_SPACE);
    if (!isCurrent(adVersion(presentAdSpace(before)))) throw new ConflictError("stale_version", STALE);
    // Only given fields are written, so that concurrent changes do not overwrite each other; the id keeps the update
    // non-empty.
    const row = await trx
      .updateTable("ad_space")
      .set({ id, ...texts, active: active === undefined ? undefined : flag(active) })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const changes = changedFields<typeof row>(before, row, AUDITED);
    if (Object.keys(changes).length > 0)
      await recordEvent(trx, clock, { by, action: "ad.update", subject: subjectOf(row), changes });
    return { result: row, changed: [adsScope(before.location), adsScope(row.location)] };
  });
}

export async function deleteAdSpace({ database, clock }: AdStore, by: Actor, id: number): Promise<void> {
  await changeContent(database, async (trx) => {
    const gone = await trx.deleteFrom("ad_space").where("id", "=", id).returningAll().executeTakeFirst();
    if (!gone) throw new NotFoundError("ad_space_not_found", NO_AD_SPACE);
    await recordEvent(trx, clock, { by, action: "ad.delete", subject: subjectOf(gone) });
    return { result: undefined, changed: [adsScope(gone.location)] };
  });
}

/** How empty slots look. */
export const adSetting: Setting<"ads", AdSettings> = {
  key: AD_SETTINGS_KEY,
  read: readAdSettings,
  scopes: [adSettingsScope],
};

/** Replaces the picture `key` by the one at `url` in all spaces; returns the number of spaces. */
export async function replacePictureInAds(
  database: Database,
  { key, url }: { key: string; url: string },
): Promise<number> {
  return changeContent(database, async (trx) => {
    const ads = await trx
      .updateTable("ad_space")
      .set({ image_url: url })
      .where("image_url", "like", `%${pictureFolder(key)}%`)
      .returning("location")
      .execute();
    return { result: ads.length, changed: ads.map(({ location }) => adsScope(location)) };
  });
}

/** Replaces a picture on another host by our copy in all spaces. */
export async function bringPictureToAds(database: Database, address: string, url: string): Promise<void> {
  await changeContent(database, async (trx) => {
    const ads = await trx
      .updateTable("ad_space")
      .set({ image_url: url })
      .where("image_url", "=", address)
      .returning("location")
      .execute();
    return { result: undefined, changed: ads.map(({ location }) => adsScope(location)) };
  });
}

/** Clears the picture of the spaces that use the picture `key`. */
export async function emptyPictureOfAds(trx: Transaction<Tables>, key: string): Promise<void> {
  const pattern = `%${pictureFolder(key)}%`;
  await trx.updateTable("ad_space").set({ image_url: "" }).where("image_url", "like", pattern).execute();
}
