import { type Kysely, sql } from "kysely";

/** Rows written per statement. */
const BATCH = 500;

type Before = {
  site_state: { key: string; value: number };
  idempotency_key: { resource: string; account_id: number; key: string; created_id: number };
  seed_mark: { name: string };
  market_refresh: { id: number; began_at: number };
};

/** What several features kept in `site_state` gets tables of its own; the content version stays there. */
export async function up(unknown: Kysely<unknown>): Promise<void> {
  await unknown.schema
    .createTable("idempotency_key")
    .addColumn("resource", "text", (column) => column.notNull())
    .addColumn("account_id", "integer", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("created_id", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("idempotency_key_key", ["resource", "account_id", "key"])
    .execute();
  await sql`create index idempotency_key_by_age on idempotency_key (resource, created_id)`.execute(unknown);
  await unknown.schema
    .createTable("seed_mark")
    .addColumn("name", "text", (column) => column.primaryKey())
    .execute();
  await unknown.schema
    .createTable("market_refresh")
    .addColumn("id", "integer", (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn("began_at", "bigint", (column) => column.notNull())
    .execute();
  const db = unknown as Kysely<Before>;
  await moveKeys(db);
  await sql`insert into seed_mark (name) select replace(key, '_seeded', '') from site_state
    where key in ('ad_spaces_seeded', 'edition_seeded')`.execute(db);
  await sql`insert into market_refresh (id, began_at) select 1, value from site_state
    where key = 'market_fetched_at'`.execute(db);
  await sql`delete from site_state where key in ('ad_spaces_seeded', 'edition_seeded', 'market_fetched_at')
    or key like 'created:%'`.execute(db);
}

/** They were named `created:RESOURCE:ACCOUNT:KEY`. */
async function moveKeys(db: Kysely<Before>): Promise<void> {
  const rows = await db.selectFrom("site_state").selectAll().where("key", "like", "created:%").execute();
  for (let from = 0; from < rows.length; from += BATCH) {
    const keys = rows.slice(from, from + BATCH).map(({ key: name, value }) => {
      const [, resource = "", account = "", key = ""] = name.split(":");
      return { resource, account_id: Number(account), key, created_id: value };
    });
    await db.insertInto("idempotency_key").values(keys).execute();
  }
}
