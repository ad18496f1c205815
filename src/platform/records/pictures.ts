import { type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import type { Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { type Fields, pictureNames } from "#shared/fields/fields.ts";
import { pictureFolder } from "#shared/pictures.ts";

/** Rows whose fields with pictures are looked after here. */
export type Pictured<Name extends string = string> = {
  /** What names them among the uses of pictures. */
  name: Name;
  table: keyof Tables;
  fields: Fields;
  scopeOf: (row: never) => Scope;
};
/** A stored picture, or one on another host. */
type Picture = { key: string } | { address: string };

const shows = (column: string, picture: Picture) =>
  "key" in picture
    ? sql<SqlBool>`${sql.ref(column)} like ${`%${pictureFolder(picture.key)}%`}`
    : sql<SqlBool>`${sql.ref(column)} = ${picture.address}`;

/** The records that show a picture whose address matches `pattern`. */
export const usesIn =
  <Name extends string>({ name: type, table, fields }: Pictured<Name>) =>
  async (db: Kysely<Tables>, pattern: string): Promise<{ type: Name; id: number; title: string }[]> => {
    const matches = pictureNames(fields).map((column) => sql<SqlBool>`${sql.ref(column)} like ${pattern}`);
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from ${sql.table(table)} where ${sql.join(matches, sql` or `)}`.execute(db);
    return rows.map(({ id, name }) => ({ type, id, title: name }));
  };

/** The addresses of the pictures that records show. */
export const addressesIn =
  ({ table, fields }: Pictured) =>
  async (db: Kysely<Tables>): Promise<string[]> => {
    const addresses: string[] = [];
    for (const column of pictureNames(fields)) {
      const name = sql.ref(column);
      const { rows } = await sql<{ url: string }>`
        select ${name} as url from ${sql.table(table)} where ${name} <> ''`.execute(db);
      addresses.push(...rows.map(({ url }) => url));
    }
    return addresses;
  };

/** Replaces a picture by the one at `url` in all records of a kind; returns how many had it. */
export const replacePicture = (database: Database, kind: Pictured, picture: Picture, url: string): Promise<number> =>
  changeContent(database, async (trx) => {
    const rows = await setPicture(trx, kind, picture, url);
    return { result: rows.length, changed: rows.map(kind.scopeOf) };
  });

/** Clears the stored picture `key` in all records of a kind. */
export const emptyIn =
  (kind: Pictured) =>
  async (trx: Transaction<Tables>, key: string): Promise<void> =>
    void (await setPicture(trx, kind, { key }, ""));

async function setPicture(trx: Transaction<Tables>, { table, fields }: Pictured, picture: Picture, url: string) {
  const changed: never[] = [];
  for (const column of pictureNames(fields)) {
    const { rows } = await sql<never>`
      update ${sql.table(table)} set ${sql.ref(column)} = ${url} where ${shows(column, picture)} returning *`.execute(
      trx,
    );
    changed.push(...rows);
  }
  return changed;
}
