import { MODERN_FORMATS, pictureUrl, pictureWidths, variantUrl } from "#shared/pictures.ts";

export const NO_PICTURE = "There is no such picture.";
export const REMOVED_PICTURE = "This picture was taken down.";

/** The folder name of a picture's files. */
export const PICTURE_KEY = /^[a-z0-9]{8,40}$/;

const ADDRESS = /\/media\/([a-z0-9]{8,40})(?:\/|$)/;

/** The key in any address of a picture, with or without the site's origin; undefined if there is none. */
export function keyInAddress(address: string): string | undefined {
  return PICTURE_KEY.test(address) ? address : ADDRESS.exec(address)?.[1];
}

type Stored = { key: string; width: number; height: number; fallback_format: "jpg" | "png" };

/** The canonical address of a stored picture. */
export function addressOf({ key, width, height, fallback_format }: Stored): string {
  return pictureUrl({ key, width, height, fallbackFormat: fallback_format });
}

/** Every address a picture may have been requested by, the canonical one first. */
export function addressesOf(picture: Stored): string[] {
  const variants = pictureWidths(picture.width).flatMap((width) =>
    MODERN_FORMATS.map((format) => variantUrl(picture.key, width, format)),
  );
  return [addressOf(picture), ...variants];
}
