import type { Transaction } from "kysely";
import { lockTable } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import { justWritten } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { on, recordEvent, recordEvents } from "#features/events/commands.ts";
import type { Cause, NewsroomEvent } from "#features/events/types.ts";
import { findSession } from "#features/identity/accounts/queries.ts";
import type { Clock } from "#platform/clock.ts";
import { type Actor, ROLES, type Role } from "#shared/actor.ts";
import { ConflictError, InvalidError, NotFoundError } from "#shared/errors.ts";
import { reachOf } from "#shared/permissions.ts";
import { DAY } from "#shared/time.ts";
import type { ApiKey, KeyBody } from "./endpoints.ts";
import { listKeys } from "./queries.ts";
import { KEY_DAYS, MAX_KEYS, READ } from "./rules.ts";
import { newKey } from "./token.ts";

type Store = { database: Database; clock: Clock };

/** Who a key acts for. */
export type Owner = { accountId: number; role: Role };

/**
 * Creates a key of `owner`, and returns it with the key itself. Throws InvalidError for a role above the owner's, a scope
 * that the role does not have and an expiry that is past or too far; ConflictError if there are too many keys.
 */
export async function createKey(
  { database, clock }: Store,
  by: Actor,
  owner: Owner,
  { name, role, scopes: asked, origins = [], expires }: KeyBody,
): Promise<ApiKey> {
  const now = clock.now();
  const expires_at = expires === undefined ? now + KEY_DAYS.initial * DAY : Date.parse(expires);
  const scopes = [...new Set(asked)];
  rejectExcess(owner, { role, scopes });
  if (expires_at <= now || expires_at > now + KEY_DAYS.max * DAY) throw invalid("expires", WRONG_EXPIRY);
  const { key, start, hash } = newKey();
  return database.db.transaction().execute(async (trx) => {
    await lockTable(trx, "api_key");
    const { count } = await trx
      .selectFrom("api_key")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_KEYS) throw new ConflictError("too_many_keys", TOO_MANY);
    const session = by.sessionId ? await findSession(trx, { sub: owner.accountId, sid: by.sessionId }, now) : undefined;
    const is_strong = session?.is_strong ?? 0;
    const facts = { name, role, scopes: JSON.stringify(scopes), origins: JSON.stringify(origins), expires_at };
    const { id } = await trx
      .insertInto("api_key")
      .values({ ...facts, start, hash, account_id: owner.accountId, created_at: now, is_strong })
      .returning("id")
      .executeTakeFirstOrThrow();
    const changes = {
      role: { to: role },
      scopes: { to: scopes.join(", ") },
      ...(origins.length > 0 && { origins: { to: origins.join(", ") } }),
      expires: { to: new Date(expires_at).toISOString() },
    };
    await recordEvent(trx, clock, { by, action: "key.create", subject: { kind: "api_key", id, title: name }, changes });
    const made = justWritten((await listKeys(trx, owner.accountId)).find((one) => one.id === id));
    return { ...made, key };
  });
}

const WRONG_EXPIRY = "The expiry must be in the future, and within five years.";
const TOO_MANY = `There are ${MAX_KEYS} API keys. Revoke those that are not needed.`;

const invalid = (field: string, detail: string) => new InvalidError("invalid_input", detail, { [field]: detail });

/** Throws InvalidError for a role above the owner's, and for scopes that the role does not have. */
function rejectExcess(owner: Owner, { role, scopes }: Pick<KeyBody, "role" | "scopes">): void {
  if (ROLES.indexOf(role) < ROLES.indexOf(owner.role))
    throw invalid("role", `The role of a key is at most its owner's: ${owner.role}.`);
  const excess = scopes.find((scope) => scope !== READ && reachOf(role, scope) === undefined);
  if (excess) throw invalid("scopes", `The role ${role} does not have the permission ${excess}.`);
}

/** Revokes a key: it stops working with the next request. Throws NotFoundError. */
export async function revokeKey({ database, clock }: Store, by: Actor, id: number): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const gone = await trx.deleteFrom("api_key").where("id", "=", id).returning(["id", "name"]).execute();
    if (gone.length === 0) throw new NotFoundError("key_not_found", "API key not found.");
    await recordEvents(trx, clock, revoked(by, gone));
  });
}

const revoked = (by: NewsroomEvent["by"], rows: { id: number; name: string }[]): NewsroomEvent[] =>
  rows.map(({ id, name }) => ({ by, action: "key.revoke", subject: { kind: "api_key", id, title: name } }));

/** A key ends with its owner's access, whatever command takes that away. */
export const keySubscribers = [
  on(["account.remove", "account.suspend"], async ({ trx, clock }: Cause, events) => {
    for (const { by, subject } of events) {
      const gone = await deleteKeysOf(trx, Number(subject.id));
      await recordEvents(trx, clock, revoked(by, gone));
    }
  }),
];

const deleteKeysOf = (trx: Transaction<Tables>, accountId: number) =>
  trx.deleteFrom("api_key").where("account_id", "=", accountId).returning(["id", "name"]).execute();
