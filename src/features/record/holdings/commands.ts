import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { type Action, changedFields } from "#features/audit/rules.ts";
import { recordEvent } from "#features/events/commands.ts";
import { authorScope } from "#features/identity/accounts/queries.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError, NotFoundError } from "#shared/errors.ts";
import type { Holding, HoldingBody, HoldingChange } from "./endpoints.ts";
import { type HoldingRow, newsroomDay, presentHolding, selectHoldings } from "./queries.ts";
import { ENDS_BEFORE, MAX_HOLDINGS, NO_HOLDING, TOO_MANY_HOLDINGS } from "./rules.ts";

declare module "#features/events/types.ts" {
  interface EventFacts {
    /** The register of an account was erased with it. */
    "holding.forget": Record<never, never>;
  }
}

export type HoldingStore = { database: Database; clock: Clock };

/** Accounts locked in one statement: keeps the number of values below SQLite's limit. */
const MAX_LOCKED = 500;

type Owner = { by: Actor; accountId: number };

export function addHolding(store: HoldingStore, owner: Owner, { symbol, from, to }: HoldingBody): Promise<Holding> {
  const { accountId } = owner;
  return changeRegister(store, owner, "holding.add", async (trx) => {
    const { count } = await trx
      .selectFrom("holding")
      .where("account_id", "=", accountId)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_HOLDINGS) throw new ConflictError("too_many_holdings", TOO_MANY_HOLDINGS);
    const { id } = await trx
      .insertInto("holding")
      .values({ account_id: accountId, symbol, from_day: from, to_day: to })
      .returning("id")
      .executeTakeFirstOrThrow();
    const changes = { symbol: { to: symbol }, from: { to: from }, ...(to !== null && { to: { to } }) };
    return { result: await presented(trx, store, { id, symbol, from, to }), changes };
  });
}

export function changeHolding(store: HoldingStore, owner: Owner, id: number, change: HoldingChange): Promise<Holding> {
  return changeRegister(store, owner, "holding.change", async (trx) => {
    const before = await findOwn(trx, owner.accountId, id);
    const { symbol = before.symbol, from = before.from, to = before.to } = change;
    if (to !== null && to < from) throw new InvalidError("invalid_input", ENDS_BEFORE, { to: ENDS_BEFORE });
    const after = { id, symbol, from, to };
    await trx.updateTable("holding").set({ symbol, from_day: from, to_day: to }).where("id", "=", id).execute();
    const changes = changedFields<HoldingRow>(before, after, ["symbol", "from", "to"]);
    const stated = Object.keys(changes).length > 0 ? { symbol: { to: symbol }, ...changes } : {};
    return { result: await presented(trx, store, after), changes: stated };
  });
}

export function removeHolding(store: HoldingStore, owner: Owner, id: number): Promise<void> {
  return changeRegister(store, owner, "holding.remove", async (trx) => {
    const { symbol, from, to } = await findOwn(trx, owner.accountId, id);
    await trx.deleteFrom("holding").where("id", "=", id).execute();
    const changes = { symbol: { from: symbol }, from: { from }, ...(to !== null && { to: { from: to } }) };
    return { result: undefined, changes };
  });
}

export async function forgetHoldings(
  trx: Transaction<Tables>,
  clock: Clock,
  by: Actor,
  accountId: number,
): Promise<void> {
  await trx.deleteFrom("holding").where("account_id", "=", accountId).execute();
  await recordEvent(trx, clock, {
    by,
    action: "holding.forget",
    subject: { kind: "account", id: accountId },
    facts: {},
    isPassing: true,
  });
}

async function findOwn(trx: Transaction<Tables>, accountId: number, id: number) {
  const row = await selectHoldings(trx).where("id", "=", id).where("account_id", "=", accountId).executeTakeFirst();
  if (!row) throw new NotFoundError("holding_not_found", NO_HOLDING);
  return row;
}

const presented = async (trx: Transaction<Tables>, { clock }: HoldingStore, row: HoldingRow): Promise<Holding> =>
  presentHolding(row, await newsroomDay(trx, clock.now()));

type Written<T> = { result: T; changes: Record<string, { from?: unknown; to?: unknown }> };

function changeRegister<T>(
  { database, clock }: HoldingStore,
  { by, accountId }: Owner,
  action: Action & `holding.${string}`,
  write: (trx: Transaction<Tables>) => Promise<Written<T>>,
): Promise<T> {
  return changeContent(database, async (trx) => {
    await lockRegisters(trx, [accountId]);
    const { result, changes } = await write(trx);
    if (Object.keys(changes).length === 0) return { result, changed: [] };
    await recordEvent(trx, clock, { by, action, subject: { kind: "account", id: accountId }, changes });
    return { result, changed: [authorScope(accountId)] };
  });
}

/**
 * Locks the registers of accounts until the commit, so that counts stay correct and scheduled articles disclose the
 * final register.
 */
export async function lockRegisters(trx: Transaction<Tables>, accounts: readonly number[]): Promise<void> {
  const ids = [...new Set(accounts)];
  for (let from = 0; from < ids.length; from += MAX_LOCKED)
    await trx
      .selectFrom("account")
      .select("id")
      .where("id", "in", ids.slice(from, from + MAX_LOCKED))
      .orderBy("id")
      .forUpdate()
      .execute();
}
