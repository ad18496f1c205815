import type { Kysely, Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { SeedMarkTable } from "#platform/tables.ts";

/** Whether a publication was seeded with something before: what editors have removed since must not return. */
export async function isSeeded(db: Kysely<Tables>, name: SeedMarkTable["name"]): Promise<boolean> {
  return (await db.selectFrom("seed_mark").select("name").where("name", "=", name).executeTakeFirst()) !== undefined;
}

/**
 * Records in the seeding transaction that it is done. True for one of several processes that start together; the others
 * wait until it is done, or take over.
 */
export async function markSeeded(trx: Transaction<Tables>, name: SeedMarkTable["name"]): Promise<boolean> {
  const mark = await trx
    .insertInto("seed_mark")
    .values({ name })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .returning("name")
    .executeTakeFirst();
  return mark !== undefined;
}
