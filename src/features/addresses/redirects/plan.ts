import { type Kysely, sql, type Transaction } from "kysely";
import { chunksOf, justWritten } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { presentPaths } from "#features/addresses/register.ts";
import { pathKey } from "#features/addresses/rules.ts";
import { ConflictError, InvalidError } from "#shared/errors.ts";
import { isStorable } from "#shared/text.ts";
import type { RedirectRow } from "../tables.ts";
import type { RedirectBody } from "./endpoints.ts";
import {
  exactBelow,
  inOrder,
  isCircle,
  type Lookup,
  lookupIn,
  matchRedirect,
  type Pattern,
  patternOf,
  readPatterns,
} from "./queries.ts";
import {
  compilePattern,
  fromFault,
  hasRoute,
  isGone,
  isPattern,
  LONG_CHAINS,
  LOOP,
  MANY_PATTERNS,
  MAX_FOLLOWING,
  MAX_PATTERNS,
  MAX_STEPS,
  ownAddress,
  ownPath,
  segmentsOf,
  TAKEN_REDIRECT,
  targetFault,
} from "./rules.ts";

/** Segments that stand for `*` and names when a pattern is followed. */
const SAMPLE = "sample-segment";
/** Redirects whose addresses are looked up together. */
export const LOOKED_UP = 200;
/** How often a plan may try a pattern at an address: about two seconds. */
const MAX_TRIES = 20_000_000;
/** Exact redirects that a new pattern is followed through: one that leads to them and back is a circle. */
const MAX_FOLLOWED = 50;

type Columns = Pick<RedirectRow, "from_path" | "from_key" | "is_pattern" | "target" | "target_key" | "code" | "reason">;

/** The columns of a valid redirect. Throws InvalidError. */
function columnsOf({ from, to, code, reason }: RedirectBody, siteUrl: string): Columns {
  const address = /^https?:/i.test(from) ? ownAddress(from, siteUrl) : undefined;
  const own = /^https?:/i.test(from) ? address && address.pathname + address.search : from;
  const fault = own === undefined ? "From must be a path of this site." : fromFault(own);
  if (fault !== null || own === undefined)
    throw new InvalidError("invalid_redirect", fault ?? "", { from: fault ?? "" });
  const target = isGone(code) ? "" : to;
  const wrong = isGone(code) ? null : targetFault(target, own);
  if (wrong !== null) throw new InvalidError("invalid_redirect", wrong, { to: wrong });
  const path = isPattern(own) ? undefined : ownPath(target, siteUrl);
  return {
    from_path: own.length > 1 ? own.replace(/\/$/, "") : own,
    from_key: pathKey(own),
    is_pattern: isPattern(own) ? 1 : 0,
    target,
    target_key: target === "" || path === undefined ? null : pathKey(path),
    code,
    reason: code === 451 ? reason : "",
  };
}

const sampleOf = (path: string) =>
  path
    .split("/")
    .map((part) => (part === "*" || part.startsWith(":") ? SAMPLE : part))
    .join("/");

/** What a redirect is checked against. */
type Known = Lookup & {
  /** Exact redirects from addresses with this beginning, a few of them. */
  below: (prefix: string, limit: number) => Promise<RedirectRow[]>;
  /** All patterns without the redirect itself. */
  others: readonly Pattern[];
  siteUrl: string;
};

/**
 * Follows a redirect through all others and returns its final target, so that readers take one step. `id`: its own, if
 * it is stored already. Throws InvalidError for a loop.
 */
async function settleTarget(columns: Columns, known: Known, id: number | undefined): Promise<Columns> {
  if (columns.target === "") return columns;
  const { find, presentOf, others, siteUrl } = known;
  const own = { ...columns, id: 0 } as RedirectRow;
  const patterns = columns.is_pattern === 1 ? [...others, patternOf(own)] : others;
  if (columns.is_pattern === 1) await rejectCircles(columns, known, patterns);
  const start = pathKey(sampleOf(columns.from_path));
  const seen = new Set([start]);
  let target = columns.target;
  let next = target;
  // What follows a pattern's own segments depends on the request: it stays two steps.
  let isFixed = columns.is_pattern === 0;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const address = ownAddress(sampleOf(next), siteUrl);
    if (!address) break;
    const present = await presentOf(pathKey(address.pathname));
    const path = present ?? address.pathname;
    const key = pathKey(path);
    if (seen.has(key)) throw new InvalidError("invalid_redirect", LOOP, { to: LOOP });
    seen.add(key);
    // What has an address now is never hidden by a redirect from it.
    if (present !== undefined) break;
    const found = await matchRedirect(find, path, patterns);
    if (!found || found.row.id === id || isGone(found.row.code)) break;
    if (found.row.id === 0) throw new InvalidError("invalid_redirect", LOOP, { to: LOOP });
    // There may be a page at a route's address, which its redirect does not hide; the next step gets the query of this one.
    isFixed &&= !hasRoute(path) && address.search === "";
    next = found.target;
    if (isFixed) target = next;
  }
  if (seen.size > MAX_STEPS) throw new InvalidError("invalid_redirect", LOOP, { to: LOOP });
  const path = columns.is_pattern === 1 ? undefined : ownPath(target, siteUrl);
  return { ...columns, target, target_key: path === undefined ? null : pathKey(path) };
}

/** Throws InvalidError if an exact redirect that the pattern can lead to leads back to it. */
async function rejectCircles({ target }: Columns, known: Known, patterns: readonly Pattern[]): Promise<void> {
  const { siteUrl } = known;
  const path = ownAddress(target, siteUrl)?.pathname;
  if (path === undefined) return;
  const isReached = compilePattern({ from_path: path, target: "/" });
  const prefix = pathKey(path.slice(0, path.search(/\/(?:\*|:)|$/)) || "/");
  for (const { from_path, target: next } of await known.below(prefix, MAX_FOLLOWED))
    if (
      isReached(segmentsOf(from_path)) !== undefined &&
      (await isCircle(known, { path: from_path, target: next }, { patterns: inOrder([...patterns]), siteUrl }))
    )
      throw new InvalidError("invalid_redirect", LOOP, { to: LOOP });
}

/** Throws InvalidError. */
function rejectManyPatterns({ is_pattern }: Columns, others: readonly Pattern[]): void {
  if (is_pattern === 1 && others.length >= MAX_PATTERNS)
    throw new InvalidError("invalid_redirect", MANY_PATTERNS, { from: MANY_PATTERNS });
}

/** Whether redirects that lead to this one get its target. One with a route's address gives none: there may be a page. */
const isFollowed = ({ is_pattern, target, from_path }: RedirectRow) =>
  is_pattern === 0 && target !== "" && !hasRoute(from_path);

/** A redirect of a plan, and whether it replaces another one. */
type Planned = { row: RedirectRow; isReplacement: boolean };

/** Which redirects lead to an address: those of a plan, and how many stored ones. */
function createLeads() {
  const counts = new Map<string, number>();
  const rows = new Map<string, Set<RedirectRow>>();
  const count = (key: string | null, by: number) => key !== null && counts.set(key, (counts.get(key) ?? 0) + by);
  const lead = (row: RedirectRow) => {
    if (row.target_key !== null) rows.set(row.target_key, (rows.get(row.target_key) ?? new Set()).add(row));
  };
  return {
    /** Adds how many stored redirects lead to addresses that were not looked up before. */
    setStoredCounts(stored: Iterable<readonly [key: string, count: number]>): void {
      for (const [key, number] of stored) if (!counts.has(key)) counts.set(key, number);
    },
    /**
     * Adds a row. `former`: the row of the plan that had its address; `before`: what it replaces. Redirects that led to it lead
     * to its target then; returns how many.
     */
    add(row: RedirectRow, former: RedirectRow | undefined, before: RedirectRow | undefined): number {
      if (former) rows.get(former.target_key ?? "")?.delete(former);
      lead(row);
      count(before?.target_key ?? null, -1);
      count(row.target_key, 1);
      if (!isFollowed(row)) return 0;
      const following = counts.get(row.from_key) ?? 0;
      for (const other of rows.get(row.from_key) ?? [])
        lead(Object.assign(other, { target: row.target, target_key: row.target_key }));
      rows.delete(row.from_key);
      count(row.from_key, -following);
      count(row.target_key, following);
      return following;
    },
  };
}

/** Looks up redirects and former addresses: planned rows first, then stored ones. */
function createLookup(db: Kysely<Tables>, siteUrl: string) {
  const planned = new Map<string, RedirectRow>();
  const stored = new Map<string, RedirectRow | undefined>();
  /** Where former addresses lead, as far as it was looked up. */
  const present = new Map<string, string | undefined>();
  return {
    planned,
    /** Reads what is stored at the addresses of redirects, in few queries; returns how many lead to each. */
    async lookUp(bodies: readonly RedirectBody[]) {
      const keys = [...new Set(bodies.flatMap((body) => keysOf(body, siteUrl)))];
      const found = await readRows(db, keys);
      for (const key of keys) stored.set(key, found.rows.get(key));
      const moved = await presentPaths(db, keys);
      for (const key of keys) present.set(key, moved.get(key));
      return found.leading;
    },
    at: async (key: string) => planned.get(key) ?? (stored.has(key) ? stored.get(key) : await readRow(db, key)),
    presentOf: async (key: string) => (present.has(key) ? present.get(key) : lookupIn(db).presentOf(key)),
    below: async (prefix: string, limit: number) => [
      ...[...planned.values()].filter((row) => row.is_pattern === 0 && row.from_key.startsWith(prefix)).slice(0, limit),
      ...(await exactBelow(db, prefix, limit)).filter(({ from_key }) => !planned.has(from_key)),
    ],
  };
}

/**
 * The stored redirects together with new ones, each checked as if those before it were stored already. Only `write` stores
 * them, in a few statements. New rows have negative ids until then.
 */
export async function planRedirects(db: Kysely<Tables>, { siteUrl }: { siteUrl: string }) {
  const { planned, at, presentOf, below, lookUp } = createLookup(db, siteUrl);
  const leads = createLeads();
  let patterns = await readPatterns(db);
  let [tries, following] = [0, 0];

  const find = async (key: string) => {
    tries += patterns.length;
    if (tries > MAX_TRIES) throw new InvalidError("invalid_redirect", LONG_CHAINS, { text: LONG_CHAINS });
    const row = isStorable(key) ? await at(key) : undefined;
    return row?.is_pattern === 0 ? row : undefined;
  };

  async function addColumns(given: Columns, before: RedirectRow | undefined): Promise<RedirectRow> {
    const others = patterns.filter(({ row }) => row.id !== before?.id);
    rejectManyPatterns(given, others);
    const columns = await settleTarget(given, { find, presentOf, below, others, siteUrl }, before?.id);
    const taken = await at(given.from_key);
    if (taken && taken.id !== before?.id)
      throw new ConflictError("redirect_taken", TAKEN_REDIRECT, { from: TAKEN_REDIRECT });
    const row = { ...columns, id: before?.id ?? -1 - planned.size } as RedirectRow;
    following += leads.add(row, planned.get(columns.from_key), before);
    planned.set(columns.from_key, row);
    patterns = row.is_pattern === 1 ? inOrder([...others, patternOf(row)]) : others;
    return row;
  }

  return {
    /** Reads what is stored at the addresses of redirects that follow, in few queries instead of several for each. */
    lookUp: async (bodies: readonly RedirectBody[]): Promise<void> => leads.setStoredCounts(await lookUp(bodies)),

    /** Adds a redirect. Throws InvalidError, and ConflictError if its address has another one than `before`. */
    add: async (body: RedirectBody, before?: RedirectRow) => addColumns(columnsOf(body, siteUrl), before),

    /** Adds a redirect of an import, or returns why it can't be stored. Throws InvalidError for a plan with too many steps. */
    async tryToAdd(body: RedirectBody, { replaces }: { replaces: boolean }): Promise<Planned | { why: string }> {
      try {
        const given = columnsOf(body, siteUrl);
        const before = replaces ? await at(given.from_key) : undefined;
        return { row: await addColumns(given, before), isReplacement: before !== undefined };
      } catch (error) {
        const isSkipped = error instanceof InvalidError ? !error.errors?.text : error instanceof ConflictError;
        if (!isSkipped) throw error;
        return { why: (error as Error).message };
      }
    },

    /** Throws InvalidError if the redirects of a file lead to one another too often. */
    rejectLongChains(): void {
      if (following > MAX_FOLLOWING) throw new InvalidError("invalid_redirect", LONG_CHAINS, { text: LONG_CHAINS });
    },

    /** Stores the plan in its transaction, which has locked the table since before the plan; returns the rows by `from_key`. */
    write: (trx: Transaction<Tables>, how: Writing) => writeRows(trx, [...planned.values()], how),
  };
}

type Writing = { now: number; source: RedirectRow["source"] };

const readRow = (db: Kysely<Tables>, key: string): Promise<RedirectRow | undefined> =>
  db.selectFrom("redirect").selectAll().where("from_key", "=", key).executeTakeFirst();

/** The addresses that a check looks up first, as they are compared; none for what cannot be stored. */
function keysOf(body: RedirectBody, siteUrl: string): string[] {
  try {
    const { from_key, target_key } = columnsOf(body, siteUrl);
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

async function writeRows(
  trx: Transaction<Tables>,
  rows: readonly RedirectRow[],
  { now, source }: Writing,
): Promise<Map<string, RedirectRow>> {
  const written = new Map<string, RedirectRow>();
  for (const some of chunksOf(rows)) {
    await retargetStored(trx, some.filter(isFollowed));
    const changed = some.filter(({ id }) => id > 0);
    for (const row of changed.length > 0 ? await updateRows(trx, changed, now) : []) written.set(row.from_key, row);
    const added = some.filter(({ id }) => id < 0);
    for (const row of added.length > 0 ? await insertRows(trx, added, { now, source }) : [])
      written.set(row.from_key, row);
    const keys = some.map(({ from_key }) => from_key);
    await trx.deleteFrom("missing_page").where("path", "in", keys).execute();
  }
  return written;
}

/** Stored redirects that led to one of these lead to where it does. */
async function retargetStored(trx: Transaction<Tables>, rows: readonly RedirectRow[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(
    ({ from_key, target, target_key }) =>
      sql`(cast(${from_key} as text), cast(${target} as text), cast(${target_key} as text))`,
  );
  await sql`update redirect set target = moved.column2, target_key = moved.column3
    from (values ${sql.join(values)}) as moved where redirect.target_key = moved.column1`.execute(trx);
}

const insertRows = (trx: Transaction<Tables>, rows: readonly RedirectRow[], { now, source }: Writing) =>
  trx
    .insertInto("redirect")
    .values(rows.map(({ id: _, ...row }) => ({ ...row, source, updated_at: now })))
    .returningAll()
    .execute();

async function updateRows(trx: Transaction<Tables>, rows: readonly RedirectRow[], now: number): Promise<RedirectRow[]> {
  const updated: RedirectRow[] = [];
  for (const { id, ...row } of rows)
    updated.push(
      justWritten(
        await trx
          .updateTable("redirect")
          .set({ ...row, updated_at: now })
          .where("id", "=", id)
          .returningAll()
          .executeTakeFirst(),
      ),
    );
  return updated;
}
