import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { showsOnce } from "#features/articles/fronts/queries.ts";
import {
  homeListIds,
  latestIds,
  newestOfCategory,
  newestWith,
  summariesByIds,
  summariesOfAny,
} from "#features/articles/queries.ts";
import { categoriesWith } from "#features/categories/queries.ts";
import type { Viewer } from "#shared/viewer.ts";
import { CANDIDATES, CATEGORY_SECTIONS, FLAG_OF, HOME_LISTS, type Placement, partSections, SHOWN } from "./rules.ts";

/** How many articles by date an editor sees; the home page shows fewer. */
const MAX_BY_DATE = 20;

/** Ids of a list of the home page. Reads each list only as far as the page can need it. */
async function homeIds(db: Kysely<Tables>, viewer: Viewer, now: number, list: keyof typeof CANDIDATES) {
  const read = {
    lead: (limit: number) => homeListIds(db, FLAG_OF.lead, viewer, now, limit),
    picks: (limit: number) => homeListIds(db, FLAG_OF.picks, viewer, now, limit),
    latest: (limit: number) => latestIds(db, viewer, now, limit),
  };
  if (!(await showsOnce(db, now))) return { ids: await read[list](SHOWN[list]), choice: 0 };
  const lead = await read.lead(CANDIDATES.lead);
  const picks = list === "lead" ? [] : await read.picks(CANDIDATES.picks);
  const latest = list === "latest" ? await read.latest(CANDIDATES.latest) : [];
  const sections = partSections({ lead, picks, latest });
  if (list !== "picks") return { ids: sections[list], choice: 0 };
  return { ids: [...sections.choice, ...sections.picks], choice: sections.choice.length };
}

export async function readHomeList(db: Kysely<Tables>, viewer: Viewer, now: number, list: keyof typeof CANDIDATES) {
  const { ids, choice } = await homeIds(db, viewer, now, list);
  return { rows: await summariesByIds(db, viewer, now, ids), choice };
}

/**
 * The sections at the end of the page, in the order of the categories: the newest articles of each that no list of the
 * page shows. One query for each category that has enough articles, as the index of its dates ends each early.
 */
export async function readHomeSections(db: Kysely<Tables>, viewer: Viewer, now: number) {
  const { most, least, size } = CATEGORY_SECTIONS;
  const above: number[] = [];
  for (const list of ["lead", "picks", "latest"] as const) above.push(...(await homeIds(db, viewer, now, list)).ids);
  const except = [...new Set(above)];
  const sections: { name: string; slug: string; ids: number[] }[] = [];
  for (const { id, name, slug } of await categoriesWith(db, least)) {
    const ids = await newestOfCategory(db, viewer, now, { categoryId: id, limit: size, except });
    if (ids.length >= least) sections.push({ name, slug, ids });
    if (sections.length === most) break;
  }
  const rows = await summariesByIds(
    db,
    viewer,
    now,
    sections.flatMap(({ ids }) => ids),
  );
  return sections.map(({ ids, ...category }) => ({ ...category, rows: rows.filter(({ id }) => ids.includes(id)) }));
}

export function readPlacements(db: Kysely<Tables>): Promise<Placement[]> {
  return db
    .selectFrom("placement")
    .select(["list", "article_id", "ends_at"])
    .orderBy("list")
    .orderBy("position")
    .execute();
}

/** The page's option, and for each list its places and the following articles, without trashed ones. */
export async function readHomeOrder(db: Kysely<Tables>, viewer: Viewer, now: number) {
  const placements = await readPlacements(db);
  const following = new Map<string, number[]>();
  for (const list of HOME_LISTS) {
    const placed = placements.filter((one) => one.list === list).map(({ article_id }) => article_id);
    following.set(list, await newestWith(db, [FLAG_OF[list], 1], viewer, now, { limit: MAX_BY_DATE, except: placed }));
  }
  const ids = new Set([...placements.map(({ article_id }) => article_id), ...[...following.values()].flat()]);
  const articles = new Map((await summariesOfAny(db, [...ids])).map((row) => [row.id, row]));
  return { placements, following, articles, hidesRepeats: await showsOnce(db, now) };
}
export type HomeOrderRows = Awaited<ReturnType<typeof readHomeOrder>>;

/** When the next article's place in a list ends, in epoch milliseconds; null if none does. */
export async function nextPlacementEnd(db: Kysely<Tables>, now: number): Promise<number | null> {
  const row = await db
    .selectFrom("placement")
    .select("ends_at")
    .where("ends_at", ">", now)
    .orderBy("ends_at")
    .limit(1)
    .executeTakeFirst();
  return row?.ends_at ?? null;
}
