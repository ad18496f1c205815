import type { Selectable, Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import type { AuditChainTable } from "#features/audit/tables.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { DAY } from "#shared/time.ts";
import { recordEntry } from "../commands.ts";
import { type EntryRow, entryHash } from "./chain.ts";

export type SealedRow = EntryRow & { n: number; previous_hash: string; hash: string };

/** Called with entries once they are in the chain: for the server's log. */
export type TellSealed = (rows: readonly SealedRow[]) => void;

type Parts = { database: Database; clock: Clock; tell: TellSealed };

/** Entries of one step, in which other writers wait on SQLite; and entries removed in one. */
const SEAL_STEP = 200;
const PRUNE_STEP = 2_000;

/** Who holds this row is the only one to lengthen or shorten the chain, of all processes. */
const lockChain = (trx: Transaction<Tables>): Promise<Selectable<AuditChainTable>> =>
  trx.selectFrom("audit_chain").selectAll().where("id", "=", 1).forUpdate().executeTakeFirstOrThrow();

/**
 * Appends to the chain what has been recorded, in order of the ids; returns when nothing is left. `atOnce` includes
 * failures that are still being counted: the next one begins another entry.
 */
export async function sealEntries(parts: Parts, { atOnce = false } = {}): Promise<void> {
  const { db } = parts.database;
  const waiting = () => db.selectFrom("audit_entry").select("id").where("n", "is", null).limit(1).executeTakeFirst();
  while (await waiting()) {
    const sealed = await db.transaction().execute((trx) => sealSome(trx, atOnce ? null : parts.clock.now()));
    // Not before: what the log tells of has happened.
    if (sealed.length > 0) parts.tell(sealed);
    if (sealed.length < SEAL_STEP) return;
  }
}

/** `now` null: open ones, too. */
async function sealSome(trx: Transaction<Tables>, now: number | null): Promise<SealedRow[]> {
  const chain = await lockChain(trx);
  const rows = await trx
    .selectFrom("audit_entry")
    .selectAll()
    .where("n", "is", null)
    .$if(now !== null, (query) =>
      query.where((eb) => eb.or([eb("open_until", "is", null), eb("open_until", "<=", now ?? 0)])),
    )
    .orderBy("id")
    .limit(SEAL_STEP)
    // Nobody counts on meanwhile.
    .forUpdate()
    .execute();
  let { head_n: n, head_hash: previous } = chain;
  const sealed: SealedRow[] = [];
  for (const row of rows) {
    n += 1;
    const place = { n, previous_hash: previous, hash: entryHash(n, previous, row), fold_key: null, open_until: null };
    await trx.updateTable("audit_entry").set(place).where("id", "=", row.id).execute();
    sealed.push({ ...row, ...place });
    previous = place.hash;
  }
  if (sealed.length > 0)
    await trx.updateTable("audit_chain").set({ head_n: n, head_hash: previous }).where("id", "=", 1).execute();
  return sealed;
}

/**
 * Removes the beginning of the chain that is older than so many days, and keeps the last hash of it, by which the rest is
 * still verified.
 */
export async function pruneEntries(
  { database, clock }: Pick<Parts, "database" | "clock">,
  { days, actor }: { days: number; actor: Actor },
  isStopping: () => boolean,
): Promise<void> {
  // By whole days: one entry tells of a day's.
  const before = (Math.floor(clock.now() / DAY) - days) * DAY;
  let removed = 0;
  for (let step = PRUNE_STEP; step === PRUNE_STEP && !isStopping(); removed += step)
    step = await database.db.transaction().execute((trx) => pruneSome(trx, before));
  if (removed === 0) return;
  const changes = { entries: { to: removed }, before: { to: new Date(before).toISOString() } };
  await recordEntry(database.db, clock, { by: actor, action: "audit.prune", subject: { kind: "audit" }, changes });
}

/** How many of the first entries were older. */
async function pruneSome(trx: Transaction<Tables>, before: number): Promise<number> {
  const { anchor_n } = await lockChain(trx);
  const rows = await trx
    .selectFrom("audit_entry")
    .select(["n", "at", "hash"])
    .where("n", ">", anchor_n)
    .orderBy("n")
    .limit(PRUNE_STEP)
    .execute();
  const fresh = rows.findIndex(({ at }) => at >= before);
  const old = fresh === -1 ? rows : rows.slice(0, fresh);
  const last = old.at(-1);
  if (!last || last.n === null || last.hash === null) return 0;
  await trx.deleteFrom("audit_entry").where("n", "<=", last.n).execute();
  await trx.updateTable("audit_chain").set({ anchor_n: last.n, anchor_hash: last.hash }).where("id", "=", 1).execute();
  return old.length;
}
