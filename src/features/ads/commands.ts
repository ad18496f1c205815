import type { Selectable, Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import type { AdSpaceTable, Flag, Tables } from "#db/tables.ts";
import type { Actor } from "#shared/actor.ts";
import { NotFoundError } from "#shared/errors.ts";
import { pictureFolder } from "#shared/pictures.ts";
import { NO_AD_SPACE } from "./rules.ts";
import type { AdSpaceBody, AdSpaceChange } from "./schema.ts";

const SEEDED = "ad_spaces_seeded";

/**
 * Puts the first four ad spaces into a new publication, once ever: spaces that an admin deleted do not
 * come back at the next start, and of two processes that start together one does it.
 */
export async function seedAdSpaces(database: Database): Promise<void> {
  const done = await database.db.selectFrom("site_state").select("key").where("key", "=", SEEDED).executeTakeFirst();
  // Every later start: nothing is written, and no cached page expires.
  if (done) return;
  await changeContent(database, async (trx) => {
    const mark = await trx
      .insertInto("site_state")
      .values({ key: SEEDED, value: 1 })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .returning("key")
      .executeTakeFirst();
    if (!mark) return;
    await trx
      .insertInto("ad_space")
      .values([
        { name: "Homepage Leaderboard", type: "leaderboard", location: "homepage", active: 1, ...EMPTY },
        { name: "Article Sidebar", type: "sidebar", location: "article", active: 1, ...EMPTY },
        { name: "Category Rectangle", type: "rectangle", location: "category", active: 1, ...EMPTY },
        { name: "Homepage Bottom Leaderboard", type: "leaderboard", location: "homepage", active: 0, ...EMPTY },
      ])
      .execute();
  });
}

/** No creative yet: an active space shows the placeholder. */
const EMPTY = { image_url: "", alt: "", target_url: "" };

const flag = (value: boolean): Flag => (value ? 1 : 0);

/** Adds an ad space and answers its row. */
export function createAdSpace(
  database: Database,
  _actor: Actor,
  { name, location, type = "leaderboard", active = true, image_url = "", alt = "", target_url = "" }: AdSpaceBody,
): Promise<Selectable<AdSpaceTable>> {
  return changeContent(database, (trx) =>
    trx
      .insertInto("ad_space")
      .values({ name, location, type, active: flag(active), image_url, alt, target_url })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** Changes the fields given and answers the row. Throws NotFoundError. */
export function updateAdSpace(
  database: Database,
  _actor: Actor,
  id: number,
  { active, ...texts }: AdSpaceChange,
): Promise<Selectable<AdSpaceTable>> {
  return changeContent(database, async (trx) => {
    // Only what is given is written, so that two changes at the same moment both hold; the id stands for none at all.
    const row = await trx
      .updateTable("ad_space")
      .set({ id, ...texts, active: active === undefined ? undefined : flag(active) })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new NotFoundError(NO_AD_SPACE);
    return row;
  });
}

/** Takes an ad space away. Throws NotFoundError. */
export async function deleteAdSpace(database: Database, _actor: Actor, id: number): Promise<void> {
  await changeContent(database, async (trx) => {
    const gone = await trx.deleteFrom("ad_space").where("id", "=", id).returning("id").executeTakeFirst();
    if (!gone) throw new NotFoundError(NO_AD_SPACE);
  });
}

/** Empties the picture of the spaces that show the picture `key`. */
export async function emptyPictureOfAds(trx: Transaction<Tables>, key: string): Promise<void> {
  const pattern = `%${pictureFolder(key)}%`;
  await trx.updateTable("ad_space").set({ image_url: "" }).where("image_url", "like", pattern).execute();
}
