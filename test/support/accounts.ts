import { argon2Sync, randomBytes } from "node:crypto";
import type { Database } from "#db/open.ts";
import { insertAccount, type NewAccount } from "#features/accounts/commands.ts";
import type { Clock } from "#platform/clock.ts";
import { operator } from "#shared/actor.ts";

/**
 * A hash that a password is checked against as against any other, as it names its parameters: the least that there are.
 * Those of the product take as long as many calls, and nearly every test logs somebody in.
 */
export function cheapHash(password: string): string {
  const nonce = randomBytes(16);
  const cost = { memory: 8, passes: 1, parallelism: 1 };
  const tag = argon2Sync("argon2id", { message: password.normalize("NFKC"), nonce, tagLength: 32, ...cost });
  const base64 = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/** Adds an account that can log in, and returns its id; `addAccount` is the product's own way. */
export function addTestAccount(
  { db }: Pick<Database, "db">,
  clock: Clock,
  { password, ...account }: NewAccount,
): Promise<number> {
  const password_hash = cheapHash(password);
  return db.transaction().execute((trx) => insertAccount(trx, clock, operator, { ...account, password_hash }));
}
