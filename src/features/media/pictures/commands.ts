import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { addWords } from "#db/full-text.ts";
import type { Database } from "#db/open.ts";
import { EVERYTHING, type Scope } from "#db/scopes.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import { changedFields } from "#features/audit/rules.ts";
import { recordEvent } from "#features/events/commands.ts";
import type { PictureRow } from "#features/media/tables.ts";
import type { Clock } from "#platform/clock.ts";
import type { Images } from "#platform/images.ts";
import type { Storage } from "#platform/storage.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, DomainError, InUseError, InvalidError, NotFoundError } from "#shared/errors.ts";
import { authorize } from "#shared/permissions.ts";
import { MODERN_FORMATS, pictureWidths } from "#shared/pictures.ts";
import {
  type FindShownKeys,
  type FindUses,
  findListed,
  findPicture,
  findPictureById,
  findUses,
  isRemoved,
  type ListedPicture,
  tagsOf,
} from "./queries.ts";
import {
  addressesOf,
  addressOf,
  MAX_PICTURE_TAGS,
  NO_PICTURE,
  PICTURE_TEXT_NAMES,
  pictureVersion,
  searchedWords,
  tagKey,
} from "./rules.ts";
import type { PictureBulkChange, PictureBulkResult, PictureChange, PictureUse } from "./schema.ts";

export type PictureStore = { database: Database; storage: Storage; images: Images; clock: Clock };

/** File name of the master under the picture's key, the fallback for missing variants. */
export function masterName(row: Pick<PictureRow, "width" | "height" | "fallback_format">): string {
  return `${row.width}x${row.height}.${row.fallback_format}`;
}

/** The names of all files of a stored picture, the master first. */
export function fileNames(row: PictureRow): string[] {
  const variants = row.has_variants === 0 ? [] : pictureWidths(row.width);
  const files = variants.flatMap((width) => MODERN_FORMATS.map((format) => `${width}.${format}`));
  return [masterName(row), ...files].map((file) => `${row.key}/${file}`);
}

/** Creates the smaller variants of a stored picture. Idempotent: names and contents are always the same. */
export async function makeVariants({ database, storage, images }: PictureStore, row: PictureRow): Promise<void> {
  const file = await storage.read(`${row.key}/${masterName(row)}`);
  // A missing master cannot be repaired here, so the row is marked as done instead of being retried forever.
  if (file) {
    const master = Buffer.concat(await file.stream.toArray());
    for (const width of pictureWidths(row.width)) {
      for (const format of MODERN_FORMATS)
        await storage.put(`${row.key}/${width}.${format}`, await images.variant(master, width, format));
    }
  }
  const { numUpdatedRows } = await database.db
    .updateTable("picture")
    .set({ has_variants: 1 })
    .where("id", "=", row.id)
    .executeTakeFirst();
  // The picture was deleted in the meantime, so the new files must go.
  if (Number(numUpdatedRows) === 0) await storage.removeFolder(row.key);
}

export type RemovalStore = Omit<PictureStore, "images"> & { pictureUses: readonly FindUses[] };

declare module "#features/events/types.ts" {
  interface EventFacts {
    /** Features clear their fields that name the picture `key`. */
    "picture.takedown": { key: string };
  }
}

/**
 * Replaces the picture `key` by the one at `url` in all uses of a feature, in its own transactions; returns
 * the number of changed uses.
 */
export type PictureReplacer = (picture: Replacement, actor: Actor) => Promise<number>;

/** The key of a picture, and the address of its replacement. */
export type Replacement = { key: string; url: string };

/** Throws ForbiddenError if some use of a picture needs a second person's approval for another one. */
export type ReplacementGuard = (picture: Replacement) => Promise<void>;

/** The texts of a picture that pages print below it, or name in their head. */
const PICTURE_LINES = ["alt", "caption", "credit"] as const;

/** Deletes an unused picture. Throws NotFoundError, and InUseError with its uses. */
export async function deletePicture(store: RemovalStore, by: Actor, id: number): Promise<void> {
  const { database, clock, pictureUses } = store;
  const row = await findPictureById(database.db, id);
  if (!row) throw new NotFoundError("picture_not_found", NO_PICTURE);
  const refuse = (uses: PictureUse[]) => {
    if (uses.length > 0) throw new InUseError("picture_in_use", "This picture is used.", uses);
  };
  refuse(await findUses(database.db, pictureUses, row.key));
  await changeContent(database, async (trx) => {
    // A use was added concurrently.
    refuse(await findUses(trx, pictureUses, row.key));
    await recordRemoval(trx, row.key, clock.now());
    await recordEvent(trx, clock, { by, action: "picture.delete", subject: { kind: "picture", id, title: row.name } });
    return { result: undefined, changed: [EVERYTHING] };
  });
  await store.storage.removeFolder(row.key);
}

/**
 * Takes a picture down permanently, even if it is in use: its addresses return 410. Fields that name it are
 * cleared and show a placeholder; texts keep its alternative text. Returns its uses and all of its
 * addresses. Throws NotFoundError.
 */
export async function takeDownPicture(
  store: RemovalStore,
  actor: Actor,
  key: string,
): Promise<{ uses: PictureUse[]; addresses: string[] }> {
  const { database, clock, storage, pictureUses } = store;
  const row = await findPicture(database.db, key);
  if (!row && !(await isRemoved(database.db, key))) throw new NotFoundError("picture_not_found", NO_PICTURE);
  const uses = await findUses(database.db, pictureUses, key);
  await changeContent(database, async (trx) => {
    await recordRemoval(trx, key, clock.now());
    const subject = { kind: "picture", id: row?.id ?? null, title: row?.name ?? "" };
    await recordEvent(trx, clock, { by: actor, action: "picture.takedown", subject, facts: { key } });
    return { result: undefined, changed: [EVERYTHING] };
  });
  await storage.removeFolder(key);
  return { uses, addresses: row ? addressesOf(row) : [] };
}

async function recordRemoval(trx: Transaction<Tables>, key: string, now: number): Promise<void> {
  await trx.deleteFrom("picture").where("key", "=", key).execute();
  await trx
    .insertInto("removed_picture")
    .values({ key, removed_at: now })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ removed_at: now }))
    .execute();
}

const STALE = "This picture has changed since you opened it.";

/** The pictures, and their uses as reported by the features. */
export type LibraryStore = PictureStore & {
  pictureUses: readonly FindUses[];
  shownKeys: readonly FindShownKeys[];
  /** The page scopes of a use. */
  scopesOfUse: (use: PictureUse) => Scope[];
  pictureReplacers: readonly PictureReplacer[];
  guardReplacement: ReplacementGuard;
  /** The uses that an actor may see. */
  visibleUses: (actor: Actor, uses: PictureUse[]) => Promise<PictureUse[]>;
};

/**
 * Changes the details of a picture. A new focal point or text expires the pages that show it. Returns its row. Throws NotFoundError, ForbiddenError (also for shown words that the two-person rule matches), and ConflictError
 * unless `isCurrent`.
 */
export function describePicture(
  store: LibraryStore,
  actor: Actor,
  id: number,
  change: PictureChange,
  isCurrent: (version: string) => boolean = () => true,
): Promise<ListedPicture & { tags: string[] }> {
  return changeContent(store.database, async (trx) => {
    const before = await trx.selectFrom("picture").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
    if (!before) throw new NotFoundError("picture_not_found", NO_PICTURE);
    authorize(actor, "picture.describe", { owners: [before.uploaded_by] });
    if (!isCurrent(pictureVersion(before))) throw new ConflictError("stale_version", STALE);
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const after = { ...before, ...(given as Partial<typeof before>) };
    const tags = (await tagsOf(trx, [id])).get(id) ?? [];
    const words = searchedWords(after, tags);
    await trx
      .updateTable("picture")
      .set({ ...given, words })
      .where("id", "=", id)
      .execute();
    await addWords(trx, words.split(" "));
    const lines = PICTURE_LINES.filter((name) => before[name] !== after[name]);
    const isMoved = before.focal_x !== after.focal_x || before.focal_y !== after.focal_y;
    const uses = isMoved || lines.length > 0 ? await findUses(trx, store.pictureUses, before.key) : [];
    const shown = uses.length > 0 ? Object.fromEntries(lines.map((name) => [name, after[name]])) : {};
    await recordDescription(trx, store.clock, actor, { before, after, shown });
    const row = await findListed(trx, id);
    if (!row) throw new NotFoundError("picture_not_found", NO_PICTURE);
    return { result: { ...row, tags }, changed: uses.flatMap(store.scopesOfUse) };
  });
}

/** Records changes of a picture's details in the audit log, if there are any. */
async function recordDescription(
  trx: Transaction<Tables>,
  clock: Clock,
  by: Actor,
  { before, after, shown }: { before: PictureRow; after: PictureRow; shown: Record<string, string> },
): Promise<void> {
  const changes = changedFields(before, after, [...PICTURE_TEXT_NAMES, "focal_x", "focal_y"]);
  if (Object.keys(changes).length === 0) return;
  const subject = { kind: "picture", id: before.id, title: before.name };
  await recordEvent(trx, clock, { by, action: "picture.describe", subject, changes, shown });
}

/**
 * Replaces a picture in all uses. Each use is changed in its own transaction, so that a
 * thousand uses block nothing; after a failure, the same request continues with the rest. The picture itself stays.
 * Returns the remaining uses, which cannot be changed, such as sent newsletters. Throws NotFoundError, and
 * ForbiddenError before anything is changed if some use needs a second person's approval.
 */
export async function replacePicture(
  store: LibraryStore,
  actor: Actor,
  { id, by }: { id: number; by: number },
): Promise<{ replaced: number; used_in: PictureUse[] }> {
  const { db } = store.database;
  if (id === by) throw new InvalidError("same_picture", "A picture cannot replace itself.");
  const [before, after] = [await findPictureById(db, id), await findPictureById(db, by)];
  if (!before || !after) throw new NotFoundError("picture_not_found", NO_PICTURE);
  const picture = { key: before.key, url: addressOf(after) };
  await store.guardReplacement(picture);
  // Before the first change, so that a replacement that fails half-way is recorded too.
  await shareCommit(db, (trx) =>
    recordEvent(trx, store.clock, {
      by: actor,
      action: "picture.replace",
      subject: { kind: "picture", id, title: before.name },
      changes: { by: { to: by }, name: { from: before.name, to: after.name } },
    }),
  );
  let replaced = 0;
  for (const replace of store.pictureReplacers) replaced += await replace(picture, actor);
  return { replaced, used_in: await findUses(db, store.pictureUses, before.key) };
}

/**
 * Tags or deletes pictures, each in its own transaction, so that one failure does not stop the others. A picture in
 * use is not deleted.
 */
export async function changePictures(
  store: LibraryStore,
  actor: Actor,
  ids: readonly number[],
  change: PictureBulkChange,
): Promise<PictureBulkResult> {
  if (change.delete) authorize(actor, "picture.manage");
  const result: PictureBulkResult = { changed: [], failed: [] };
  for (const id of new Set(ids)) {
    const name = (await findPictureById(store.database.db, id))?.name ?? "";
    try {
      if (change.delete) await deletePicture(store, actor, id);
      else await shareCommit(store.database.db, (trx) => tagPicture(trx, store, { actor, id, change }));
      result.changed.push(id);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      result.failed.push({ id, name, detail: reasonOf(error) });
    }
  }
  return result;
}

function reasonOf(error: DomainError): string {
  if (!(error instanceof InUseError)) return error.message;
  const count = error.usedIn.length;
  return count === 1 ? "It is used in one place." : `It is used in ${count} places.`;
}

type Tagging = { actor: Actor; id: number; change: PictureBulkChange };

/** Throws NotFoundError, ForbiddenError, and InvalidError for too many tags. */
async function tagPicture(trx: Transaction<Tables>, { clock }: LibraryStore, { actor, id, change }: Tagging) {
  const picture = await trx.selectFrom("picture").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!picture) throw new NotFoundError("picture_not_found", NO_PICTURE);
  authorize(actor, "picture.describe", { owners: [picture.uploaded_by] });
  const before = (await tagsOf(trx, [id])).get(id) ?? [];
  const tags = new Map(before.map((name) => [tagKey(name), name]));
  for (const name of change.tags_remove ?? []) tags.delete(tagKey(name));
  for (const name of change.tags_add ?? []) tags.set(tagKey(name), tags.get(tagKey(name)) ?? name);
  if (tags.size > MAX_PICTURE_TAGS)
    throw new InvalidError("too_many_tags", `A picture has at most ${MAX_PICTURE_TAGS} tags.`);
  const after = [...tags].sort(([left], [right]) => (left < right ? -1 : 1));
  const names = after.map(([, name]) => name);
  if (names.join("\n") === before.join("\n")) return;
  await trx.deleteFrom("picture_tag").where("picture_id", "=", id).execute();
  if (after.length > 0)
    await trx
      .insertInto("picture_tag")
      .values(after.map(([tag_key, name]) => ({ picture_id: id, tag_key, name })))
      .execute();
  const words = searchedWords(picture, names);
  await trx.updateTable("picture").set({ words }).where("id", "=", id).execute();
  await addWords(trx, words.split(" "));
  await recordEvent(trx, clock, {
    by: actor,
    action: "picture.describe",
    subject: { kind: "picture", id, title: picture.name },
    changes: { tags: { from: before.join(", "), to: names.join(", ") } },
  });
}
