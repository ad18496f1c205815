import type { Kysely } from "kysely";
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

/** The page that a stored version is for, if it still exists. */
export async function placeOfVersion(
  db: Db,
  seen: Seen,
  { kind, place }: { kind: FrontKind; place: number },
): Promise<FrontPlace | undefined> {
  if (kind === "home" || place === 0) return { kind };
  const row = (await namesOfPlaces(db, kind, [place])).get(place);
  const of = row && (await findPlace(db, seen, kind, row.slug));
  return of && { kind, of };
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
