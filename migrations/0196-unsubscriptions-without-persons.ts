import { type Kysely, sql } from "kysely";

/** Additive for the former release: it adds up the mails and the tallies of an issue, so that its numbers stay. */
export const isAdditive = true;

/** Readers who unsubscribed are counted for each issue, and no longer noted on the mail of each reader. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into mail_tally (issue_id, state, count, unsubscribed_count)
    select issue_id, 'sent', 0, count(*) from mail
    where unsubscribed_at is not null and issue_id is not null group by issue_id
    on conflict (issue_id, state) do update
    set unsubscribed_count = mail_tally.unsubscribed_count + excluded.unsubscribed_count`.execute(db);
  await sql`update mail set unsubscribed_at = null where unsubscribed_at is not null`.execute(db);
}
