import { setImmediate as otherTasks } from "node:timers/promises";
import type { Kysely, Selectable } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { AuditChainTable } from "#features/audit/tables.ts";
import { detailsHash, type EntryRow, entryHash, whoHash } from "./chain.ts";
import { searchedWords } from "./rows.ts";

/** What is wrong, and with which entry. */
export type Fault = { n: number; detail: string };

/** What a check of the chain found: its entries, those in which something was erased, those not in it yet. */
export type Verdict = { first: number; last: number; entries: number; erased: number; waiting: number; fault?: Fault };

type Chain = Selectable<AuditChainTable>;

const BATCH = 1_000;

/** Old entries may be removed while the chain is walked through: then it is walked again. */
const MAX_WALKS = 3;

/** As `checkChain` of queries.ts. */
export async function verifyChain(db: Kysely<Tables>, known?: { n: number; hash: string }): Promise<Verdict> {
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
  if (previous !== chain.head_hash) return fail(chain.head_n, "It is not the one that the chain ends with.");
  const stray = await findStray(db);
  if (stray !== undefined) return fail(stray, "It is outside of the chain.");
  if (known && known.n > chain.head_n) return fail(known.n, "It is missing.");
  return verdict;
}

const DIFFERS = "Its hash is not the given one.";

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

/** Whose entries may be without their names: those whose erasure is an entry itself. */
async function erasedAccounts(db: Kysely<Tables>): Promise<(account: string | number | null) => boolean> {
  const rows = await db.selectFrom("audit_entry").select("subject_id").where("action", "=", "account.erase").execute();
  const ids = new Set(rows.map(({ subject_id }) => subject_id));
  return (account) => account !== null && ids.has(String(account));
}

/** What is wrong with an entry that stands where it belongs; undefined if nothing is. */
function faultOf(
  row: EntryRow,
  n: number,
  previous: string,
  isErasable: (account: string | number | null) => boolean,
): string | undefined {
  if (row.previous_hash !== previous) return "It does not follow the entry before it.";
  if (row.hash !== entryHash(n, previous, row)) return "It was changed.";
  const isNameless = row.who_salt === "" && row.actor_name === "" && row.network === "";
  if (!(isNameless ? isErasable(row.actor_id) : row.who_hash === whoHash(row))) return "Its person was changed.";
  const isBare = row.details_salt === "" && row.subject_title === "" && row.changes === "{}";
  const isPersons = row.subject_kind === "account" && isErasable(row.subject_id);
  if (!(isBare ? isPersons : row.details_hash === detailsHash(row))) return "Its details were changed.";
  // What was erased is not searched.
  const words = isNameless || isBare ? "" : searchedWords(row);
  if (row.words !== words) return "The words that it is found by were changed.";
  return undefined;
}

/** An entry before the chain's beginning or after its end, of which no process knows. */
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
