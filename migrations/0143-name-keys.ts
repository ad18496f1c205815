import { type Kysely, sql } from "kysely";

type Row = { id: number; name: string; key: string };

/** As `nameKey` when this migration was written. */
const keyOf = (name: string): string =>
  name
    .replace(/(\u{1f3f4}[\u{e0020}-\u{e007f}]+)|\p{Default_Ignorable_Code_Point}/gu, "$1")
    .normalize("NFC")
    .replace(/[\uff01-\uffee]+/gu, (wide) => wide.normalize("NFKC"))
    .toLowerCase()
    .replaceAll("ς", "σ")
    .replace(/\s+/gu, " ")
    .trim()
    .normalize("NFC");

/**
 * Names are compared without their case, width and invisible marks only; before, topics, series and tags of pictures lost
 * all accents, also marks that are letters. What searches of names compare is in a column of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of [
    ["topic", "name_key"],
    ["topic_alias", "alias_key"],
    ["series", "name_key"],
  ] as const) {
    await sql`alter table ${sql.table(table)} add column search_key text not null default ''`.execute(db);
    await sql`update ${sql.table(table)} set search_key = ${sql.ref(column)}`.execute(db);
    await sql`create index ${sql.ref(`${table}_by_search_key`)} on ${sql.table(table)} (search_key)`.execute(db);
  }
  const names = await renameUnique(db, "topic");
  await renameUnique(db, "series");
  await renameUnique(db, "category");
  await renameAliases(db, names);
  await renameTags(db);
  const accounts = await sql<Row>`select id, name, name_key as key from account`.execute(db);
  for (const { id, name, key } of accounts.rows)
    if (keyOf(name) !== key) await sql`update account set name_key = ${keyOf(name)} where id = ${id}`.execute(db);
}

/** Gives the names of a table their keys. Of names that are the same now, the oldest has the key. Returns the keys. */
async function renameUnique(db: Kysely<unknown>, name: string): Promise<Set<string>> {
  const table = sql.table(name);
  const { rows } = await sql<Row>`select id, name, name_key as key from ${table} order by id`.execute(db);
  const taken = new Set<string>();
  const changed: { id: number; key: string }[] = [];
  for (const row of rows) {
    let key = keyOf(row.name);
    while (taken.has(key)) key += ` (${row.id})`;
    taken.add(key);
    if (key !== row.key) changed.push({ id: row.id, key });
  }
  // A row may get the key that another still has.
  for (const { id } of changed) await sql`update ${table} set name_key = ${`\t${id}`} where id = ${id}`.execute(db);
  for (const { id, key } of changed) await sql`update ${table} set name_key = ${key} where id = ${id}`.execute(db);
  return taken;
}

async function renameAliases(db: Kysely<unknown>, names: ReadonlySet<string>): Promise<void> {
  type Alias = { topic_id: number; name: string; alias_key: string; search_key: string };
  const { rows } = await sql<Alias>`select * from topic_alias order by topic_id, alias_key`.execute(db);
  const taken = new Set(names);
  await sql`delete from topic_alias`.execute(db);
  for (const { topic_id, name, search_key } of rows) {
    const key = keyOf(name);
    if (taken.has(key)) continue;
    taken.add(key);
    await sql`insert into topic_alias (alias_key, topic_id, name, search_key)
      values (${key}, ${topic_id}, ${name}, ${search_key})`.execute(db);
  }
}

async function renameTags(db: Kysely<unknown>): Promise<void> {
  type Tag = { picture_id: number; tag_key: string; name: string };
  const { rows } =
    await sql<Tag>`select picture_id, tag_key, name from picture_tag order by picture_id, tag_key`.execute(db);
  const of = (tag: Tag) => sql`picture_id = ${tag.picture_id} and tag_key = ${tag.tag_key}`;
  const taken = new Set(rows.map(({ picture_id, tag_key }) => `${picture_id} ${tag_key}`));
  for (const tag of rows) {
    const key = keyOf(tag.name);
    if (key === tag.tag_key) continue;
    if (taken.has(`${tag.picture_id} ${key}`)) await sql`delete from picture_tag where ${of(tag)}`.execute(db);
    else await sql`update picture_tag set tag_key = ${key} where ${of(tag)}`.execute(db);
    taken.add(`${tag.picture_id} ${key}`);
  }
}
