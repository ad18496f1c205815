import { setImmediate as otherTasks } from "node:timers/promises";
import type { Kysely, Selectable, Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { DAY } from "#shared/time.ts";
import { areSearchedWords, detailsHash, type EntryRow, hashOf, recordEntry, whoHash } from "./commands.ts";
import type { AuditChainTable } from "./tables.ts";

type Chained = Pick<
  EntryRow,
  "at" | "actor_kind" | "actor_id" | "action" | "subject_kind" | "subject_id" | "times" | "who_hash" | "details_hash"
>;

/** The hash of an entry at its place in the chain. Its form never changes: docs/operations.md specifies it. */
const entryHash = (n: number, previousHash: string, row: Chained): string =>
  hashOf([
    ...[n, row.at, row.actor_kind, row.actor_id, row.action, row.subject_kind, row.subject_id],
    ...[row.times, row.who_hash, row.details_hash, previousHash],
  ]);

export type SealedRow = EntryRow & { n: number; previous_hash: string; hash: string };

/** Called with sealed entries, for the server's log. */
export type TellSealed = (rows: readonly SealedRow[]) => void;

type Parts = { database: Database; clock: Clock; tell: TellSealed };

/** Entries sealed or removed in one transaction, during which other writers wait on SQLite. */
const SEAL_STEP = 200;
const PRUNE_STEP = 2_000;

/** Whoever holds this lock is the only process to change the chain. */
const lockChain = (trx: Transaction<Tables>): Promise<Selectable<AuditChainTable>> =>
  trx.selectFrom("audit_chain").selectAll().where("id", "=", 1).forUpdate().executeTakeFirstOrThrow();

/**
 * Appends recorded entries to the chain in the order of their ids, until none is left. `atOnce` includes failures that
 * are still being counted: the next one starts a new entry.
 */
export async function sealEntries(parts: Parts, { atOnce = false } = {}): Promise<void> {
  const { db } = parts.database;
  const waiting = () => db.selectFrom("audit_entry").select("id").where("n", "is", null).limit(1).executeTakeFirst();
  while (await waiting()) {
    const sealed = await db.transaction().execute((trx) => sealSome(trx, atOnce ? null : parts.clock.now()));
    // After the commit: only then has it happened.
    if (sealed.length > 0) parts.tell(sealed);
    if (sealed.length < SEAL_STEP) return;
  }
}

/** `now` null: includes entries that are still being counted. */
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
    // Locked, so that no further failure is counted.
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
 * Removes entries older than `days` from the start of the chain, and keeps the last removed hash, by which the rest is
 * verified.
 */
export async function pruneEntries(
  { database, clock }: Pick<Parts, "database" | "clock">,
  { days, actor }: { days: number; actor: Actor },
  isStopping: () => boolean,
): Promise<void> {
  // By full days: one entry records the removal of a day.
  const before = (Math.floor(clock.now() / DAY) - days) * DAY;
  let removed = 0;
  for (let step = PRUNE_STEP; step === PRUNE_STEP && !isStopping(); removed += step)
    step = await database.db.transaction().execute((trx) => pruneSome(trx, before));
  if (removed === 0) return;
  const changes = { entries: { to: removed }, before: { to: new Date(before).toISOString() } };
  await recordEntry(database.db, clock, { by: actor, action: "audit.prune", subject: { kind: "audit" }, changes });
}

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

type Fault = { n: number; detail: string };

/** The result of a check: the entries in the chain, those with erased parts, and those not sealed yet. */
type Verdict = { first: number; last: number; entries: number; erased: number; waiting: number; fault?: Fault };

type Chain = Selectable<AuditChainTable>;

const BATCH = 1_000;

/** If old entries are removed during a check, it starts again, this many times. */
const MAX_WALKS = 3;

/**
 * Verifies that no entry of the chain was changed, removed, moved or added by other programs. `known`: an entry's hash
 * noted elsewhere, such as in the server's log, which reveals a rebuilt chain.
 */
export async function checkChain(db: Kysely<Tables>, known?: { n: number; hash: string }): Promise<Verdict> {
  for (let walks = 1; ; walks++) {
    const chain = await readChain(db);
    const verdict = await walk(db, chain, known);
    if (!verdict.fault || walks === MAX_WALKS || (await readChain(db)).anchor_n === chain.anchor_n) return verdict;
  }
}

const readChain = (db: Kysely<Tables>): Promise<Chain> =>
  db.selectFrom("audit_chain").selectAll().where("id", "=", 1).executeTakeFirstOrThrow();

async function walk(db: Kysely<Tables>, chain: Chain, known?: { n: number; hash: string }): Promise<Verdict> {
  const verdict: Verdict = {
    first: chain.anchor_n + 1,
    last: chain.anchor_n,
    entries: 0,
    erased: 0,
    waiting: await countWaiting(db),
  };
  const isErasable = await erasedAccounts(db);
  let previous = chain.anchor_hash;
  const fail = (n: number, detail: string): Verdict => ({ ...verdict, fault: { n, detail } });
  if (known && known.n === chain.anchor_n && known.hash !== previous) return fail(known.n, DIFFERS);
  for (;;) {
    const rows = await entriesAfter(db, verdict.last, chain.head_n);
    for (const row of rows) {
      const n = verdict.last + 1;
      const detail = row.n === n ? faultOf(row, n, previous, isErasable) : "It is missing.";
      if (detail) return fail(n, detail);
      if (known?.n === n && known.hash !== row.hash) return fail(n, DIFFERS);
      if (row.who_salt === "" || row.details_salt === "") verdict.erased += 1;
      previous = row.hash ?? "";
      verdict.last = n;
      verdict.entries += 1;
    }
    if (rows.length < BATCH) break;
    await otherTasks();
  }
  if (verdict.last < chain.head_n) return fail(verdict.last + 1, "It is missing.");
  if (previous !== chain.head_hash) return fail(chain.head_n, "It is not the chain's last entry.");
  const stray = await findStray(db);
  if (stray !== undefined) return fail(stray, "It is outside the chain.");
  if (known && known.n > chain.head_n) return fail(known.n, "It is missing.");
  return verdict;
}

const DIFFERS = "Its hash differs from the given one.";

const entriesAfter = (db: Kysely<Tables>, n: number, until: number) =>
  db
    .selectFrom("audit_entry")
    .selectAll()
    .where("n", ">", n)
    .where("n", "<=", until)
    .orderBy("n")
    .limit(BATCH)
    .execute();

async function countWaiting(db: Kysely<Tables>): Promise<number> {
  const { waiting } = await db
    .selectFrom("audit_entry")
    .select((eb) => eb.fn.countAll<number>().as("waiting"))
    .where("n", "is", null)
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

/** Accounts whose erasure is recorded: their entries may lack names. */
async function erasedAccounts(db: Kysely<Tables>): Promise<(account: string | number | null) => boolean> {
  const rows = await db.selectFrom("audit_entry").select("subject_id").where("action", "=", "account.erase").execute();
  const ids = new Set(rows.map(({ subject_id }) => subject_id));
  return (account) => account !== null && ids.has(String(account));
}

/** What is wrong with an entry at its place; undefined if nothing is. */
function faultOf(
  row: EntryRow,
  n: number,
  previous: string,
  isErasable: (account: string | number | null) => boolean,
): string | undefined {
  if (row.previous_hash !== previous) return "It does not follow the previous entry.";
  if (row.hash !== entryHash(n, previous, row)) return "It was changed.";
  const isNameless = row.who_salt === "" && row.actor_name === "" && row.network === "" && row.key_name === "";
  if (!(isNameless ? isErasable(row.actor_id) : row.who_hash === whoHash(row))) return "Its actor was changed.";
  const isBare = row.details_salt === "" && row.subject_title === "" && row.changes === "{}";
  const isPersons = row.subject_kind === "account" && isErasable(row.subject_id);
  if (!(isBare ? isPersons : row.details_hash === detailsHash(row))) return "Its details were changed.";
  // Erased parts are not searched.
  const hasWords = isNameless || isBare ? row.words === "" : areSearchedWords(row.words, row);
  if (!hasWords) return "Its search words were changed.";
  return undefined;
}

/** An entry before the start of the chain or after its end. */
async function findStray(db: Kysely<Tables>): Promise<number | undefined> {
  const { head_n, anchor_n } = await readChain(db);
  const row = await db
    .selectFrom("audit_entry")
    .select("n")
    .where((eb) => eb.or([eb("n", ">", head_n), eb("n", "<=", anchor_n)]))
    .limit(1)
    .executeTakeFirst();
  return row?.n ?? undefined;
}
