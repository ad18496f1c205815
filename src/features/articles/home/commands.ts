import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { lockTable } from "#db/dialect.ts";
import type { Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import type { ArticleChange } from "#features/articles/changes.ts";
import { type ArticleStore, lockedState, updateRow } from "#features/articles/commands.ts";
import { editIn } from "#features/articles/events.ts";
import { setShowsOnce } from "#features/articles/fronts/commands.ts";
import { frontScope, showsOnce } from "#features/articles/fronts/queries.ts";
import { authorizeChange } from "#features/articles/policy.ts";
import { summariesOfAny } from "#features/articles/queries.ts";
import { articleScope } from "#features/articles/scopes.ts";
import { recordEvent } from "#features/events/commands.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError, NotFoundError } from "#shared/errors.ts";
import type { Viewer } from "#shared/viewer.ts";
import type { HomeOrderBody } from "./endpoints.ts";
import { type HomeOrderRows, readHomeOrder, readPlacements } from "./queries.ts";
import { FLAG_OF, HOME_LISTS, type HomeList, orderVersion, type Placement, STALE_ORDER } from "./rules.ts";

/**
 * Arranges the lists of the home page and switches added articles on; returns what `viewer` sees of them. Places that have ended, and those of trashed
 * articles, stay until the switch is cleared. Throws ConflictError if the order is not `isCurrent`, and InvalidError
 * for an unknown article.
 */
export function arrangeHome(
  store: ArticleStore,
  { viewer, actor }: { viewer: Viewer; actor: Actor },
  body: HomeOrderBody,
  isCurrent: (version: string) => boolean,
): Promise<HomeOrderRows> {
  return changeContent(store.database, async (trx) => {
    // Articles first, like every other writer, whose listeners write places: prevents deadlocks.
    const changed = await switchOn(trx, store, actor, body);
    await lockTable(trx, "placement");
    const isOnce = await showsOnce(trx, store.clock.now());
    const placements = await readPlacements(trx);
    if (!isCurrent(orderVersion(placements, isOnce))) throw new ConflictError("stale_version", STALE_ORDER);
    const unseen = await unseenPlaces(trx, placements, store.clock.now());
    const rows = HOME_LISTS.flatMap((list) =>
      withUnseen(body[list], unseen(list)).map((place, position) => ({ list, position, ...place })),
    );
    await trx.deleteFrom("placement").execute();
    if (rows.length > 0) await trx.insertInto("placement").values(rows).execute();
    const changes = Object.fromEntries(
      HOME_LISTS.map((list) => [list, { to: body[list].map(({ id }) => id).join(", ") }]),
    );
    await recordEvent(trx, store.clock, { by: actor, action: "home.arrange", subject: { kind: "home" }, changes });
    const { hides_repeats = isOnce } = body;
    const isOther = hides_repeats !== isOnce;
    if (isOther) await setShowsOnce(trx, store.clock, actor, hides_repeats);
    const lists = [articleScope.featured, articleScope.picks, ...(isOther ? [articleScope.latest, frontScope] : [])];
    return { result: await readHomeOrder(trx, viewer, store.clock.now()), changed: [...changed, ...lists] };
  });
}

type Place = Pick<Placement, "article_id" | "ends_at">;

/** Places that no arrangement names, by list: ended ones, and those of trashed articles. */
async function unseenPlaces(trx: Transaction<Tables>, placements: Placement[], now: number) {
  const ids = placements.map(({ article_id }) => article_id);
  const known = new Set((await summariesOfAny(trx, ids)).map(({ id }) => id));
  const isUnseen = ({ article_id, ends_at }: Place) => !known.has(article_id) || (ends_at !== null && ends_at <= now);
  return (list: HomeList) =>
    placements
      .filter((place) => place.list === list)
      .map(({ article_id, ends_at }, position) => ({ article_id, ends_at, position }))
      .filter(isUnseen);
}

/** The arranged places of a list, with the hidden ones at their positions. */
function withUnseen(arranged: HomeOrderBody[HomeList], unseen: (Place & { position: number })[]): Place[] {
  const places = arranged.map(({ id, ends_at }) => ({ article_id: id, ends_at: ends_at ? Date.parse(ends_at) : null }));
  const named = new Set(places.map(({ article_id }) => article_id));
  for (const { position, ...place } of unseen) if (!named.has(place.article_id)) places.splice(position, 0, place);
  return places;
}

/** Switches articles on for their lists; returns the affected scopes. */
async function switchOn(trx: Transaction<Tables>, store: ArticleStore, actor: Actor, body: HomeOrderBody) {
  const wanted = new Map<number, HomeList[]>();
  for (const list of HOME_LISTS) for (const { id } of body[list]) wanted.set(id, [...(wanted.get(id) ?? []), list]);
  const scopes: Scope[] = [];
  // In a fixed order, to prevent deadlocks.
  for (const [id, lists] of [...wanted].sort(([left], [right]) => left - right)) {
    const before = await lockedState(trx, id).catch((error: unknown) => {
      if (!(error instanceof NotFoundError)) throw error;
      const detail = `Article ${id} not found.`;
      throw new InvalidError("unknown_article", detail, Object.fromEntries(lists.map((list) => [list, detail])));
    });
    const change = Object.fromEntries(
      lists.map((list) => [FLAG_OF[list], true]).filter(([flag]) => before[flag as (typeof FLAG_OF)[HomeList]] === 0),
    );
    if (Object.keys(change).length === 0) continue;
    await authorizeChange(trx, actor, { before, status: undefined, now: store.clock.now() });
    scopes.push(...(await updateRow(trx, store, actor, { before, change })).changed);
  }
  return scopes;
}

/** Removes articles whose switch was cleared. Those in the trash keep their place. */
export async function followSwitches(trx: Transaction<Tables>, changes: readonly ArticleChange[]): Promise<void> {
  for (const list of HOME_LISTS) {
    const flag = FLAG_OF[list];
    const ids = changes.flatMap(({ after, events }) =>
      after?.[flag] === 0 && editIn(events)?.fields.includes(flag) ? [after.id] : [],
    );
    if (ids.length > 0)
      await trx.deleteFrom("placement").where("list", "=", list).where("article_id", "in", ids).execute();
  }
}

export async function forgetPlacements(trx: Transaction<Tables>, articleIds: readonly number[]): Promise<void> {
  await trx.deleteFrom("placement").where("article_id", "in", articleIds).execute();
}
