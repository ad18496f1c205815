import { ImageError, ImagesUnavailableError } from "#platform/images.ts";
import { CROPS, type CropKind, canBeCropped, cropFile } from "#shared/pictures.ts";
import { masterName, type PictureStore } from "../commands.ts";
import { findPicture } from "../queries.ts";

const KINDS = Object.keys(CROPS) as CropKind[];
/** Crops made at the same time. Further requests get the full picture and may retry. */
const MAX_RUNNING = 4;

type Parts = Pick<PictureStore, "database" | "storage" | "images">;

/**
 * Makes crops on first request: other sites only request those of the few articles that are
 * shared. Only the crop around the current focal point is made, so that requests cannot fill the store.
 */
export function cropMaker({ database, storage, images }: Parts): (key: string, file: string) => Promise<boolean> {
  const running = new Map<string, Promise<boolean>>();

  const make = async (key: string, file: string): Promise<boolean> => {
    const row = await findPicture(database.db, key);
    if (!row) return false;
    const { focal_x: x, focal_y: y } = row;
    const kind = KINDS.find((one) => cropFile(one, x, y) === file && canBeCropped(row, one));
    const master = kind && (await storage.read(`${key}/${masterName(row)}`));
    if (!kind || !master) return false;
    try {
      const bytes = Buffer.concat(await master.stream.toArray());
      await storage.put(`${key}/${file}`, await images.crop(bytes, { ...CROPS[kind], x, y }));
      return true;
    } catch (error) {
      // Too busy, or a picture that cannot be cropped: serve the full one.
      if (error instanceof ImageError || error instanceof ImagesUnavailableError) return false;
      throw error;
    }
  };

  return async (key, file) => {
    const name = `${key}/${file}`;
    if (!running.has(name)) {
      if (running.size >= MAX_RUNNING) return false;
      running.set(
        name,
        make(key, file).finally(() => running.delete(name)),
      );
    }
    return (await running.get(name)) ?? false;
  };
}
