import type { Kysely } from "kysely";
import { readable } from "#db/readable.ts";
import type { Tables } from "#db/tables.ts";
import { readSeries } from "#features/articles/series/queries.ts";
import { resolveCategory } from "#features/categories/queries.ts";
import { readTopic } from "#features/topics/queries.ts";
import type { Seen } from "#platform/records/queries.ts";
import { NotFoundError } from "#shared/errors.ts";
import { documentUrl, pageUrl } from "#shared/urls.ts";
import type { FrontKind } from "./rules.ts";

type Db = Kysely<Tables>;

/** A category, topic or series with a front page of its own. */
export type NamedPlace = { id: number; slug: string; name: string; path: string };
/** The page that an arrangement is for. Without `of`: the home page, or all pages of the kind. */
export type FrontPlace = { kind: FrontKind; of?: NamedPlace };

const pathOf = {
  category: pageUrl.category,
  topic: (slug: string) => documentUrl.topic(slug),
  series: (slug: string) => documentUrl.series(slug),
};
export type PlaceKind = keyof typeof pathOf;

/** The category, topic or series at an address, current or former, if `viewer` sees it. */
export async function findPlace(db: Db, seen: Seen, kind: PlaceKind, slug: string): Promise<NamedPlace | undefined> {
  if (slug === "") return undefined;
  const find = {
    category: () => resolveCategory(db, seen.viewer, seen.now, slug),
    topic: () => readTopic(db, seen, slug),
    series: () => readSeries(db, seen, slug),
  };
  const found = await find[kind]();
  return found && { id: found.id, slug: found.slug, name: found.name, path: pathOf[kind](found.slug) };
}

const NO_FRONT = "Page not found.";

/** Throws NotFoundError. */
export async function requirePlace(
  db: Db,
  seen: Seen,
  { kind, slug }: { kind: FrontKind; slug?: string | undefined },
): Promise<FrontPlace> {
  if (slug === undefined) return { kind };
  const of = kind === "home" ? undefined : await findPlace(db, seen, kind, slug);
  if (!of) throw new NotFoundError("front_not_found", NO_FRONT);
  return { kind, of };
}

/** The page that a stored version is for, if it still exists. Of all pages of a kind, the one with the newest article. */
export async function placeOfVersion(
  db: Db,
  seen: Seen,
  { kind, place }: { kind: FrontKind; place: number },
): Promise<FrontPlace | undefined> {
  if (kind === "home") return { kind };
  const id = place || (await placeOfNewest(db, seen, kind));
  const row = id === undefined ? undefined : (await namesOfPlaces(db, kind, [id])).get(id);
  const of = row && (await findPlace(db, seen, kind, row.slug));
  return of && { kind, of };
}

/** The category, topic or series of the newest article that has one. */
async function placeOfNewest(db: Db, { viewer, now }: Seen, kind: PlaceKind): Promise<number | undefined> {
  const published = db
    .selectFrom("article")
    .where(readable(viewer, now))
    .orderBy("article.published_at", "desc")
    .orderBy("article.id", "desc")
    .limit(1);
  const read = {
    category: () => published.select("category_id as id"),
    topic: () => published.innerJoin("article_topic as of", "of.article_id", "article.id").select("of.topic_id as id"),
    series: () =>
      published.innerJoin("series_article as of", "of.article_id", "article.id").select("of.series_id as id"),
  };
  return (await read[kind]().executeTakeFirst())?.id;
}

/** The categories, topics or series with some ids. */
export async function namesOfPlaces(db: Db, kind: PlaceKind, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { slug: string; name: string }>();
  const read = {
    category: () => db.selectFrom("category").select(["id", "slug", "name"]).where("id", "in", ids).execute(),
    topic: () => db.selectFrom("topic").select(["id", "slug", "name"]).where("id", "in", ids).execute(),
    series: () => db.selectFrom("series").select(["id", "slug", "name"]).where("id", "in", ids).execute(),
  };
  return new Map((await read[kind]()).map(({ id, slug, name }) => [id, { slug, name }]));
}
