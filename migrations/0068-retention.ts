import { type Kysely, sql } from "kysely";

/** What is removed by its age is found by an index, not by reading all there is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index contact_by_time on contact_message (created_at)`.execute(db);
  await sql`create index subscriber_by_change on subscriber (status, changed_at)`.execute(db);
  await sql`create index mail_bounce_by_time on mail_bounce (last_at)`.execute(db);
  await sql`create index password_reset_by_expiry on password_reset (expires_at)`.execute(db);
  await sql`create index oidc_login_by_expiry on oidc_login (expires_at)`.execute(db);
  await sql`create index invitation_by_expiry on invitation (expires_at)`.execute(db);
}
