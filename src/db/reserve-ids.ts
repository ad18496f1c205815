import { sql, type Transaction } from "kysely";
import { engineOf } from "./dialect.ts";
import type { Tables } from "./tables.ts";

/** Tables whose ids are known before their rows are written. */
type Reserving = "article" | "page";

/** Takes ids of a table that no other row gets, in ascending order. */
export async function reserveIds(trx: Transaction<Tables>, table: Reserving, count: number): Promise<number[]> {
  if (count === 0) return [];
  if (engineOf(trx) === "postgres") {
    const { rows } = await sql<{ id: number }>`
      select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${sql.lit(count)})`.execute(
      trx,
    );
    return rows.map(({ id }) => Number(id)).sort((left, right) => left - right);
  }
  const { rows } = await sql<{ seq: number }>`
    update sqlite_sequence set seq = seq + ${count} where name = ${table} returning seq`.execute(trx);
  let last = rows[0]?.seq;
  if (last === undefined) {
    // The table never had a row.
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${count})`.execute(trx);
    last = count;
  }
  return Array.from({ length: count }, (_, at) => (last ?? 0) - count + 1 + at);
}
