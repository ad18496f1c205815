import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { DocumentKey } from "#shared/document.ts";
import type { Story } from "#shared/story.ts";
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

/** The states of the documents that rows are about, by row; undefined for one in the trash. */
export async function storiesNow<Row>(
  db: Kysely<Tables>,
  kinds: readonly NotifiedType[],
  rows: readonly Row[],
  { keyOf, now }: { keyOf: (row: Row) => DocumentKey; now: number },
): Promise<Map<Row, Story | undefined>> {
  const found = new Map<Row, Story | undefined>();
  for (const { type, stories: read } of kinds) {
    const own = rows.filter((row) => keyOf(row).type === type);
    if (own.length === 0) continue;
    const stories = await read(db, [...new Set(own.map((row) => keyOf(row).id))], now);
    for (const row of own) found.set(row, stories.get(keyOf(row).id));
  }
  return found;
}
