import { type Kysely, sql } from "kysely";
import type { Engine } from "./frozen/engine.ts";

const TEXTS = ["name", "alt", "caption", "credit", "licence", "words"];

/**
 * What editors know about a picture, stored once with it, and the folded words it is searched by. `focal_x` and
 * `focal_y` are shares of its width and height. Of pictures stored before, nobody knows the size and the uploader.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const column of TEXTS)
    await sql`alter table picture add column ${sql.ref(column)} text not null default ''`.execute(db);
  for (const column of ["focal_x", "focal_y"])
    await sql`alter table picture add column ${sql.ref(column)} double precision not null default 0.5`.execute(db);
  await sql`alter table picture add column size bigint`.execute(db);
  await sql`alter table picture add column uploaded_by integer`.execute(db);
  // With the words, a search on SQLite reads this index alone; PostgreSQL refuses entries that may be this long.
  const columns = engine === "sqlite" ? "created_at, id, words" : "created_at, id";
  await sql`create index picture_by_date on picture (${sql.raw(columns)})`.execute(db);
}
