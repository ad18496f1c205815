import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { isBouncing } from "#features/mail/leases.ts";

/** The subscribers who get issues. */
function selectRecipients(db: Kysely<Tables>) {
  return db
    .selectFrom("subscriber")
    .where("subscriber.status", "=", "active")
    .where((eb) => eb.not(isBouncing("subscriber.email")));
}

/** How many subscribers get issues, and the highest id among them; null if there are none. */
export async function countRecipients(db: Kysely<Tables>): Promise<{ last: number | null; count: number }> {
  const { last, count } = await selectRecipients(db)
    .select((eb) => [eb.fn.max("subscriber.id").as("last"), eb.fn.countAll<number>().as("count")])
    .executeTakeFirstOrThrow();
  return { last, count: Number(count) };
}

/** Subscribers who get issues, by id: the next `limit` after one id, up to another. */
export function listRecipients(
  db: Kysely<Tables>,
  { after, until, limit }: { after: number; until: number; limit: number },
): Promise<{ id: number; email: string }[]> {
  return selectRecipients(db)
    .where("subscriber.id", ">", after)
    .where("subscriber.id", "<=", until)
    .orderBy("subscriber.id")
    .limit(limit)
    .select(["subscriber.id", "subscriber.email"])
    .execute();
}
