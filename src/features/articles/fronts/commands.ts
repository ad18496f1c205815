import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { lockTable } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { addedTexts, recordEvent, type SeenTexts } from "#features/events/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError } from "#shared/errors.ts";
import { MINUTE } from "#shared/time.ts";
import type { FrontPlace } from "./places.ts";
import {
  currentVersion,
  frontScope,
  KIND_NAMES,
  newestVersion,
  readArrangement,
  readFront,
  type VersionRow,
  versionOfFront,
} from "./queries.ts";
import { type Block, isSingle, kindsOn } from "./rules.ts";
import type { Front, FrontBody } from "./schema.ts";

type Store = { database: Database; clock: Clock };
type Edit = { by: Actor; isCurrent: (version: string) => boolean };

export const STALE_FRONT = "Another user has changed this page since you opened it. Reload it and try again.";

/** Saves of a draft by one person within this time are one version. */
const FOLDED_MS = 10 * MINUTE;

/**
 * Arranges a page: as a draft, now or at a time. Throws InvalidError for blocks that such a page cannot have, and
 * ConflictError if the newest arrangement is not `isCurrent`.
 */
export function arrangeFront(store: Store, place: FrontPlace, body: FrontBody, edit: Edit): Promise<Front> {
  const { clock } = store;
  requireKinds(place, body.blocks ?? []);
  return change(store, place, edit, async (trx, before, newest) => {
    const now = clock.now();
    const seen = await readArrangement(trx, place, now);
    const at = timeOf(body, before, now);
    // The switch of a page of a kind needs blocks of its own; the home page by default has it too.
    const isUsual = before.is_default && (place.kind === "home" || body.one_place_per_story === undefined);
    const blocks = body.blocks ?? (isUsual ? null : before.blocks);
    const oncePerPage = body.one_place_per_story ?? before.one_place_per_story;
    const saved = {
      blocks: blocks && JSON.stringify(blocks),
      one_place: oncePerPage ? (1 as const) : (0 as const),
      saved_by: edit.by.accountId,
      saved_at: now,
      live_at: at,
    };
    const open = newest !== undefined && (newest.live_at === null || newest.live_at > now) ? newest : undefined;
    const isFolded = open && open.saved_by === edit.by.accountId && now - open.saved_at < FOLDED_MS;
    if (isFolded) await trx.updateTable("front_version").set(saved).where("id", "=", open.id).execute();
    else {
      // A time is that of one version.
      if (open) await trx.updateTable("front_version").set({ live_at: null }).where("id", "=", open.id).execute();
      await insert(trx, place, saved);
    }
    const planned = open?.live_at ?? null;
    const shown = addedTexts(textsIn(seen.blocks), textsIn(blocks));
    if (at !== null) await tell(trx, clock, edit.by, place, at > now ? "front.schedule" : "front.publish", at, shown);
    else if (planned !== null) await tell(trx, clock, edit.by, place, "front.unschedule", planned);
    return at !== null || planned !== null;
  });
}

/**
 * Sets whether the home page shows each story once, in the caller's transaction: for what readers have and for the newest
 * version, which may be a draft.
 */
export async function setShowsOnce(trx: Transaction<Tables>, clock: Clock, by: Actor, isOnce: boolean): Promise<void> {
  const home: FrontPlace = { kind: "home" };
  const now = clock.now();
  await lockTable(trx, "front_version");
  const [current, newest] = [await currentVersion(trx, home, now), await newestVersion(trx, home)];
  const one_place = isOnce ? (1 as const) : (0 as const);
  const known = [current, newest].flatMap((version) => version?.id ?? []);
  if (known.length > 0) await trx.updateTable("front_version").set({ one_place }).where("id", "in", known).execute();
  // Before a draft, which stays the newest version.
  const saved_at = newest ? Math.min(now, newest.saved_at - 1) : now;
  const version = { blocks: null, one_place, saved_by: by.accountId, saved_at, live_at: now };
  if (!current) await insert(trx, home, version);
  await tell(trx, clock, by, home, "front.publish", now);
}

/** Returns a page to the arrangement by default; the former one stays among the versions. */
export async function resetFront(store: Store, place: FrontPlace, edit: Edit): Promise<void> {
  await change(store, place, edit, async (trx, before) => {
    const isDone = before.is_default && !before.one_place_per_story;
    if (isDone && before.status === "published" && before.publish_at === null) return false;
    const now = store.clock.now();
    await trx
      .updateTable("front_version")
      .set({ live_at: null })
      .where("kind", "=", place.kind)
      .where("place", "=", place.of?.id ?? 0)
      .where("live_at", ">", now)
      .execute();
    const none = { blocks: null, one_place: 0 as const, saved_by: edit.by.accountId, saved_at: now, live_at: now };
    await insert(trx, place, none);
    await tell(trx, store.clock, edit.by, place, "front.reset", now);
    return true;
  });
}

/** Runs a change that was based on the newest arrangement; `write` returns whether readers are affected. */
function change(
  { database, clock }: Store,
  place: FrontPlace,
  { isCurrent }: Edit,
  write: (trx: Transaction<Tables>, before: Front, newest: VersionRow | undefined) => Promise<boolean>,
): Promise<Front> {
  return changeContent(database, async (trx) => {
    await lockTable(trx, "front_version");
    const before = await readFront(trx, place, clock.now());
    if (!isCurrent(versionOfFront(before))) throw new ConflictError("stale_version", STALE_FRONT);
    const isSeen = await write(trx, before, await newestVersion(trx, place));
    return { result: await readFront(trx, place, clock.now()), changed: isSeen ? [frontScope] : [] };
  });
}

const insert = (trx: Transaction<Tables>, { kind, of }: FrontPlace, saved: Omit<VersionRow, "id" | "kind" | "place">) =>
  trx
    .insertInto("front_version")
    .values({ kind, place: of?.id ?? 0, ...saved })
    .execute();

/** When a save takes effect: null for a draft. Throws InvalidError for a past time. */
function timeOf({ status, publish_at }: FrontBody, before: Front, now: number): number | null {
  const wanted = status ?? before.status;
  if (wanted === "draft") return null;
  const time = publish_at === undefined ? before.publish_at : publish_at;
  if (time === null) return now;
  const at = Date.parse(time);
  if (at > now) return at;
  const detail = "This time has passed.";
  throw new InvalidError("time_in_past", detail, { publish_at: detail });
}

function requireKinds({ kind: front }: FrontPlace, blocks: readonly Block[]): void {
  const known = kindsOn(front);
  const other = blocks.findIndex((block) => !known.includes(block.kind));
  const twice = blocks.findIndex(({ kind }, at) => isSingle(kind) && blocks.findIndex((one) => one.kind === kind) < at);
  if (other < 0 && twice < 0) return;
  const at = other >= 0 ? other : twice;
  const name = blocks[at]?.kind ?? "";
  const detail =
    other >= 0 ? `This page cannot have a block of kind ${name}.` : `A page has one block of kind ${name}.`;
  throw new InvalidError("invalid_input", detail, { [`blocks.${at}`]: detail });
}

/** The texts of an arrangement that readers see. */
const textsIn = (blocks: readonly Block[] | null): SeenTexts => ({
  blocks: (blocks ?? []).flatMap(({ heading, text }) => [heading, text]),
});

async function tell(
  trx: Transaction<Tables>,
  clock: Clock,
  by: Actor,
  { kind, of }: FrontPlace,
  action: "front.publish" | "front.schedule" | "front.unschedule" | "front.reset",
  at: number,
  shown: Record<string, string> = {},
): Promise<void> {
  const changes = { front: { to: of?.name ?? KIND_NAMES[kind] }, at: { to: new Date(at).toISOString() } };
  await recordEvent(trx, clock, { by, action, subject: { kind: "front" }, changes, shown });
}
