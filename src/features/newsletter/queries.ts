import type { Kysely, Selectable } from "kysely";
import type { SubscriberTable, Tables } from "#db/tables.ts";
import type { Page } from "#shared/schema.ts";

/** Whether there is such a subscriber, in whatever state. */
export async function subscriberExists(db: Kysely<Tables>, id: number): Promise<boolean> {
  const row = await db.selectFrom("subscriber").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}

/** One page of the subscribers, former ones included, newest first, and how many there are. */
export async function pageSubscribers(
  db: Kysely<Tables>,
  page: Page,
): Promise<{ rows: Selectable<SubscriberTable>[]; total: number }> {
  const rows = await db
    .selectFrom("subscriber")
    .selectAll()
    .orderBy("id", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const count = await db
    .selectFrom("subscriber")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(count.total) };
}

/** So many rows are in memory at once while all are read. */
const BATCH = 1_000;

/** All subscribers by id, a batch at a time. */
export async function* eachSubscriber(db: Kysely<Tables>): AsyncGenerator<Selectable<SubscriberTable>[]> {
  let last = 0;
  for (;;) {
    const rows = await db
      .selectFrom("subscriber")
      .selectAll()
      .where("id", ">", last)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1)?.id ?? last;
  }
}
