/**
 * Addresses of stored pictures. A picture is stored under a random key in several widths and formats; its canonical
 * address is the JPEG (PNG for transparency) fallback at full width, and all others derive from that address, so that
 * an article needs to store one URL only.
 */

/** Widths, in CSS pixels, of the stored variants, up to the picture's own width. */
const WIDTHS = [160, 320, 640, 960, 1280, 1600] as const;

/**
 * `sizes` on a phone for a picture of about its screen's width: on a dense screen four fifths of the pixels look the same
 * and weigh half.
 */
export const phoneSizes = (width: "92vw" | "100vw") =>
  `(max-width: 639px) and (min-resolution: 1.5dppx) 80vw, ${width}`;

/** Formats in addition to the fallback, best first. */
export const MODERN_FORMATS = ["avif", "webp"] as const;

/** Added to a picture's address for readers: its focal point, which the style sheet reads. */
const FOCUS = "#focus=";
const CANONICAL = /^\/media\/([a-z0-9]{8,40})\/(\d{1,5})x(\d{1,5})\.(jpg|png)(#.*)?$/;

type StoredPicture = { key: string; width: number; height: number; fallbackFormat: "jpg" | "png" };

/** The widths a picture of `width` pixels is stored in: the ladder below it, and itself (at most 1600). */
export function pictureWidths(width: number): number[] {
  const largest = Math.min(width, 1600);
  return [...WIDTHS.filter((step) => step < largest), largest];
}

/** The prefix of every address of a stored picture. */
export const pictureFolder = (key: string): string => `/media/${key}/`;

/** The canonical address of a stored picture. Sizes in pixels. */
export function pictureUrl(picture: StoredPicture): string {
  return `${pictureFolder(picture.key)}${picture.width}x${picture.height}.${picture.fallbackFormat}`;
}

/** Steps of a focal point, in percent: one in the style sheet for each (app/site/focus.css). */
const FOCUS_STEP = 5;
const percent = (share: number) => Math.round((share * 100) / FOCUS_STEP) * FOCUS_STEP;

/**
 * A picture's address for readers, with the point around which it is cropped: `#focus=30,70`, in percent of its width
 * and height. Nothing is added for the middle, nor to addresses that are not ours. Only the style sheet reads it, so
 * crops need no script.
 */
export function focusedUrl(url: string, x: number | null, y: number | null): string {
  const [left, top] = [percent(x ?? 0.5), percent(y ?? 0.5)];
  return (left === 50 && top === 50) || !parsePictureUrl(url) ? url : `${plainUrl(url)}${FOCUS}${left},${top}`;
}

/** An address without the focal point. */
export const plainUrl = (url: string): string => (parsePictureUrl(url) ? (url.split(FOCUS)[0] ?? url) : url);

/** Crops of a picture for other sites, around its focal point. Sizes in pixels. */
export const CROPS = { card: { width: 1200, height: 630 }, square: { width: 1080, height: 1080 } } as const;
export type CropKind = keyof typeof CROPS;
/** The smallest share of a crop's size that a picture may be enlarged from. */
const MIN_CROP_SHARE = 0.5;

/** Whether a picture has enough pixels for a crop. */
export function canBeCropped({ width, height }: { width: number; height: number }, kind: CropKind): boolean {
  const crop = CROPS[kind];
  return width >= crop.width * MIN_CROP_SHARE && height >= crop.height * MIN_CROP_SHARE;
}

/**
 * The file name of a crop, with the point around which it is cropped (shares from 0 to 1), so that a new point is a new
 * file.
 */
export const cropFile = (kind: CropKind, x: number, y: number): string => `${kind}-${percent(x)}-${percent(y)}.jpg`;

export type SizedPicture = { url: string; width?: number | undefined; height?: number | undefined };

/** A crop of the stored picture at an address, around a focal point; null if it is not ours, or too small. */
export function cropOf(url: string, kind: CropKind, x: number | null, y: number | null): SizedPicture | null {
  const picture = parsePictureUrl(url);
  if (!picture || !canBeCropped(picture, kind)) return null;
  return { url: `${pictureFolder(picture.key)}${cropFile(kind, x ?? 0.5, y ?? 0.5)}`, ...CROPS[kind] };
}

export function variantUrl(key: string, width: number, format: string): string {
  return `${pictureFolder(key)}${width}.${format}`;
}

/** Taller pictures scroll in a frame: longer than a screen, they would hide the text. */
const TALL = 2.2;

/** False for a picture of unknown size. */
export const isTall = ({ width, height }: { width?: number; height?: number }): boolean =>
  width !== undefined && height !== undefined && height > width * TALL;

/** Parses a canonical address; null for anything that is not one of our stored pictures. */
export function parsePictureUrl(url: string): StoredPicture | null {
  const match = CANONICAL.exec(url);
  if (!match?.[1]) return null;
  return {
    key: match[1],
    width: Number(match[2]),
    height: Number(match[3]),
    fallbackFormat: match[4] as StoredPicture["fallbackFormat"],
  };
}

/** A `srcset` for one format of a stored picture; null if the address is not one of ours. */
export function pictureSrcSet(url: string, format: string): string | null {
  const picture = parsePictureUrl(url);
  if (!picture) return null;
  return pictureWidths(picture.width)
    .map((width) => `${variantUrl(picture.key, width, format)} ${width}w`)
    .join(", ");
}

/** Characters that browsers ignore in an address, or might. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what browsers pass over
const PASSED_OVER = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029]/g;
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i;

/** Whether a picture's address leads to another host: one with a scheme does, a path does not. */
export const isRemote = (url: string): boolean => ELSEWHERE.test(url.replace(PASSED_OVER, ""));

/** The address if it is one of this site's, which readers' pages may name; else empty. */
export const ownUrl = (url: string): string => (isRemote(url) ? "" : url);

/** A picture of this site with its size and a text that names it; undefined without one. */
export function namedPicture(address: string, alt: string): (SizedPicture & { alt: string }) | undefined {
  const url = plainUrl(ownUrl(address));
  if (url === "") return undefined;
  const { width, height } = parsePictureUrl(url) ?? {};
  return { url, width, height, alt };
}

const ascii = (bytes: Uint8Array, start: number, end: number) => String.fromCharCode(...bytes.subarray(start, end));

export const ANIMATED =
  "Animated pictures cannot be stored, as only their first frame would be left. Save it as a still picture, or link to a video.";

/** Whether a GIF, WebP, PNG or AVIF file has several frames, by its structure. */
export function isAnimated(bytes: Uint8Array): boolean {
  const start = ascii(bytes, 0, 12);
  if (/^GIF8[79]a/.test(start)) return framesOfGif(bytes) > 1;
  if (start.startsWith("RIFF") && start.endsWith("WEBP"))
    return ascii(bytes, 12, 16) === "VP8X" && ((bytes[20] ?? 0) & 2) !== 0;
  if (start.startsWith("\x89PNG")) return hasAnimationChunk(bytes);
  return start.slice(4) === "ftypavis";
}

/** Counts images, up to two. */
function framesOfGif(bytes: Uint8Array): number {
  const tableSize = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + tableSize(bytes[10]);
  const skipBlocks = () => {
    for (let size = bytes[at] ?? 0; size > 0; size = bytes[at] ?? 0) at += size + 1;
    at += 1;
  };
  let frames = 0;
  while (frames < 2 && at < bytes.length) {
    if (bytes[at] === 0x21) at += 2;
    else if (bytes[at] === 0x2c) {
      frames += 1;
      at += 11 + tableSize(bytes[at + 9]);
    } else break;
    skipBlocks();
  }
  return frames;
}

/** `acTL` makes a PNG an animation; it comes before the first image data. */
function hasAnimationChunk(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.length; at += view.getUint32(at) + 12) {
    const type = ascii(bytes, at + 4, at + 8);
    if (type === "acTL" || type === "IDAT") return type === "acTL";
  }
  return false;
}
