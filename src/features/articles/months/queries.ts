import type { Kysely } from "kysely";
import { readable } from "#db/readable.ts";
import { shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { presentSummaries } from "#features/articles/present.ts";
import { summariesByIds } from "#features/articles/queries.ts";
import { ARTICLES_PER_PAGE, PUBLICATION_DATES } from "#features/articles/rules.ts";
import { articleScope } from "#features/articles/scopes.ts";
import { readNewsroom } from "#features/settings/queries.ts";
import type { DatedPage } from "#shared/page.ts";
import { meantIn, monthIn } from "#shared/time.ts";
import type { Viewer } from "#shared/viewer.ts";
import type { MonthView } from "./site/month-page.tsx";

type Db = Kysely<Tables>;
type Seen = { viewer: Viewer; now: number };

/** The first instant of a month in a zone, and that of the next one. Epoch milliseconds. */
function spanOf(month: string, zone: string): { from: number; until: number } {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const first = { day: 1, hour: 0, minute: 0 };
  const next = number === 12 ? { year: year + 1, month: 1 } : { year, month: number + 1 };
  return {
    from: meantIn(zone, { year, month: number, ...first }).instant,
    until: meantIn(zone, { ...next, ...first }).instant,
  };
}

/** `until` is not part of the span. */
const readableIn = (
  db: Db,
  { viewer, now }: Seen,
  { from = PUBLICATION_DATES.earliest, until = now + 1 }: { from?: number; until?: number },
) =>
  db
    .selectFrom("article")
    .where(readable(viewer, now))
    .where("published_at", ">=", from)
    .where("published_at", "<", until);

/** The newest article before an instant, or the oldest from one on. */
const nearestDate = async (db: Db, seen: Seen, span: { from?: number; until?: number }, order: "asc" | "desc") => {
  const row = await readableIn(db, seen, span)
    .select("published_at")
    .orderBy("published_at", order)
    .limit(1)
    .executeTakeFirst();
  return row?.published_at ?? null;
};

/**
 * A page of the articles of a month in the newsroom's time zone, newest first, counted from 1, with the nearest other
 * months that have articles; of the newest month by default. Undefined beyond the last page, and for months without
 * articles.
 */
export async function readMonthPage(
  db: Db,
  seen: Seen,
  { month: given, page }: { month?: string; page: number },
): Promise<MonthView | undefined> {
  shows(articleScope.latest);
  const { time_zone: zone } = await readNewsroom(db);
  const newest = given === undefined ? await nearestDate(db, seen, {}, "desc") : null;
  const month = newest === null ? given : monthIn(newest, zone);
  if (month === undefined) return undefined;
  const span = spanOf(month, zone);
  const inMonth = readableIn(db, seen, span);
  const { count } = await inMonth.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  const total = Number(count);
  const offset = (page - 1) * ARTICLES_PER_PAGE;
  if (offset >= total) return undefined;
  const rows = await inMonth
    .select("id")
    .orderBy("published_at", "desc")
    .orderBy("id", "desc")
    .limit(ARTICLES_PER_PAGE)
    .offset(offset)
    .execute();
  const ids = rows.map(({ id }) => id);
  const before = await nearestDate(db, seen, { until: span.from }, "desc");
  const after = await nearestDate(db, seen, { from: span.until }, "asc");
  return {
    month,
    articles: presentSummaries(await summariesByIds(db, seen.viewer, seen.now, ids)),
    count: total,
    page,
    isLast: offset + ARTICLES_PER_PAGE >= total,
    before: before === null ? null : monthIn(before, zone),
    after: after === null ? null : monthIn(after, zone),
    ...(await readStrip(db, seen, { year: month.slice(0, 4), zone })),
  };
}

const MAX_YEARS = 100;

/** The months of a year that have articles, and the newest such month of each year, the newest first. */
async function readStrip(db: Db, seen: Seen, { year, zone }: { year: string; zone: string }) {
  const months: string[] = [];
  for (let number = 1; number <= 12; number += 1) {
    const month = `${year}-${String(number).padStart(2, "0")}`;
    if ((await nearestDate(db, seen, spanOf(month, zone), "asc")) !== null) months.push(month);
  }
  const years: string[] = [];
  for (let until = seen.now + 1; years.length < MAX_YEARS; ) {
    const newest = await nearestDate(db, seen, { until }, "desc");
    if (newest === null) break;
    const month = monthIn(newest, zone);
    years.push(month);
    until = spanOf(`${month.slice(0, 4)}-01`, zone).from;
  }
  return { months, years };
}

/** Months that a search engine may list: as many as in fifty years. */
const MAX_MONTHS = 600;
/** A month with fewer articles is too thin to be found. */
const MIN_LISTED = 3;

/** The months with enough articles, newest first. */
export async function listMonths(db: Db, viewer: Viewer, now: number): Promise<DatedPage[]> {
  const seen = { viewer, now };
  shows(articleScope.latest);
  const { time_zone: zone } = await readNewsroom(db);
  const months: DatedPage[] = [];
  for (let [step, until] = [0, now + 1]; step < MAX_MONTHS; step += 1) {
    // The newest articles before the last month: they name their month, and show whether it has enough.
    const newest = await readableIn(db, seen, { until })
      .select("published_at")
      .orderBy("published_at", "desc")
      .limit(MIN_LISTED)
      .execute();
    const [first, last] = [newest[0]?.published_at, newest[MIN_LISTED - 1]?.published_at];
    if (first == null) break;
    const month = monthIn(first, zone);
    const { from } = spanOf(month, zone);
    if (last != null && last >= from) months.push({ slug: month, modified: first });
    until = from;
  }
  return months;
}
