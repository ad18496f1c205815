import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { addWords } from "#db/vocabulary/commands.ts";
import { recordEntry } from "#features/audit/commands.ts";
import { changedFields } from "#features/audit/rules.ts";
import type { PictureRow } from "#features/media/tables.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, NotFoundError } from "#shared/errors.ts";
import { authorize } from "#shared/permissions.ts";
import type { PictureReplacer, PictureStore, ReplacementGuard } from "../commands.ts";
import { type FindShownKeys, type FindUses, findListed, findUses, type ListedPicture } from "../queries.ts";
import { NO_PICTURE, PICTURE_TEXT_NAMES, pictureVersion, searchedWords } from "../rules.ts";
import type { PictureChange, PictureUse } from "../schema.ts";

const STALE = "This picture has changed since you opened it.";

/** The pictures, and what the features that show them say of it. */
export type LibraryStore = PictureStore & {
  pictureUses: readonly FindUses[];
  shownKeys: readonly FindShownKeys[];
  /** What pages show of a use. */
  scopesOfUse: (use: PictureUse) => Scope[];
  pictureReplacers: readonly PictureReplacer[];
  guardReplacement: ReplacementGuard;
  /** Those uses that an actor may know of. */
  visibleUses: (actor: Actor, uses: PictureUse[]) => Promise<PictureUse[]>;
};

/**
 * Changes what is known about a picture. A new focal point ends the pages on which it is cropped. Returns its row.
 * Throws NotFoundError, ForbiddenError, and ConflictError if it is not `isCurrent`.
 */
export function describePicture(
  store: LibraryStore,
  actor: Actor,
  id: number,
  change: PictureChange,
  isCurrent: (version: string) => boolean = () => true,
): Promise<ListedPicture> {
  return changeContent(store.database, async (trx) => {
    const before = await trx.selectFrom("picture").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
    if (!before) throw new NotFoundError(NO_PICTURE);
    authorize(actor, "picture.describe", { owners: [before.uploaded_by] });
    if (!isCurrent(pictureVersion(before))) throw new ConflictError(STALE);
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const after = { ...before, ...(given as Partial<typeof before>) };
    const words = searchedWords(after);
    await trx
      .updateTable("picture")
      .set({ ...given, words })
      .where("id", "=", id)
      .execute();
    await addWords(trx, words.split(" "));
    await tellChange(trx, store.clock, actor, { before, after });
    const isMoved = before.focal_x !== after.focal_x || before.focal_y !== after.focal_y;
    const uses = isMoved ? await findUses(trx, store.pictureUses, before.key) : [];
    const row = await findListed(trx, id);
    if (!row) throw new NotFoundError(NO_PICTURE);
    return { result: row, changed: uses.flatMap(store.scopesOfUse) };
  });
}

/** Records in the audit log what was changed of what is known about a picture; nothing where nothing was. */
async function tellChange(
  trx: Transaction<Tables>,
  clock: Clock,
  by: Actor,
  { before, after }: { before: PictureRow; after: PictureRow },
): Promise<void> {
  const changes = changedFields(before, after, [...PICTURE_TEXT_NAMES, "focal_x", "focal_y"]);
  if (Object.keys(changes).length === 0) return;
  const subject = { kind: "picture", id: before.id, title: before.name };
  await recordEntry(trx, clock, { by, action: "picture.describe", subject, changes });
}
