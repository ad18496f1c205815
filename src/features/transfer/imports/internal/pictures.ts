import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { addressOf, keyInAddress } from "#features/media/pictures/rules.ts";
import { recordPictures, type StagedPictures, stagePictures } from "#features/media/pictures/staging.ts";
import { ImageError } from "#platform/images.ts";
import type { SourceFiles } from "../../sources/files.ts";
import type { PictureItem } from "../../sources/items.ts";
import type { ImportItemRow } from "../../tables.ts";
import type { EngineParts, Trx } from "./engine.ts";
import { storable } from "./findings.ts";

/** The same limit as for uploads. */
const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
const MAX_TEXT = 500;

export type PicturePart = {
  /** The addresses here of pictures in the file, by item; null for one that cannot be used, and why. */
  addresses: Map<number, string | null>;
  staged: { item: ImportItemRow; pictures: StagedPictures }[];
  problems: { item: ImportItemRow; message: string }[];
};

/** Stores the files of pictures that texts show and that are not stored yet, before the transaction of the texts. */
export async function stageFiles(
  parts: EngineParts,
  files: SourceFiles,
  items: readonly ImportItemRow[],
  captions: ReadonlyMap<number, string>,
): Promise<PicturePart> {
  const part: PicturePart = { addresses: new Map(), staged: [], problems: [] };
  for (const item of items) {
    if (part.addresses.has(item.id)) continue;
    const stored = await storedAddress(parts.database.db, item);
    if (stored) {
      part.addresses.set(item.id, stored);
      continue;
    }
    const given = JSON.parse(item.data) as PictureItem;
    const bytes = await readBytes(files, given.path);
    if (typeof bytes === "string") {
      part.addresses.set(item.id, null);
      part.problems.push({ item, message: bytes });
      continue;
    }
    const texts = {
      alt: storable(given.alt, MAX_TEXT),
      caption: storable(given.caption || (captions.get(item.id) ?? ""), MAX_TEXT),
      credit: storable(given.credit, MAX_TEXT),
      licence: storable(given.licence ?? "", MAX_TEXT),
      ...focusOf(given),
    };
    const names = [given.path.split("/").at(-1) ?? ""];
    try {
      const pictures = await stagePictures(parts, [bytes], { names, texts });
      part.staged.push({ item, pictures });
      part.addresses.set(item.id, pictures.addresses[0] ?? null);
    } catch (error) {
      if (!(error instanceof ImageError)) throw error;
      part.addresses.set(item.id, null);
      part.problems.push({ item, message: "It is not a picture that can be read." });
    }
  }
  return part;
}

const focusOf = ({ focus }: PictureItem) => {
  const isInside = (part: number) => part >= 0 && part <= 1;
  return focus && isInside(focus.x) && isInside(focus.y) ? { focal_x: focus.x, focal_y: focus.y } : {};
};

/** The address of a picture that an earlier step or import has stored, unless it was deleted since. */
export async function storedAddress(db: Kysely<Tables>, item: ImportItemRow): Promise<string | undefined> {
  if (item.target_kind !== "picture" || item.target_id === null) return undefined;
  const row = await db.selectFrom("picture").selectAll().where("id", "=", item.target_id).executeTakeFirst();
  return row && addressOf(row);
}

/** The bytes of a picture, or why there are none. */
async function readBytes(files: SourceFiles, path: string): Promise<Uint8Array | string> {
  const entry = files.find(path);
  if (!entry) return "The file does not contain it.";
  if (entry.size > MAX_PICTURE_BYTES) return "It is larger than 10 MiB.";
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of await entry.open()) {
      size += chunk.length;
      if (size > MAX_PICTURE_BYTES) return "It is larger than 10 MiB.";
      chunks.push(chunk);
    }
  } catch {
    return "It is damaged.";
  }
  return Buffer.concat(chunks);
}

/** Stores the rows of pictures in the transaction of the texts that show them. */
export async function recordFiles(trx: Trx, importId: number, { staged }: PicturePart): Promise<void> {
  for (const { item, pictures } of staged) {
    await recordPictures(trx, pictures);
    const key = keyInAddress(pictures.addresses[0] ?? "") ?? "";
    const { id } = await trx.selectFrom("picture").select("id").where("key", "=", key).executeTakeFirstOrThrow();
    const isAdded = pictures.pictures[0]?.isNew ? 1 : 0;
    await trx
      .updateTable("import_item")
      .set({ import_id: importId, target_kind: "picture", target_id: id, is_added: isAdded, is_stored: 1 })
      .where("id", "=", item.id)
      .execute();
  }
}
