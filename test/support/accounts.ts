import type { Database } from "#db/open.ts";
import { insertAccount, type NewAccount } from "#features/identity/accounts/commands.ts";
import type { Clock } from "#platform/clock.ts";
import { hashPassword } from "#platform/password.ts";
import { operator } from "#shared/actor.ts";

/** The least that argon2 takes. The product's cost is that of many calls, and nearly every test logs somebody in. */
const LEAST = { memory: 8, passes: 1, parallelism: 1 };

/** A hash that a password is checked against as against any other, as it names its parameters. */
export const cheapHash = (password: string): Promise<string> => hashPassword(password, LEAST);

/** Adds an account that can log in, under a name that is free, and returns its id; `addAccount` is the product's own way. */
export async function addTestAccount(
  { db }: Pick<Database, "db">,
  clock: Clock,
  { password, ...account }: NewAccount,
): Promise<number> {
  const password_hash = await cheapHash(password);
  return db
    .transaction()
    .execute((trx) => insertAccount(trx, clock, operator, { numbersName: true, ...account, password_hash }));
}
