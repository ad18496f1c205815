import type { Kysely, Selectable } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { numberEvents } from "./commands.ts";
import type { EventTable } from "./tables.ts";

export type StoredEvent = Selectable<EventTable> & { position: number; n: number };

/**
 * The positions of the first stored event and of the last one, those committed before the call included. `startOf`: the
 * position before the first event at or after a time.
 */
export async function spanOfEvents(database: Pick<Database, "db">) {
  await numberEvents(database);
  const { db } = database;
  const counted = db.selectFrom("event_subject").select("last_n").where("kind", "=", "").where("id", "=", "");
  const last = (await counted.executeTakeFirst())?.last_n ?? 0;
  const numbered = db.selectFrom("event").where("position", "<=", last);
  const firstOf = (events: typeof numbered) =>
    events.select((eb) => eb.fn.min("position").as("first")).executeTakeFirstOrThrow();
  const { first } = await firstOf(numbered);
  return {
    first: first === null ? last + 1 : Number(first),
    last,
    async startOf(time: number): Promise<number> {
      const found = await firstOf(numbered.where("at", ">=", time));
      return found.first === null ? last : Number(found.first) - 1;
    },
  };
}

/** The events of some actions after a position and up to another one, oldest first. */
export const eventsOf = async (
  db: Kysely<Tables>,
  actions: readonly string[],
  { after, last, limit }: { after: number; last: number; limit: number },
) =>
  (await db
    .selectFrom("event")
    .selectAll()
    .where("position", ">", after)
    .where("position", "<=", last)
    .where("action", "in", actions)
    .orderBy("position")
    .limit(limit)
    .execute()) as StoredEvent[];

/**
 * The events after a position, oldest first, with all that were committed before the call. A reader that continues at the
 * last position misses none and gets none twice.
 */
export async function eventsAfter(database: Pick<Database, "db">, position: number, limit: number) {
  await numberEvents(database);
  const rows = await database.db
    .selectFrom("event")
    .selectAll()
    .where("position", ">", position)
    .orderBy("position")
    .limit(limit)
    .execute();
  return rows as StoredEvent[];
}
