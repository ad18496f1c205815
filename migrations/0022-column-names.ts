import { type Kysely, sql } from "kysely";

/** A refresh token is used, not spent; and the calls of the API say `unsubscribed_at`, not `left_at`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table refresh_token rename column spent_at to used_at`.execute(db);
  await sql`alter table mail rename column left_at to unsubscribed_at`.execute(db);
  await sql`alter table mail_tally rename column left_count to unsubscribed_count`.execute(db);
}
