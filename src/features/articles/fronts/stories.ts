import type { Kysely } from "kysely";
import { shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { findPageOwner, idsOfAuthor } from "#features/articles/authors/queries.ts";
import { newestOf } from "#features/articles/internal/placed.ts";
import { presentSummaries } from "#features/articles/present.ts";
import {
  homeListIds,
  latestIds,
  newestOfCategory,
  type SummaryRow,
  summariesByIds,
} from "#features/articles/queries.ts";
import { articleScope } from "#features/articles/scopes.ts";
import { idsOfSeries } from "#features/articles/series/queries.ts";
import { idsOfTopic } from "#features/articles/topics/queries.ts";
import { listTrending } from "#features/articles/trending.ts";
import { findProfiles } from "#features/identity/accounts/queries.ts";
import type { Seen } from "#platform/records/queries.ts";
import { isPaid } from "#shared/genres.ts";
import { documentUrl } from "#shared/urls.ts";
import { SHOWN } from "../home/rules.ts";
import { type FrontPlace, findPlace, placeOfVersion } from "./places.ts";
import { findVersion, readArrangement } from "./queries.ts";
import { type Arrangement, type Block, isEditorial, isStoryKind, type Source } from "./rules.ts";
import type { ShownBlock, ShownFront } from "./schema.ts";

type Db = Kysely<Tables>;

/** Stories of a source before those that the page does not repeat are left out. `name` and `path`: of the source. */
type Found = { ids: number[]; name: string; path: string };

const NOTHING: Found = { ids: [], name: "", path: "" };
const unnamed = (ids: number[]): Found => ({ ...NOTHING, ids });

/** Sponsored stories that an editorial block may have to skip. */
const SPONSORED_AMONG = 10;
/** Sources that leave sponsored stories out themselves. */
const UNPAID: ReadonlySet<string> = new Set(["featured", "picks", "most_read", "category"]);

/**
 * The blocks of a page with their stories, as `viewer` sees them; blocks without content are left out. Each source is read
 * only as far as its block can need it.
 */
export async function readBlocks(
  db: Db,
  seen: Seen,
  place: FrontPlace,
  { blocks, one_place_per_story: once }: Arrangement,
): Promise<ShownBlock[]> {
  const shown = new Set<number>();
  const filled: { block: Block; found: Found; rows: SummaryRow[] }[] = [];
  for (const block of blocks ?? []) {
    if (!isStoryKind(block.kind)) {
      if (once && block.kind === "top") for (const id of await idsOfTop(db, seen)) shown.add(id);
      filled.push({ block, found: NOTHING, rows: [] });
      continue;
    }
    const spare = isEditorial(block.kind) && !UNPAID.has(block.source?.by ?? "") ? SPONSORED_AMONG : 0;
    const limit = block.count + spare + (once ? shown.size : 0);
    const found = await findStories(db, seen, { source: block.source, place, limit });
    // All that were chosen by hand: some of them may not be public.
    const most = block.source?.by === "hand" ? found.ids.length : block.count + spare;
    const fresh = found.ids.filter((id) => !(once && shown.has(id))).slice(0, most);
    const rows = (await summariesByIds(db, seen.viewer, seen.now, fresh))
      .filter((row) => !(isPaid(row) && isEditorial(block.kind)))
      .slice(0, block.count);
    if (once) for (const { id } of rows) shown.add(id);
    filled.push({ block, found, rows });
  }
  return filled.filter(hasContent).map(({ block, found, rows }) => {
    const { source: _source, count: _count, ...look } = block;
    return {
      ...look,
      title: block.heading || found.name,
      path: found.path,
      articles: presentSummaries(rows, { fallback: "" }),
    };
  });
}

const hasContent = ({ block, rows }: { block: Block; rows: SummaryRow[] }): boolean => {
  if (isStoryKind(block.kind)) return rows.length > 0;
  if (block.kind === "text") return block.text !== "" || block.image_url !== "";
  return block.kind !== "announcement" || block.text !== "";
};

/** A page as readers have it, with the blocks of its arrangement. */
export async function frontOfPage(db: Db, seen: Seen, place: FrontPlace): Promise<ShownFront> {
  return shownFront(db, seen, place, await readArrangement(db, place, seen.now));
}

async function shownFront(db: Db, seen: Seen, place: FrontPlace, arrangement: Arrangement): Promise<ShownFront> {
  const { blocks, one_place_per_story } = arrangement;
  return { blocks: blocks && (await readBlocks(db, seen, place, arrangement)), one_place_per_story };
}

/**
 * The page that a version is for, with its blocks, for a preview: of all pages of a kind, the one with the newest
 * article. Undefined without such a version, and for a page that is gone.
 */
export async function previewOfFront(db: Db, seen: Seen, versionId: number | undefined) {
  const found = versionId === undefined ? undefined : await findVersion(db, versionId);
  const place = found && (await placeOfVersion(db, seen, found.row));
  if (!place) return undefined;
  const kinds = found.arrangement.blocks?.map(({ kind }) => kind);
  return { place, kinds, front: await shownFront(db, seen, place, found.arrangement) };
}

/** Stories that the specified top of the home page shows. */
async function idsOfTop(db: Db, { viewer, now }: Seen): Promise<number[]> {
  const lead = await homeListIds(db, "is_featured", viewer, now, SHOWN.lead);
  const picks = await homeListIds(db, "is_editors_pick", viewer, now, SHOWN.picks);
  return [...lead, ...picks];
}

type Asked = { source: Source | null; place: FrontPlace; limit: number };

async function findStories(db: Db, seen: Seen, { source, place, limit }: Asked): Promise<Found> {
  const { viewer, now } = seen;
  if (source === null) return NOTHING;
  switch (source.by) {
    case "hand":
      return unnamed(source.ids);
    case "newest":
      return unnamed(await latestIds(db, viewer, now, limit));
    case "most_read":
      return unnamed((await listTrending(db, viewer, now, limit)).map(({ id }) => id));
    case "featured":
      return unnamed(await homeListIds(db, "is_featured", viewer, now, limit));
    case "picks":
      return unnamed(await homeListIds(db, "is_editors_pick", viewer, now, limit));
    case "genre":
      shows(articleScope.latest);
      return unnamed(await newestOf(db, ["genre", source.genre], viewer, now, { limit, except: [] }));
    case "author":
      return storiesOfAuthor(db, seen, source.slug, limit);
    case "place": {
      const { kind, of } = place;
      return kind === "home" || !of ? NOTHING : storiesOf(db, seen, kind, of.slug, limit);
    }
    default:
      return storiesOf(db, seen, source.by, source.slug, limit);
  }
}

async function storiesOf(
  db: Db,
  seen: Seen,
  kind: "category" | "topic" | "series",
  slug: string,
  limit: number,
): Promise<Found> {
  const found = await findPlace(db, seen, kind, slug);
  if (!found) return NOTHING;
  const { name, path } = found;
  if (kind === "category") {
    const newest = { categoryId: found.id, limit, except: [] };
    return { ids: await newestOfCategory(db, seen.viewer, seen.now, newest), name, path };
  }
  const page = { limit, offset: 0 };
  const ids =
    kind === "series"
      ? await idsOfSeries(db, seen, found.id, page)
      : await idsOfTopic(db, seen.viewer, seen.now, found, page);
  return { ids, name, path };
}

async function storiesOfAuthor(db: Db, { viewer, now }: Seen, slug: string, limit: number): Promise<Found> {
  const owner = slug === "" ? undefined : await findPageOwner(db, slug);
  if (!owner) return NOTHING;
  const profile = (await findProfiles(db, [owner.id])).get(owner.id);
  const ids = await idsOfAuthor(db, viewer, now, owner.id, { limit, offset: 0 });
  return { ids, name: profile?.name ?? "", path: documentUrl.author(owner.slug) };
}
