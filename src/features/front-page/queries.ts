import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { homeListIds, latestIds, newestWith, summariesByIds, summariesOfAny } from "#features/articles/queries.ts";
import { CANDIDATES, FLAG_OF, HOME_LISTS, type Placement, partSections } from "./rules.ts";

/** Articles of a list that follow by date, as an editor sees them; the home page shows fewer. */
const MAX_BY_DATE = 20;

/** The sections of the home page, no article in two of them. Each list is read only as far as they can need it. */
export async function readHomeSections(db: Kysely<Tables>, now: number) {
  const lead = await homeListIds(db, FLAG_OF.lead, now, CANDIDATES.lead);
  const picks = await homeListIds(db, FLAG_OF.picks, now, CANDIDATES.picks);
  const sections = partSections({ lead, picks, latest: await latestIds(db, now, CANDIDATES.latest) });
  const rows = await summariesByIds(db, now, Object.values(sections).flat());
  const byId = new Map(rows.map((row) => [row.id, row]));
  const rowsOf = (ids: number[]) => ids.flatMap((id) => byId.get(id) ?? []);
  return {
    lead: rowsOf(sections.lead),
    choice: rowsOf(sections.choice),
    picks: rowsOf(sections.picks),
    latest: rowsOf(sections.latest),
  };
}
export type HomeSectionRows = Awaited<ReturnType<typeof readHomeSections>>;

/** All places, list by list, in their order. */
export function readPlacements(db: Kysely<Tables>): Promise<Placement[]> {
  return db
    .selectFrom("placement")
    .select(["list", "article_id", "ends_at"])
    .orderBy("list")
    .orderBy("position")
    .execute();
}

/** The places with their articles, and the articles that follow them in each list. Those in the trash are left out. */
export async function readHomeOrder(db: Kysely<Tables>, now: number) {
  const placements = await readPlacements(db);
  const following = new Map<string, number[]>();
  for (const list of HOME_LISTS) {
    const placed = placements.filter((one) => one.list === list).map(({ article_id }) => article_id);
    following.set(list, await newestWith(db, FLAG_OF[list], now, { limit: MAX_BY_DATE, except: placed }));
  }
  const ids = new Set([...placements.map(({ article_id }) => article_id), ...[...following.values()].flat()]);
  const articles = new Map((await summariesOfAny(db, [...ids])).map((row) => [row.id, row]));
  return { placements, following, articles };
}
export type HomeOrderRows = Awaited<ReturnType<typeof readHomeOrder>>;

/** When the next article leaves a list by its end, in epoch milliseconds; null if none does. */
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
