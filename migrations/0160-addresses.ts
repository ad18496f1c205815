import { type Kysely, sql } from "kysely";

/** The tables whose rows have addresses: where those begin, and where former ones were. */
const KINDS = [
  { kind: "topic", table: "topic", prefix: "/topics/", former: "topic_redirect", owner: "topic_id" },
  { kind: "series", table: "series", prefix: "/series/", former: "series_redirect", owner: "series_id" },
  { kind: "author", table: "account", prefix: "/authors/", former: "author_redirect", owner: "account_id" },
  { kind: "category", table: "category", prefix: "/category/", former: "category_redirect", owner: "category_id" },
  { kind: "page", table: "page", prefix: "/", former: "page_redirect", owner: "page_id" },
] as const;

/** All addresses in one table: present and former ones, and those of removed pages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("address")
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("owner_id", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("address_key", ["path", "state"])
    .execute();
  await db.schema.createIndex("address_by_owner").on("address").columns(["kind", "owner_id", "state"]).execute();
  // One present address each: a former one leads there in one step.
  await sql`create unique index address_current on address (kind, owner_id) where state = 'current'`.execute(db);
  for (const { kind, table, prefix, former, owner } of KINDS) {
    await sql`insert into address (path, state, kind, owner_id)
      select ${sql.lit(prefix)} || slug, 'current', ${sql.lit(kind)}, id from ${sql.table(table)}
      where slug is not null`.execute(db);
    await sql`insert into address (path, state, kind, owner_id)
      select ${sql.lit(prefix)} || slug, 'former', ${sql.lit(kind)}, ${sql.ref(owner)} from ${sql.table(former)} as former
      where not exists (select 1 from address where path = ${sql.lit(prefix)} || former.slug
        and owner_id = former.${sql.ref(owner)})`.execute(db);
    await db.schema.dropTable(former).execute();
  }
  await sql`insert into address (path, state, kind, owner_id)
    select '/' || slug, 'removed', 'page', page_id from removed_page_address`.execute(db);
  await db.schema.dropTable("removed_page_address").execute();
}
