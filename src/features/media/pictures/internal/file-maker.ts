import { ICON_NAMES, ICONS } from "#features/settings/appearance/icons.ts";
import { readAppearance } from "#features/settings/appearance/queries.ts";
import { boundedCache, createSemaphore } from "#platform/concurrency.ts";
import { ImageError } from "#platform/images.ts";
import {
  CROPS,
  type CropKind,
  canBeCropped,
  cropFile,
  MODERN_FORMATS,
  pictureFolder,
  pictureWidths,
} from "#shared/pictures.ts";
import type { PictureRow } from "../../tables.ts";
import { masterName, type PictureStore } from "../commands.ts";
import { findPicture } from "../queries.ts";
import type { UpkeepLog } from "./upkeep.ts";

const KINDS = Object.keys(CROPS) as CropKind[];
/** Files that wait or are being made: the first screens of some ten readers. */
const MAX_PENDING = 100;
/** Masters processed at the same time. Uploads share the worker, and wait for no more than these. */
const MAX_RUNNING = 2;
/** A reader gets the master after this time: a slow connection needs about as long to load it. */
const PATIENCE_MS = 1_000;
/** Nothing is tried again for this long after a failure of the store or the worker, and no broken master. */
const PAUSE_MS = 10_000;
/** Files of broken masters that are remembered. */
const MAX_BROKEN = 1_000;

/** How to make one file; `isAwaited` for files of other sites, which ask only once. */
type Recipe = { isAwaited: boolean; make: (master: Uint8Array) => Promise<Uint8Array> };

/** `later`: not made for now, so that the master is served. `unknown`: not a file of this picture. */
export type MakeFile = (row: PictureRow, file: string) => Promise<"made" | "later" | "unknown">;

/**
 * Makes variants, crops and icons on first request. Only those that pages can name exist: the widths of a picture, crops
 * around its current focal point, and icons of the publication's icon. So requests cannot fill the store.
 */
export function createFileMaker(store: PictureStore, log: UpkeepLog): MakeFile {
  const { database, storage, images, clock } = store;
  const pending = new Map<string, Promise<boolean>>();
  const brokenUntil = boundedCache<string, number>(MAX_BROKEN);
  const turns = createSemaphore(MAX_RUNNING);
  let pausedUntil = 0;

  const recipeOf = async (row: PictureRow, file: string): Promise<Recipe | undefined> => {
    for (const format of MODERN_FORMATS)
      for (const width of pictureWidths(row.width))
        if (file === `${width}.${format}`)
          return { isAwaited: false, make: (master) => images.variant(master, width, format) };
    const icon = ICON_NAMES.find((name) => `${name}.png` === file);
    if (icon) {
      const isIcon = (await readAppearance(database.db)).icon.startsWith(pictureFolder(row.key));
      return isIcon ? { isAwaited: true, make: (master) => images.icon(master, ICONS[icon]) } : undefined;
    }
    const { focal_x: x, focal_y: y } = row;
    const kind = KINDS.find((one) => cropFile(one, x, y) === file && canBeCropped(row, one));
    return kind && { isAwaited: true, make: (master) => images.crop(master, { ...CROPS[kind], x, y }) };
  };

  const makeFrom = async (row: PictureRow, file: string, { make }: Recipe): Promise<boolean> => {
    const master = await storage.read(`${row.key}/${masterName(row)}`);
    if (!master) return false;
    await storage.put(`${row.key}/${file}`, await make(Buffer.concat(await master.stream.toArray())));
    if (await findPicture(database.db, row.key)) return true;
    // The picture was deleted in the meantime, so the new file must go.
    await storage.removeFolder(row.key);
    return false;
  };

  const tryToMake = async (row: PictureRow, file: string, recipe: Recipe): Promise<boolean> => {
    if (clock.now() < pausedUntil) return false;
    try {
      return await makeFrom(row, file, recipe);
    } catch (error) {
      const until = clock.now() + PAUSE_MS;
      if (error instanceof ImageError) brokenUntil.set(`${row.key}/${file}`, until);
      else pausedUntil = until;
      log.warn({ err: error, picture: row.key, file }, "a size of a picture could not be made");
      return false;
    }
  };

  return async (row, file) => {
    const recipe = await recipeOf(row, file);
    if (!recipe) return "unknown";
    const name = `${row.key}/${file}`;
    if (!pending.has(name)) {
      const isPaused = clock.now() < Math.max(pausedUntil, brokenUntil.get(name) ?? 0);
      if (isPaused || pending.size >= MAX_PENDING) return "later";
      const made = turns.run(() => tryToMake(row, file, recipe)).finally(() => pending.delete(name));
      pending.set(name, made);
    }
    const made = pending.get(name) ?? Promise.resolve(false);
    return (await (recipe.isAwaited ? made : soon(made))) ? "made" : "later";
  };
}

/** Resolves to false if a file is not made within a reader's patience. It is still made. */
async function soon(made: Promise<boolean>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, PATIENCE_MS, false);
  return Promise.race([made, late]).finally(() => clearTimeout(timer));
}
