import { type Kysely, type Selectable, sql } from "kysely";
import { scope, shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import type { FrontVersionTable } from "#features/articles/tables.ts";
import { accountNames } from "#features/identity/accounts/queries.ts";
import { settingVersion } from "#shared/fingerprint.ts";
import type { Page } from "#shared/schema.ts";
import { isoDate } from "#shared/time.ts";
import { type FrontPlace, namesOfPlaces } from "./places.ts";
import { type Arrangement, type Block, type BlockKind, FRONT_KINDS, type FrontKind, specifiedBlocks } from "./rules.ts";
import type { Front, FrontVersion, ListedFront } from "./schema.ts";

type Db = Kysely<Tables>;
export type VersionRow = Selectable<FrontVersionTable>;

/** All arrangements: they change rarely. */
export const frontScope = scope("front");

const versionsOf = (db: Db, { kind, of }: FrontPlace) =>
  db
    .selectFrom("front_version")
    .selectAll()
    .where("kind", "=", kind)
    .where("place", "=", of?.id ?? 0);

/** The version that was saved last, whatever its state. */
export const newestVersion = (db: Db, place: FrontPlace): Promise<VersionRow | undefined> =>
  versionsOf(db, place).orderBy("saved_at", "desc").orderBy("id", "desc").limit(1).executeTakeFirst();

/** The version that readers have: the newest one whose time has come. */
export const currentVersion = (db: Db, place: FrontPlace, now: number): Promise<VersionRow | undefined> =>
  versionsOf(db, place)
    .where("live_at", "<=", now)
    .orderBy("live_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

const arrangementIn = ({ blocks, one_place }: Pick<VersionRow, "blocks" | "one_place">): Arrangement => ({
  blocks: blocks === null ? null : (JSON.parse(blocks) as Block[]),
  one_place_per_story: one_place === 1,
});

/** The arrangement by default: of the page's kind, or the program's. */
async function defaultFor(db: Db, { kind, of }: FrontPlace, now: number): Promise<Arrangement> {
  const ofKind = of && (await currentVersion(db, { kind }, now));
  return ofKind?.blocks ? arrangementIn(ofKind) : { blocks: null, one_place_per_story: false };
}

/** What a version arranges. One without blocks has those by default, and only the home page's own has the switch. */
const arrangementOf = async (db: Db, place: FrontPlace, version: VersionRow | undefined, now: number) =>
  version && (version.blocks || place.kind === "home") ? arrangementIn(version) : defaultFor(db, place, now);

/** Whether the home page shows each story once, arranged or not. */
export async function showsOnce(db: Db, now: number): Promise<boolean> {
  shows(frontScope);
  return (await currentVersion(db, { kind: "home" }, now))?.one_place === 1;
}

/** What readers have now: the page's own arrangement, or the one by default. */
export async function readArrangement(db: Db, place: FrontPlace, now: number): Promise<Arrangement> {
  shows(frontScope);
  return arrangementOf(db, place, await currentVersion(db, place, now), now);
}

/** The newest arrangement of a page as editors get it. */
export async function readFront(db: Db, place: FrontPlace, now: number): Promise<Front> {
  const newest = await newestVersion(db, place);
  const own = await arrangementOf(db, place, newest, now);
  const names = await accountNames(db, [newest?.saved_by ?? null]);
  const isDraft = newest !== undefined && newest.live_at === null;
  return {
    blocks: [...(own.blocks ?? specifiedBlocks(place.kind))],
    one_place_per_story: own.one_place_per_story,
    status: isDraft ? "draft" : "published",
    publish_at: newest?.live_at != null && newest.live_at > now ? isoDate(newest.live_at) : null,
    is_default: !newest?.blocks,
    saved: isoDate(newest?.saved_at ?? null),
    saved_by: newest?.saved_by == null ? null : (names.get(newest.saved_by) ?? null),
  };
}

/** The version that `If-Match` names. */
export const versionOfFront = ({ blocks, one_place_per_story, status, publish_at, is_default }: Front): string =>
  settingVersion({ blocks, one_place_per_story, status, publish_at, is_default });

export async function listVersions(db: Db, place: FrontPlace, now: number, page: Page) {
  const current = await currentVersion(db, place, now);
  const rows = await versionsOf(db, place)
    .orderBy("saved_at", "desc")
    .orderBy("id", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await db
    .selectFrom("front_version")
    .where("kind", "=", place.kind)
    .where("place", "=", place.of?.id ?? 0)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const names = await accountNames(
    db,
    rows.map(({ saved_by }) => saved_by),
  );
  const usual = await defaultFor(db, place, now);
  const versions = rows.map((row): FrontVersion => {
    const { blocks, one_place_per_story } = arrangementIn(row);
    return {
      id: row.id,
      blocks: [...(blocks ?? usual.blocks ?? specifiedBlocks(place.kind))],
      one_place_per_story,
      is_default: row.blocks === null,
      live: isoDate(row.live_at),
      is_current: row.id === current?.id,
      saved: isoDate(row.saved_at),
      saved_by: row.saved_by === null ? null : (names.get(row.saved_by) ?? null),
    };
  });
  return { versions, total: Number(total) };
}

/** One version with its arrangement. */
export async function findVersion(db: Db, id: number) {
  const row = await db.selectFrom("front_version").selectAll().where("id", "=", id).executeTakeFirst();
  return row && { row, arrangement: arrangementIn(row) };
}

/** The newest version of every front page by when it was saved, or by when it was put in place. */
async function latest(db: Db, by: "saved_at" | "live_at", now: number): Promise<VersionRow[]> {
  const place = sql`row_number() over (partition by kind, place order by ${sql.ref(by)} desc, id desc)`;
  const ranked = db
    .selectFrom("front_version")
    .selectAll()
    .select(place.$castTo<number | string>().as("nth"))
    .$if(by === "live_at", (query) => query.where("live_at", "<=", now));
  return db.selectFrom(ranked.as("ranked")).selectAll().where("nth", "=", 1).execute();
}

/** The pages with arrangements of their own, and drafts of them. Those whose category, topic or series is gone are left out. */
export async function listFronts(db: Db, now: number): Promise<ListedFront[]> {
  const rows = (await latest(db, "saved_at", now)).filter(({ blocks, live_at }) => blocks !== null || live_at === null);
  const listed: ListedFront[] = [];
  for (const kind of FRONT_KINDS) {
    const own = rows.filter((row) => row.kind === kind);
    const places = own.map(({ place }) => place);
    const names = kind === "home" ? undefined : await namesOfPlaces(db, kind, places);
    for (const { place, live_at, saved_at } of own) {
      const named = place === 0 ? { slug: null, name: KIND_NAMES[kind] } : names?.get(place);
      if (!named) continue;
      const publish_at = live_at !== null && live_at > now ? isoDate(live_at) : null;
      const status = live_at === null ? "draft" : "published";
      listed.push({ kind, ...named, status, publish_at, saved: isoDate(saved_at) });
    }
  }
  return listed.sort((left, right) => (left.name < right.name ? -1 : 1));
}

export const KIND_NAMES: Record<FrontKind, string> = {
  home: "Home page",
  category: "All categories",
  topic: "All topics",
  series: "All series",
};

/** Which pages have arrangements of their own: of the home page its kinds of blocks, of other kinds that there are some. */
export type OwnFronts = { home?: BlockKind[]; category?: true };

export async function readOwnFronts(db: Db, now: number): Promise<OwnFronts | undefined> {
  shows(frontScope);
  const own = (await latest(db, "live_at", now)).filter(({ blocks }) => blocks !== null);
  const home = own.find(({ kind }) => kind === "home");
  const found: OwnFronts = {
    ...(home && { home: [...new Set(arrangementIn(home).blocks?.map(({ kind }) => kind))] }),
    ...(own.some(({ kind }) => kind === "category") && { category: true as const }),
  };
  return Object.keys(found).length === 0 ? undefined : found;
}

/** When the next arrangement will be put in place, in epoch milliseconds; null if none has a time. */
export async function nextFront(db: Db, now: number): Promise<number | null> {
  const { at } = await db
    .selectFrom("front_version")
    .where("live_at", ">", now)
    .select((eb) => eb.fn.min("live_at").as("at"))
    .executeTakeFirstOrThrow();
  return at;
}
