import type { Transaction } from "kysely";
import { lockTable } from "#db/locks.ts";
import type { Tables } from "#db/tables.ts";
import { ConflictError } from "#shared/errors.ts";
import { nameKey } from "#shared/text.ts";
import { isNameTaken } from "../queries.ts";
import { NAME_TAKEN } from "../rules.ts";

/** A name as an account stores it. */
export const named = (name: string) => ({ name, name_key: nameKey(name) });

/**
 * Returns a name that nobody else has: bylines tell people apart by their names. Of two who take one name at once, one
 * gets it. Throws ConflictError.
 */
export async function requireFreeName(trx: Transaction<Tables>, given: { id?: number; name: string }): Promise<string> {
  await lockTable(trx, "account");
  if (await isNameTaken(trx, given)) throw new ConflictError(NAME_TAKEN, { name: NAME_TAKEN });
  return given.name;
}

/** A name with the first number that makes it free. */
export async function numberedName(trx: Transaction<Tables>, name: string): Promise<string> {
  await lockTable(trx, "account");
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? name : `${name} ${number}`;
    if (!(await isNameTaken(trx, { name: numbered }))) return numbered;
  }
}
