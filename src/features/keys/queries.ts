import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { REQUIREMENT_KEY } from "#features/identity/second-factor/rules.ts";
import { weakerOf } from "#shared/actor.ts";
import type { ApiKey } from "./endpoints.ts";
import { hasHash, shownStart, startOf } from "./token.ts";

/** Keys of accounts that can log in. */
const selectKeys = (db: Kysely<Tables>) =>
  db
    .selectFrom("api_key")
    .innerJoin("account", "account.id", "api_key.account_id")
    .selectAll("api_key")
    .select(["account.role as owner_role", "account.name as owner_name"])
    .where("account.password_hash", "is not", null)
    .where("account.is_active", "=", 1);

/** A valid key with its owner's present role, read at every use; undefined for a wrong, expired or revoked one. */
export async function findKey(db: Kysely<Tables>, key: string, now: number) {
  const row = await selectKeys(db)
    .leftJoin("setting", (join) => join.on("setting.key", "=", REQUIREMENT_KEY))
    .select("setting.value as requirement")
    .where("api_key.start", "=", startOf(key))
    .executeTakeFirst();
  return row && hasHash(key, row.hash) && row.expires_at > now ? row : undefined;
}
export type FoundKey = NonNullable<Awaited<ReturnType<typeof findKey>>>;

/** All keys, newest first; of one account if it is given. */
export async function listKeys(db: Kysely<Tables>, accountId?: number): Promise<ApiKey[]> {
  const rows = await selectKeys(db)
    .$if(accountId !== undefined, (query) => query.where("api_key.account_id", "=", accountId ?? 0))
    .orderBy("api_key.id", "desc")
    .execute();
  return rows.map(presentKey);
}

/** Whether a valid key names an origin. */
export async function isNamedOrigin(db: Kysely<Tables>, origin: string, now: number): Promise<boolean> {
  const rows = await selectKeys(db)
    .where("api_key.origins", "!=", "[]")
    .where("api_key.expires_at", ">", now)
    .execute();
  return rows.some(({ origins }) => originsOf(origins).includes(origin));
}

/** The origins in a stored list. */
export const originsOf = (stored: string): string[] => JSON.parse(stored);

export const presentKey = (row: Omit<FoundKey, "requirement">): ApiKey => ({
  id: row.id,
  name: row.name,
  start: shownStart(row.start),
  role: weakerOf(row.role, row.owner_role),
  scopes: JSON.parse(row.scopes),
  origins: originsOf(row.origins),
  owner: { id: row.account_id, name: row.owner_name },
  created: new Date(row.created_at).toISOString(),
  expires: new Date(row.expires_at).toISOString(),
  last_used: row.used_on === null ? null : { day: row.used_on, network: row.used_from },
});
