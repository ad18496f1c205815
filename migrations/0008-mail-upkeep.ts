import { type Kysely, sql } from "kysely";

/** Issues get versions, as several editors may write one; old mails go, and leave their numbers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("issue")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema
    .createTable("mail_tally")
    .addColumn("issue_id", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("count", "integer", (column) => column.notNull())
    .addColumn("left_count", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("mail_tally_key", ["issue_id", "state"])
    .execute();
  await sql`create index mail_settled on mail (settled_at) where settled_at is not null`.execute(db);
}
