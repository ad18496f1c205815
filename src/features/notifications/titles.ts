import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { DocumentKey } from "#shared/document.ts";
import type { NotifiedType } from "./types.ts";

/** Rows about documents with their titles as they are now. */
export async function titlesNow<Row extends { title: string }>(
  db: Kysely<Tables>,
  kinds: readonly NotifiedType[],
  rows: readonly Row[],
  keyOf: (row: Row) => DocumentKey,
): Promise<Row[]> {
  const titles = new Map<string, ReadonlyMap<number, string>>();
  for (const { type, titles: read } of kinds) {
    const ids = rows.map(keyOf).filter((key) => key.type === type);
    if (ids.length > 0) titles.set(type, await read(db, [...new Set(ids.map(({ id }) => id))]));
  }
  return rows.map((row) => {
    const { type, id } = keyOf(row);
    return { ...row, title: titles.get(type)?.get(id) ?? row.title };
  });
}
