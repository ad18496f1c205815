import type { Kysely } from "kysely";

export const isAdditive = true;

type Before = {
  setting: { key: string; value: string; updated_at: number };
  front_version: {
    id: number;
    kind: string;
    place: number;
    blocks: string | null;
    one_place: number;
    saved_at: number;
    live_at: number | null;
  };
};

/**
 * Whether the home page shows each story once is part of its arrangement. The former setting stays where it is, for the
 * former program.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const before = db as Kysely<Before>;
  const setting = await before.selectFrom("setting").selectAll().where("key", "=", "home").executeTakeFirst();
  if (!setting || JSON.parse(setting.value).hides_repeats !== true) return;
  const current = await before
    .selectFrom("front_version")
    .select(["id", "blocks"])
    .where("kind", "=", "home")
    .where("live_at", "<=", Date.now())
    .orderBy("live_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  // An arranged page has the switch of its own.
  if (current?.blocks) return;
  if (current) {
    await before.updateTable("front_version").set({ one_place: 1 }).where("id", "=", current.id).execute();
    return;
  }
  const at = setting.updated_at;
  await before
    .insertInto("front_version")
    .values({ kind: "home", place: 0, blocks: null, one_place: 1, saved_at: at, live_at: at } as never)
    .execute();
}
