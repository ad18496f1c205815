import { type Kysely, sql } from "kysely";

/** The kinds of mails that are sent to accounts. */
const KINDS = ["reset", "invitation", "password", "sign-in", "factors", "email-change", "notification"];

type Moved = { subject_id: string | null; changes: string };
type Changes = { email?: { from?: string; to?: string } };

/**
 * Links mails to the account that they were sent to. Existing ones are matched by the account's current and pending
 * addresses, and by the former ones in the audit log.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mail add column account_id integer`.execute(db);
  await sql`create index mail_by_account on mail (account_id) where account_id is not null`.execute(db);
  const kinds = sql.join(KINDS);
  const assign = (id: number, email: string) =>
    sql`update mail set account_id = ${id}
      where to_email = ${email} and account_id is null and kind in (${kinds})`.execute(db);
  const { rows: accounts } = await sql<{ id: number; email: string }>`
    select id, email from account where email is not null
    union all select account_id as id, email from email_change`.execute(db);
  for (const { id, email } of accounts) await assign(id, email);
  const { rows: moves } = await sql<Moved>`select subject_id, changes from audit_entry
    where action = 'account.email' and subject_kind = 'account'`.execute(db);
  for (const { subject_id, changes } of moves) {
    const { from, to } = (JSON.parse(changes) as Changes).email ?? {};
    for (const email of [from, to]) if (email && Number(subject_id)) await assign(Number(subject_id), email);
  }
}
