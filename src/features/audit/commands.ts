import type { Kysely } from "kysely";
import type { Database } from "#db/open.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import type { Clock } from "#platform/clock.ts";
import { chunksOf } from "#shared/chunks.ts";
import { type Entry, type NewRow, rowsOf } from "./internal/rows.ts";

export type { Entry } from "./internal/rows.ts";

/** Whoever has not signed in, from a network. */
export const nobodyAt = (network: string) => ({ kind: "nobody", accountId: null, network }) as const;

/** Records what happens, in the transaction in which it does: what is rolled back is not recorded. */
export async function recordEntry(trx: Kysely<Tables>, clock: Clock, entry: Entry): Promise<void> {
  await recordEntries(trx, clock, [entry]);
}

/** Records several things that happen at once. */
export async function recordEntries(trx: Kysely<Tables>, clock: Clock, entries: readonly Entry[]): Promise<void> {
  for (const some of chunksOf(entries))
    await trx
      .insertInto("audit_entry")
      .values(await rowsOf(trx, clock.now(), some))
      .execute();
}

/** How long the same failure from the same network is one entry. */
const FOLD_MS = 60_000;
/**
 * Failures that have entries of their own at a time; all others are one entry, for longer, so that guessing does not fill
 * the disk.
 */
const MAX_APART = 20;
const REST_MS = 10 * 60_000;

/**
 * Records what a stranger can repeat at will, as a failed login: the same action on the same thing from the same network
 * within a minute is one entry, which counts. In a transaction of its own.
 */
export function recordRepeated(database: Database, clock: Clock, entry: Entry): Promise<void> {
  return shareCommit(database.db, async (trx) => {
    const now = clock.now();
    const { by, action, subject } = entry;
    const own = JSON.stringify([action, by.accountId, by.network, subject.kind, subject.id ?? null]);
    const rest = JSON.stringify([action]);
    if ((await countAgain(trx, own, now)) || (await countAgain(trx, rest, now))) return;
    const isApart = (await countOpen(trx, action, now)) < MAX_APART;
    const recorded = isApart ? entry : { ...entry, by: nobodyAt(""), subject: { kind: subject.kind } };
    const [row] = await rowsOf(trx, now, [recorded]);
    if (row)
      await insertOpen(trx, {
        ...row,
        fold_key: isApart ? own : rest,
        open_until: now + (isApart ? FOLD_MS : REST_MS),
      });
  });
}

async function countAgain(trx: Kysely<Tables>, key: string, now: number): Promise<boolean> {
  const counted = await trx
    .updateTable("audit_entry")
    .set((eb) => ({ times: eb("times", "+", 1) }))
    .where("fold_key", "=", key)
    .where("open_until", ">", now)
    .returning("id")
    .executeTakeFirst();
  return counted !== undefined;
}

async function countOpen(trx: Kysely<Tables>, action: string, now: number): Promise<number> {
  const { open } = await trx
    .selectFrom("audit_entry")
    .select((eb) => eb.fn.countAll<number>().as("open"))
    .where("fold_key", "is not", null)
    .where("open_until", ">", now)
    .where("action", "=", action)
    .executeTakeFirstOrThrow();
  return Number(open);
}

/** One that another process has just written, or whose time is over, counts instead. */
async function insertOpen(trx: Kysely<Tables>, row: NewRow): Promise<void> {
  await trx
    .insertInto("audit_entry")
    .values(row)
    .onConflict((conflict) =>
      conflict.column("fold_key").doUpdateSet((eb) => ({ times: eb("audit_entry.times", "+", 1) })),
    )
    .execute();
}

/**
 * Takes from the log what a person could be found by: of an account's entries its name and networks, of those about it
 * the title and what changed. The account's number stays. An entry `account.erase` of it must be in the log.
 */
export async function forgetInLog(trx: Kysely<Tables>, accountId: number): Promise<void> {
  await trx
    .updateTable("audit_entry")
    .set({ actor_name: "", network: "", who_salt: "", words: "" })
    .where("actor_kind", "=", "account")
    .where("actor_id", "=", accountId)
    .execute();
  await trx
    .updateTable("audit_entry")
    .set({ subject_title: "", changes: "{}", details_salt: "", words: "" })
    .where("subject_kind", "=", "account")
    .where("subject_id", "=", String(accountId))
    .execute();
}
