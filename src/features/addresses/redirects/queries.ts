import { type Kysely, sql } from "kysely";
import { hasText } from "#db/dialect.ts";
import { type Scope, scope, shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { presentPaths } from "#features/addresses/register.ts";
import { pathKey } from "#features/addresses/rules.ts";
import type { Page } from "#shared/schema.ts";
import { isStorable } from "#shared/text.ts";
import { isoDate } from "#shared/time.ts";
import type { MissingPageRow, RedirectRow } from "../tables.ts";
import type { Redirect } from "./endpoints.ts";
import {
  byPrecision,
  compilePattern,
  hasRoute,
  isGone,
  MAX_STEPS,
  ownAddress,
  redirectVersion,
  type Segments,
  segmentsOf,
} from "./rules.ts";

/** Every redirect: any change of one touches it. */
export const redirectsScope: Scope = scope("redirects");

export const presentRedirect = (row: RedirectRow): Redirect => ({
  id: row.id,
  from: row.from_path,
  to: row.target,
  code: row.code,
  reason: row.reason,
  hits: Number(row.hits),
  last_hit: isoDate(row.last_hit_at),
  source: row.source,
});

export const versionOf = (row: RedirectRow): string => redirectVersion(presentRedirect(row));

export const findRedirect = (db: Kysely<Tables>, id: number): Promise<RedirectRow | undefined> =>
  db.selectFrom("redirect").selectAll().where("id", "=", id).executeTakeFirst();

/** A page of the redirects, the newest first, and the total; `query`: a part of either address. */
export async function pageRedirects(
  db: Kysely<Tables>,
  { query, limit, offset }: Page & { query?: string | undefined },
) {
  const wanted = query?.trim().toLowerCase();
  const found = db
    .selectFrom("redirect")
    .$if(!!wanted, (rows) =>
      rows.where((eb) => eb.or([hasText(db, "from_key", wanted ?? ""), hasText(db, "target", wanted ?? "")])),
    );
  const rows = await found.selectAll().orderBy("id", "desc").limit(limit).offset(offset).execute();
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** A page of the addresses that readers did not find, the most requested first, and the total. */
export async function pageMissing(
  db: Kysely<Tables>,
  { limit, offset }: Page,
): Promise<{ rows: MissingPageRow[]; total: number }> {
  const rows = await db
    .selectFrom("missing_page")
    .selectAll()
    .orderBy("hits", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await db
    .selectFrom("missing_page")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** A redirect for a path, with the target that it has for that path. */
export type Found = { row: RedirectRow; target: string };

/** A redirect with names or `*`, ready to be tried. */
export type Pattern = { row: RedirectRow; match: (path: Segments) => string | undefined };

/** Where redirects are looked up, and where former addresses lead. */
export type Lookup = {
  find: FindExact;
  /** The present path of what had this one before, in the form of `pathKey`; undefined for other paths. */
  presentOf: (key: string) => Promise<string | undefined>;
};

export const lookupIn = (db: Kysely<Tables>): Lookup => ({
  find: exactIn(db),
  presentOf: async (key) => (await presentPaths(db, [key])).get(key),
});

/** Whether an editor's redirect leads away from exactly this path. */
export async function isRedirected(db: Kysely<Tables>, path: string): Promise<boolean> {
  shows(redirectsScope);
  return (await exactIn(db)(pathKey(path))) !== undefined;
}

/** Finds the redirect from exactly this address, in the form of `pathKey`. */
export type FindExact = (key: string) => Promise<RedirectRow | undefined>;

const exactIn =
  (db: Kysely<Tables>): FindExact =>
  async (key) =>
    isStorable(key)
      ? db.selectFrom("redirect").selectAll().where("from_key", "=", key).where("is_pattern", "=", 0).executeTakeFirst()
      : undefined;

/** The redirect for a path, exact ones first; undefined if there is none. `patterns`: those of `readPatterns`. */
export async function matchRedirect(
  find: FindExact,
  path: string,
  patterns: readonly Pattern[],
): Promise<Found | undefined> {
  const exact = await find(pathKey(path));
  if (exact) return { row: exact, target: exact.target };
  const segments = segmentsOf(path);
  for (const { row, match } of patterns) {
    const target = match(segments);
    if (target !== undefined) return { row, target };
  }
  return undefined;
}

/**
 * Whether a redirect leads back to the address that was requested, over any number of others. Where a page may exist, the
 * chain ends, as a redirect never hides one.
 */
export async function isCircle(
  { find, presentOf }: Lookup,
  { path, target }: { path: string; target: string },
  { patterns, siteUrl }: { patterns: readonly Pattern[]; siteUrl: string },
): Promise<boolean> {
  const seen = new Set([pathKey(path)]);
  let next = target;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const given = ownAddress(next, siteUrl)?.pathname;
    if (given === undefined) return false;
    const present = await presentOf(pathKey(given));
    const to = present ?? given;
    if (seen.has(pathKey(to))) return true;
    if (present !== undefined || hasRoute(to)) return false;
    seen.add(pathKey(to));
    const found = await matchRedirect(find, to, patterns);
    if (!found || isGone(found.row.code)) return false;
    next = found.target;
  }
  return true;
}

/** Exact redirects from addresses with this beginning, a few of them. */
export const exactBelow = (db: Kysely<Tables>, prefix: string, limit: number): Promise<RedirectRow[]> =>
  db
    .selectFrom("redirect")
    .selectAll()
    .where("is_pattern", "=", 0)
    .where(sql<string>`substr(from_key, 1, ${prefix.length})`, "=", prefix)
    .limit(limit)
    .execute();

export const patternOf = (row: RedirectRow): Pattern => ({ row, match: compilePattern(row) });

/** Patterns in the order in which they are tried. */
export const inOrder = (patterns: Pattern[]): Pattern[] =>
  patterns.toSorted((one, other) => byPrecision(one.row, other.row));

export async function readPatterns(db: Kysely<Tables>): Promise<Pattern[]> {
  const rows = await db.selectFrom("redirect").selectAll().where("is_pattern", "=", 1).execute();
  return inOrder(rows.map(patternOf));
}
