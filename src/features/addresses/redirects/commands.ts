import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { lockTable } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import { chunksOf } from "#db/rows.ts";
import { type Scope, scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { pathKey } from "#features/addresses/rules.ts";
import { changedFields } from "#features/audit/rules.ts";
import { newWords, recordEvent } from "#features/events/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError, NotFoundError } from "#shared/errors.ts";
import type { RedirectRow } from "../tables.ts";
import type { RedirectBody, RedirectChange } from "./endpoints.ts";
import {
  exactBelow,
  findRedirect,
  inOrder,
  isCircle,
  type Lookup,
  lookupIn,
  matchRedirect,
  type Pattern,
  patternOf,
  readPatterns,
  versionOf,
} from "./queries.ts";
import {
  compilePattern,
  fromFault,
  hasRoute,
  isGone,
  isPattern,
  LOOP,
  MANY_PATTERNS,
  MAX_PATTERNS,
  MAX_STEPS,
  NO_MISSING,
  NO_REDIRECT,
  ownAddress,
  ownPath,
  type RedirectCode,
  STALE_REDIRECT,
  segmentsOf,
  TAKEN_REDIRECT,
  targetFault,
} from "./rules.ts";

export type RedirectStore = { database: Database; clock: Clock; siteUrl: string };

export const redirectsScope: Scope = scope("redirects");

/** Segments that stand for `*` and names when a pattern is followed. */
const SAMPLE = "sample-segment";

const AUDITED = ["from_path", "target", "code", "reason"] as const;
const subjectOf = ({ id, from_path }: Pick<RedirectRow, "id" | "from_path">) => ({
  kind: "redirect",
  id,
  title: from_path,
});

export type Columns = Pick<
  RedirectRow,
  "from_path" | "from_key" | "is_pattern" | "target" | "target_key" | "code" | "reason"
>;

/** The columns of a valid redirect. Throws InvalidError. */
export function columnsOf({ from, to, code, reason }: RedirectBody, siteUrl: string): Columns {
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

/** What a redirect is checked against: the stored ones, or with those of a file before it. */
export type Known = Lookup & {
  /** Exact redirects from addresses with this beginning, a few of them. */
  below: (prefix: string, limit: number) => Promise<RedirectRow[]>;
  /** All patterns without the redirect itself. */
  others: readonly Pattern[];
  siteUrl: string;
};

const knownIn = (trx: Transaction<Tables>, others: readonly Pattern[], siteUrl: string): Known => ({
  ...lookupIn(trx),
  below: (prefix, limit) => exactBelow(trx, prefix, limit),
  others,
  siteUrl,
});

/**
 * Follows a redirect through all others and returns its final target, so that readers take one step. `id`: its own, if
 * it is stored already. Throws InvalidError for a loop.
 */
export async function settleTarget(columns: Columns, known: Known, id: number | undefined): Promise<Columns> {
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

/** Exact redirects that a new pattern is followed through: one that leads to them and back is a circle. */
const MAX_FOLLOWED = 50;

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

type Storing = {
  columns: Columns;
  source: RedirectRow["source"];
  /** The redirect that it replaces. */
  before: RedirectRow | undefined;
  patterns: readonly Pattern[];
};

/** Throws InvalidError. */
export function rejectManyPatterns({ is_pattern }: Columns, others: readonly Pattern[]): void {
  if (is_pattern === 1 && others.length >= MAX_PATTERNS)
    throw new InvalidError("invalid_redirect", MANY_PATTERNS, { from: MANY_PATTERNS });
}

/**
 * Stores a redirect in the caller's transaction, which has locked the table. `following`: how many others, which led to it,
 * now lead to its target. Throws InvalidError, ConflictError, and ForbiddenError for its reason.
 */
export async function storeRedirect(
  trx: Transaction<Tables>,
  { clock, siteUrl }: RedirectStore,
  { columns: given, source, before, patterns }: Storing,
): Promise<{ row: RedirectRow; following: number }> {
  const others = patterns.filter(({ row }) => row.id !== before?.id);
  rejectManyPatterns(given, others);
  const columns = await settleTarget(given, knownIn(trx, others, siteUrl), before?.id);
  const taken = await trx
    .selectFrom("redirect")
    .select("id")
    .where("from_key", "=", columns.from_key)
    .executeTakeFirst();
  if (taken && taken.id !== before?.id)
    throw new ConflictError("redirect_taken", TAKEN_REDIRECT, { from: TAKEN_REDIRECT });
  const row = { ...columns, updated_at: clock.now() };
  const stored = before
    ? trx.updateTable("redirect").set(row).where("id", "=", before.id)
    : trx.insertInto("redirect").values({ ...row, source });
  const after = await stored.returningAll().executeTakeFirstOrThrow();
  await trx.deleteFrom("missing_page").where("path", "=", after.from_key).execute();
  if (after.is_pattern === 1 || after.target === "" || hasRoute(after.from_path)) return { row: after, following: 0 };
  // Redirects that led here lead to where this one does.
  const { numUpdatedRows } = await trx
    .updateTable("redirect")
    .set({ target: after.target, target_key: after.target_key })
    .where("target_key", "=", after.from_key)
    .where("id", "!=", after.id)
    .executeTakeFirst();
  return { row: after, following: Number(numUpdatedRows) };
}

/** Adds a redirect. Throws as `storeRedirect` does. */
export function addRedirect(store: RedirectStore, by: Actor, body: RedirectBody): Promise<RedirectRow> {
  return changeContent(store.database, async (trx) => {
    await lockTable(trx, "redirect");
    const columns = columnsOf(body, store.siteUrl);
    const patterns = await readPatterns(trx);
    const { row } = await storeRedirect(trx, store, { columns, source: "editor", before: undefined, patterns });
    const shown = { reason: row.reason };
    await recordEvent(trx, store.clock, { by, action: "redirect.create", subject: subjectOf(row), shown });
    return { result: row, changed: [redirectsScope] };
  });
}

/** Changes a redirect. Throws NotFoundError, ConflictError unless `isCurrent`, and as `storeRedirect` does. */
export function changeRedirect(
  store: RedirectStore,
  by: Actor,
  id: number,
  { from, to, code, reason }: RedirectChange,
  isCurrent: (version: string) => boolean,
): Promise<RedirectRow> {
  return changeContent(store.database, async (trx) => {
    await lockTable(trx, "redirect");
    const before = await findRedirect(trx, id);
    if (!before) throw new NotFoundError("redirect_not_found", NO_REDIRECT);
    if (!isCurrent(versionOf(before))) throw new ConflictError("stale_version", STALE_REDIRECT);
    const body = {
      from: from ?? before.from_path,
      to: to ?? before.target,
      code: code ?? (before.code as RedirectCode),
      reason: reason ?? before.reason,
    };
    const columns = columnsOf(body, store.siteUrl);
    const patterns = await readPatterns(trx);
    const { row } = await storeRedirect(trx, store, { columns, source: before.source, before, patterns });
    const changes = changedFields<RedirectRow>(before, row, AUDITED);
    const shown = newWords(changes, ["reason"]);
    if (Object.keys(changes).length > 0)
      await recordEvent(trx, store.clock, { by, action: "redirect.update", subject: subjectOf(row), changes, shown });
    return { result: row, changed: [redirectsScope] };
  });
}

/** Throws NotFoundError. */
export async function deleteRedirect({ database, clock }: RedirectStore, by: Actor, id: number): Promise<void> {
  await changeContent(database, async (trx) => {
    const gone = await trx.deleteFrom("redirect").where("id", "=", id).returningAll().executeTakeFirst();
    if (!gone) throw new NotFoundError("redirect_not_found", NO_REDIRECT);
    await recordEvent(trx, clock, { by, action: "redirect.delete", subject: subjectOf(gone) });
    return { result: undefined, changed: [redirectsScope] };
  });
}

/** A redirect of an import that was not stored, and why. */
type Skipped = { from: string; why: string };

/**
 * Adds redirects of an import in the caller's transaction, and never changes one that exists. Returns the ids of the new ones
 * by address, and what was skipped.
 */
export async function addImported(
  trx: Transaction<Tables>,
  store: RedirectStore,
  redirects: readonly RedirectBody[],
): Promise<{ added: Map<string, number>; skipped: Skipped[] }> {
  const added = new Map<string, number>();
  const skipped: Skipped[] = [];
  if (redirects.length === 0) return { added, skipped };
  await lockTable(trx, "redirect");
  let patterns = await readPatterns(trx);
  for (const body of redirects) {
    const { from } = body;
    try {
      const columns = columnsOf(body, store.siteUrl);
      if (columns.target_key === columns.from_key) continue;
      const { row } = await storeRedirect(trx, store, { columns, source: "import", before: undefined, patterns });
      added.set(from, row.id);
      if (row.is_pattern === 1) patterns = inOrder([...patterns, patternOf(row)]);
    } catch (error) {
      if (!(error instanceof InvalidError || error instanceof ConflictError)) throw error;
      skipped.push({ from, why: error.message });
    }
  }
  return { added, skipped };
}

/** Deletes redirects that imports have added, by id and by the paths that they lead to. */
export async function removeImported(
  trx: Transaction<Tables>,
  { ids = [], targets = [] }: { ids?: readonly number[]; targets?: readonly string[] },
): Promise<void> {
  const gone = trx.deleteFrom("redirect").where("source", "=", "import");
  for (const some of chunksOf(ids)) await gone.where("id", "in", some).execute();
  for (const some of chunksOf(targets.map(pathKey))) await gone.where("target_key", "in", some).execute();
}

/** Throws NotFoundError. */
export async function dismissMissing({ database: { db } }: RedirectStore, id: number): Promise<void> {
  const gone = await db.deleteFrom("missing_page").where("id", "=", id).returning("id").executeTakeFirst();
  if (!gone) throw new NotFoundError("redirect_not_found", NO_MISSING);
}
