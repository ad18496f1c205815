import { randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Tables } from "#db/tables.ts";
import type { CutTypeface, Images } from "#platform/images.ts";
import type { Storage } from "#platform/storage.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError, NotFoundError, TooLargeError } from "#shared/errors.ts";
import { lockSettings, recordChange, type SettingsStore, writeSetting } from "../../commands.ts";
import { APPEARANCE_KEY, appearanceScope, readAppearance } from "../queries.ts";
import type { TypefaceBody } from "./endpoints.ts";
import { readTypefaces, TYPEFACES_KEY } from "./queries.ts";
import { MAX_TYPEFACE_BYTES, MAX_TYPEFACES, nameOf, placesOf, ROLE_NAMES, type Typeface, usedFaces } from "./rules.ts";

export type TypefaceStore = SettingsStore & {
  storage: Pick<Storage, "put" | "read" | "removeFolder">;
  images: Pick<Images, "typeface">;
};

const MAX_FILE_NAME_LENGTH = 100;

/**
 * Checks and cuts a typeface, stores its files, then records it. Returns all typefaces; the new one is the last. Throws
 * ImageError for a file that cannot be used, ConflictError if its place is taken. A failed step removes the files; the
 * sweep of the storage removes those of a crash.
 */
export async function addTypeface(store: TypefaceStore, by: Actor, body: TypefaceBody): Promise<Typeface[]> {
  const { file, role, licence } = body;
  if (file.size > MAX_TYPEFACE_BYTES) throw new TooLargeError("file_too_large", "The file is too large: at most 5 MB.");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { parts, isItalic, isSerif, ...cut } = await store.images.typeface(bytes, {
    hasOneWeight: role === "headlines",
  });
  const { family, style, weights, metrics } = cut;
  const typeface: Typeface = {
    key: randomBytes(12).toString("hex"),
    role,
    licence,
    family,
    style,
    weights,
    metrics,
    file_name: file.name.toWellFormed().replaceAll("\0", "").slice(0, MAX_FILE_NAME_LENGTH),
    size: file.size,
    uploaded_at: new Date(store.clock.now()).toISOString(),
    is_italic: isItalic,
    is_serif: isSerif,
    letters: parts.map(({ letters }) => letters),
  };
  try {
    await storeParts(store, typeface, parts);
    return await changeContent(store.database, async (trx) => {
      await lockSettings(trx);
      const before = await readTypefaces(trx);
      requirePlace(before, typeface);
      const after = [...before, typeface];
      await writeTypefaces(trx, store, by, { before, after });
      return { result: after, changed: [appearanceScope] };
    });
  } catch (error) {
    await removeFiles(store, typeface.key);
    throw error;
  }
}

/** Removes the files of a typeface that is not recorded; the sweep of the storage finds what is left if this fails. */
const removeFiles = ({ storage }: TypefaceStore, key: string) => storage.removeFolder(key).catch(() => undefined);

async function storeParts({ storage }: TypefaceStore, { key }: Typeface, parts: CutTypeface["parts"]): Promise<void> {
  for (const { letters, bytes } of parts) await storage.put(`${key}/${letters}.woff2`, bytes);
}

function requirePlace(before: readonly Typeface[], typeface: Typeface): void {
  const places = placesOf(typeface);
  const other = before.find(
    (one) => one.role === typeface.role && placesOf(one).some((place) => places.includes(place)),
  );
  if (other)
    throw new ConflictError(
      "typeface_taken",
      `${ROLE_NAMES[typeface.role]} ${typeface.role === "headlines" ? "have" : "has"} ${nameOf(other)} in this place. Remove it first.`,
    );
  if (before.length >= MAX_TYPEFACES)
    throw new InvalidError(
      "too_many_typefaces",
      `A newsroom has at most ${MAX_TYPEFACES} typefaces. Remove one first.`,
    );
}

/** What the audit log compares: names with their licences. */
const logged = (faces: readonly Typeface[]) => ({
  typefaces: faces.map((face) => `${ROLE_NAMES[face.role]}: ${nameOf(face)} (${face.licence})`),
});

async function writeTypefaces(
  trx: Transaction<Tables>,
  { clock }: TypefaceStore,
  by: Actor,
  { before, after }: { before: readonly Typeface[]; after: readonly Typeface[] },
): Promise<void> {
  await writeSetting(trx, clock, TYPEFACES_KEY, { typefaces: after });
  await recordChange(trx, clock, by, { key: TYPEFACES_KEY, before: logged(before), after: logged(after) });
}

/**
 * Removes a typeface and its files. A site without one that it can use returns to the pairing that they completed. Throws
 * NotFoundError.
 */
export async function removeTypeface(store: TypefaceStore, by: Actor, key: string): Promise<void> {
  await changeContent(store.database, async (trx) => {
    await lockSettings(trx);
    const before = await readTypefaces(trx);
    const after = before.filter((face) => face.key !== key);
    if (after.length === before.length) throw new NotFoundError("typeface_not_found", "Typeface not found.");
    await writeTypefaces(trx, store, by, { before, after });
    const look = await readAppearance(trx);
    if (look.fonts === "own" && Object.keys(usedFaces(after)).length === 0) {
      const changed = { ...look, fonts: look.base_fonts };
      await writeSetting(trx, store.clock, APPEARANCE_KEY, changed);
      await recordChange(trx, store.clock, by, { key: APPEARANCE_KEY, before: look, after: changed });
    }
    return { result: null, changed: [appearanceScope] };
  });
  await removeFiles(store, key);
}
