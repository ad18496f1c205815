import { setImmediate as otherTasks } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { lockTable } from "#db/dialect.ts";
import type { Tables } from "#db/tables.ts";
import { presentPaths } from "#features/addresses/register.ts";
import { recordEvent } from "#features/events/commands.ts";

import type { Actor } from "#shared/actor.ts";
import { InvalidError } from "#shared/errors.ts";
import type { RedirectRow } from "../tables.ts";
import {
  columnsOf,
  type RedirectStore,
  redirectsScope,
  rejectManyPatterns,
  settleTarget,
  storeRedirect,
} from "./commands.ts";
import type { ImportReport } from "./endpoints.ts";
import type { ReadLine } from "./import.ts";
import { exactBelow, exactIn, inOrder, lookupIn, patternOf, readPatterns } from "./queries.ts";
import { hasRoute, LONG_CHAINS, MAX_FOLLOWING } from "./rules.ts";

/** How long other requests may wait for a part of an import: for its computation, and for its lock. Milliseconds. */
const MAX_HELD_MS = 20;
/** Lines whose addresses are looked up together. */
const LOOKED_UP = 400;
/** How often a check may try a pattern at an address: about two seconds. */
const MAX_TRIES = 20_000_000;

type Line = Extract<ReadLine, { body: unknown }>;
type Checked = { report: ImportReport; lines: Line[] };

/**
 * Checks the redirects of a file as an import would store them, one after another, without a lock and without storing
 * anything. Throws InvalidError for a file whose redirects lead to one another too often.
 */
export async function checkImport(store: RedirectStore, lines: readonly ReadLine[]): Promise<Checked> {
  const plan = await openPlan(store);
  const report: ImportReport = { added: 0, changed: 0, skipped: [] };
  const kept: Line[] = [];
  let began = performance.now();
  for (const [at, line] of lines.entries()) {
    if (at % LOOKED_UP === 0) await plan.lookUp(lines.slice(at, at + LOOKED_UP));
    if (performance.now() - began > MAX_HELD_MS) {
      await otherTasks();
      began = performance.now();
    }
    try {
      if ("why" in line) throw new InvalidError("invalid_redirect", line.why);
      if (await plan.add(line)) report.changed += 1;
      else report.added += 1;
      kept.push(line);
    } catch (error) {
      if (!(error instanceof InvalidError) || error.errors?.text) throw error;
      report.skipped.push({ line: line.line, from: line.from, why: error.message });
    }
  }
  return { report, lines: kept };
}

/** The stored redirects together with those that a file would store. Rows of the file have negative ids. */
async function openPlan({ database: { db }, siteUrl }: RedirectStore) {
  const rows = new Map<string, RedirectRow>();
  const stored = new Map<string, RedirectRow | undefined>();
  /** How many redirects lead to an address: in the database, and how the file changes that. */
  const leading = new Map<string, number>();
  /** The file's redirects by the address that they lead to. */
  const byTarget = new Map<string, Set<RedirectRow>>();
  const change = (key: string | null, by: number) => key !== null && leading.set(key, (leading.get(key) ?? 0) + by);
  let patterns = await readPatterns(db);
  let [tries, following] = [0, 0];
  const findAny = async (key: string) => rows.get(key) ?? (stored.has(key) ? stored.get(key) : readRow(db, key));
  const find = async (key: string) => {
    tries += patterns.length;
    if (tries > MAX_TRIES) throw new InvalidError("invalid_redirect", LONG_CHAINS, { text: LONG_CHAINS });
    const row = rows.get(key) ?? (stored.has(key) ? stored.get(key) : await exactIn(db)(key));
    return row?.is_pattern === 0 ? row : undefined;
  };
  /** Where former addresses lead, as far as it was looked up. */
  const present = new Map<string, string | undefined>();
  const presentOf = async (key: string) => (present.has(key) ? present.get(key) : lookupIn(db).presentOf(key));
  const below = async (prefix: string, limit: number) => [
    ...[...rows.values()].filter((row) => row.is_pattern === 0 && row.from_key.startsWith(prefix)).slice(0, limit),
    ...(await exactBelow(db, prefix, limit)).filter(({ from_key }) => !rows.has(from_key)),
  ];
  return {
    /** Reads what is stored at the addresses of these lines, in three queries instead of several for each. */
    async lookUp(lines: readonly ReadLine[]): Promise<void> {
      const keys = new Set(lines.flatMap((line) => keysOf(line, siteUrl)));
      const found = await readRows(db, [...keys]);
      for (const key of keys) stored.set(key, found.rows.get(key));
      const moved = await presentPaths(db, [...keys]);
      for (const key of keys) present.set(key, moved.get(key));
      for (const [key, count] of found.leading) if (!leading.has(key)) leading.set(key, count);
    },
    /** Adds a line; returns whether it replaces a redirect. Throws InvalidError. */
    async add({ body }: Line): Promise<boolean> {
      const given = columnsOf(body, siteUrl);
      const before = await findAny(given.from_key);
      const others = patterns.filter(({ row }) => row.id !== before?.id);
      rejectManyPatterns(given, others);
      const columns = await settleTarget(given, { find, presentOf, below, others, siteUrl }, before?.id);
      const row = { ...columns, id: before?.id ?? -1 - rows.size } as RedirectRow;
      const former = rows.get(columns.from_key);
      if (former) byTarget.get(former.target_key ?? "")?.delete(former);
      rows.set(columns.from_key, row);
      lead(row);
      if (row.is_pattern === 1) patterns = inOrder([...others, patternOf(row)]);
      else patterns = others;
      change(before?.target_key ?? null, -1);
      change(row.target_key, 1);
      following += follow(row);
      if (following > MAX_FOLLOWING) throw new InvalidError("invalid_redirect", LONG_CHAINS, { text: LONG_CHAINS });
      return before !== undefined;
    },
  };

  function lead(row: RedirectRow): void {
    if (row.target_key === null) return;
    const others = byTarget.get(row.target_key) ?? new Set();
    byTarget.set(row.target_key, others.add(row));
  }

  /** Redirects that led to this one lead to its target; returns how many. */
  function follow(row: RedirectRow): number {
    if (row.is_pattern === 1 || row.target === "" || hasRoute(row.from_path)) return 0;
    const count = leading.get(row.from_key) ?? 0;
    for (const other of byTarget.get(row.from_key) ?? []) {
      Object.assign(other, { target: row.target, target_key: row.target_key });
      lead(other);
    }
    byTarget.delete(row.from_key);
    change(row.from_key, -count);
    change(row.target_key, count);
    return count;
  }
}

const readRow = (db: Kysely<Tables>, key: string): Promise<RedirectRow | undefined> =>
  db.selectFrom("redirect").selectAll().where("from_key", "=", key).executeTakeFirst();

/** The addresses that a line's check looks up first, as they are compared; none for a line that cannot be stored. */
function keysOf(line: ReadLine, siteUrl: string): string[] {
  if ("why" in line) return [];
  try {
    const { from_key, target_key } = columnsOf(line.body, siteUrl);
    return target_key === null ? [from_key] : [from_key, target_key];
  } catch {
    // The check reports it.
    return [];
  }
}

async function readRows(db: Kysely<Tables>, keys: string[]) {
  if (keys.length === 0) return { rows: new Map<string, RedirectRow>(), leading: [] };
  const rows = await db.selectFrom("redirect").selectAll().where("from_key", "in", keys).execute();
  const counts = await db
    .selectFrom("redirect")
    .select((eb) => ["target_key", eb.fn.countAll<number>().as("count")])
    .where("target_key", "in", keys)
    .groupBy("target_key")
    .execute();
  return {
    rows: new Map(rows.map((row) => [row.from_key, row])),
    leading: counts.map(({ target_key, count }) => [target_key ?? "", Number(count)] as const),
  };
}

/**
 * Stores the redirects of a file; an address that has a redirect gets the file's. Lines that can't be stored are skipped
 * and reported. It checks all first, then stores them in parts, between which others write: an import that is interrupted
 * can be repeated. Throws InvalidError for very long chains, with nothing stored.
 */
export async function importRedirects(
  store: RedirectStore,
  by: Actor,
  given: readonly ReadLine[],
): Promise<ImportReport> {
  const { report, lines } = await checkImport(store, given);
  const changes = { added: { to: report.added }, changed: { to: report.changed } };
  let at = 0;
  do {
    at += await changeContent(store.database, async (trx) => {
      await lockTable(trx, "redirect");
      if (at === 0)
        await recordEvent(trx, store.clock, { by, action: "redirect.import", subject: { kind: "redirect" }, changes });
      const result = await storePart(trx, store, lines.slice(at), report);
      return { result, changed: [redirectsScope] };
    });
    await otherTasks();
  } while (at < lines.length);
  return report;
}

/** Stores the first of these lines, for as long as others may wait; returns how many were done. */
async function storePart(
  trx: Transaction<Tables>,
  store: RedirectStore,
  lines: readonly Line[],
  report: ImportReport,
): Promise<number> {
  const began = performance.now();
  let patterns = await readPatterns(trx);
  for (const [at, line] of lines.entries()) {
    if (at > 0 && performance.now() - began > MAX_HELD_MS) return at;
    try {
      const columns = columnsOf(line.body, store.siteUrl);
      const before = await readRow(trx, columns.from_key);
      const { row } = await storeRedirect(trx, store, { columns, source: "import", before, patterns });
      const others = patterns.filter((pattern) => pattern.row.id !== row.id);
      patterns = row.is_pattern === 1 ? inOrder([...others, patternOf(row)]) : others;
    } catch (error) {
      // Another user's redirect, stored since the check.
      if (!(error instanceof InvalidError)) throw error;
      report.skipped.push({ line: line.line, from: line.from, why: error.message });
    }
  }
  return lines.length;
}
