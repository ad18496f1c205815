import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import { PRESENCE_TTL_MS } from "../rules.ts";

/** A person who has a document open; `since` in epoch milliseconds, `place` as JSON. */
export type Present = { id: number; accountId: number; since: number; place: string | null };

/** The people who have documents open at `now` (epoch milliseconds), each once, in order of opening. */
export async function listPresent(
  db: Kysely<Tables>,
  { type, ids }: { type: DocumentTypeName; ids: number[] },
  now: number,
): Promise<Map<number, Present[]>> {
  const rows = await db
    .selectFrom("presence")
    .select([
      "document_id",
      "account_id",
      (eb) => eb.fn.min<number>("since").as("since"),
      (eb) => eb.fn.max("place").as("place"),
    ])
    .where("document_type", "=", type)
    .where("document_id", "in", ids)
    .where("seen_at", ">", now - PRESENCE_TTL_MS)
    .groupBy(["document_id", "account_id"])
    .execute();
  const people = rows.map(({ document_id: id, account_id: accountId, since, place }) => ({
    id,
    accountId,
    since: Number(since),
    place,
  }));
  people.sort((one, other) => one.since - other.since || one.accountId - other.accountId);
  return Map.groupBy(people, ({ id }) => id);
}
