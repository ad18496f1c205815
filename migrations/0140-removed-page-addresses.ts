import { type Kysely, sql } from "kysely";

type Trashed = { fields: string; trashed_at: number | string };
type Fields = { row: { id: number; slug: string; published_at: number | null }; former?: string[] };

/** The addresses of pages that readers could see and that were removed, also of those that are in the trash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("removed_page_address")
    .addColumn("slug", "text", (column) => column.primaryKey())
    .addColumn("page_id", "integer", (column) => column.notNull())
    .execute();
  const { rows } = await sql<Trashed>`
    select fields, trashed_at from trashed_document where document_type = 'page' order by trashed_at`.execute(db);
  for (const { fields, trashed_at } of rows) {
    const { row, former = [] } = JSON.parse(fields) as Fields;
    if (row.published_at === null || row.published_at > Number(trashed_at)) continue;
    for (const slug of [row.slug, ...former])
      await sql`
        insert into removed_page_address (slug, page_id) values (${slug}, ${row.id})
        on conflict (slug) do update set page_id = excluded.page_id`.execute(db);
  }
}
