import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";

/**
 * The change of an account's address that waits for its confirmations; undefined where none does. One that was asked for
 * before the password or the role was changed, or the account suspended, does not wait any more.
 */
export const findEmailChange = (db: Kysely<Tables>, accountId: number, now: number) =>
  selectWaiting(db, now).where("email_change.account_id", "=", accountId).executeTakeFirst();

/** The same by the hash of the token of either of its links, held until the end of a transaction. */
export const lockEmailChange = (db: Kysely<Tables>, hash: string, now: number) =>
  selectWaiting(db, now)
    .where((eb) => eb.or([eb("old_hash", "=", hash), eb("new_hash", "=", hash)]))
    .forUpdate("email_change")
    .executeTakeFirst();

const selectWaiting = (db: Kysely<Tables>, now: number) =>
  db
    .selectFrom("email_change")
    .innerJoin("account", "account.id", "email_change.account_id")
    .select(["email_change.account_id", "email_change.email", "old_hash", "new_hash", "asked_at", "expires_at"])
    .where("expires_at", ">", now)
    .where("account.is_active", "=", 1)
    .whereRef("email_change.generation", "=", "account.token_generation")
    .whereRef("email_change.role", "=", "account.role");
export type EmailChangeRow = NonNullable<Awaited<ReturnType<typeof findEmailChange>>>;
