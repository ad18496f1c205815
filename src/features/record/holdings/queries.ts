import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { readNewsroom } from "#features/settings/queries.ts";
import type { Holding } from "./endpoints.ts";
import { dayIn, isHeldOn, MAX_HOLDINGS } from "./rules.ts";

export const selectHoldings = (db: Kysely<Tables>) =>
  db.selectFrom("holding").select(["id", "account_id", "symbol", "from_day as from", "to_day as to"]);
export type HoldingRow = Omit<Awaited<ReturnType<ReturnType<typeof selectHoldings>["execute"]>>[number], "account_id">;

export const listHoldings = (db: Kysely<Tables>, accountId: number): Promise<HoldingRow[]> =>
  selectHoldings(db)
    .where("account_id", "=", accountId)
    .orderBy("symbol")
    .orderBy("from_day")
    .orderBy("id")
    .limit(MAX_HOLDINGS)
    .execute();

export const presentHolding = ({ id, symbol, from, to }: HoldingRow, day: string): Holding => ({
  id,
  symbol,
  from,
  to,
  is_current: isHeldOn(day, { from, to }),
});

export const newsroomDay = async (db: Kysely<Tables>, instant: number): Promise<string> =>
  dayIn((await readNewsroom(db)).time_zone, instant);

/** Accounts in one statement: keeps the number of values below SQLite's limit. */
const MAX_ACCOUNTS = 500;

export async function holdingsOf(db: Kysely<Tables>, accounts: readonly number[]): Promise<Map<number, HoldingRow[]>> {
  const found = [];
  for (let from = 0; from < accounts.length; from += MAX_ACCOUNTS)
    found.push(
      ...(await selectHoldings(db)
        .where("account_id", "in", accounts.slice(from, from + MAX_ACCOUNTS))
        .execute()),
    );
  return Map.groupBy(found, ({ account_id }) => account_id);
}

/** The holdings of an account at an instant (epoch milliseconds): each symbol once with its first day, by symbol. */
export async function heldAt(db: Kysely<Tables>, accountId: number, instant: number) {
  const day = await newsroomDay(db, instant);
  const held = new Map<string, string>();
  for (const { symbol, ...span } of await listHoldings(db, accountId))
    if (isHeldOn(day, span) && !held.has(symbol)) held.set(symbol, span.from);
  return [...held].map(([symbol, from]) => ({ symbol, from }));
}
