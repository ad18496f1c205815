import { type Kysely, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Story } from "#shared/story.ts";
import type { NotifiedName } from "./rules.ts";
import type { NotifiedType, Reader } from "./types.ts";

/** The stored title of the document that a row of a table is about; null if the reader may not read it, or it is in the trash. */
export function seenTitle(
  db: Kysely<Tables>,
  kinds: readonly NotifiedType<NotifiedName>[],
  reader: Reader,
  table: "notification" | "review_request" | "suggestion",
) {
  const id = sql.ref<number>(`${table}.document_id`);
  const titles = kinds.map((kind) => sql`when ${kind.type} then ${kind.seenTitle(db, reader, id)}`);
  return sql<string>`(case ${sql.ref(`${table}.document_type`)} ${sql.join(titles, sql` `)} end)`;
}

type Key = { type: NotifiedName; id: number };

/** Rows about documents with their titles as they are now. */
export async function titlesNow<Row extends { title: string }>(
  db: Kysely<Tables>,
  kinds: readonly NotifiedType<NotifiedName>[],
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
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
  kinds: readonly NotifiedType<NotifiedName>[],
  rows: readonly Row[],
  { keyOf, now }: { keyOf: (row: Row) => Key; now: number },
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
