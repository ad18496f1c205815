/** Which pictures are decoded at all (decision 19), judged by their header alone. */

/**
 * Why a picture or typeface is rejected. `memory`: decoding it would take, or took, too much. `time`: it took too long.
 * Typefaces: `font`: it is none, or damaged; `embedding`: it forbids its use in pages; `letters`: it has no alphabet.
 */
export type ImageFault = "unreadable" | "memory" | "time" | "animated" | "font" | "embedding" | "letters";

/** Facts from the header, named as in sharp's `metadata()`. Sizes in pixels. */
export type ImageHeader = {
  format: string;
  width: number;
  height: number;
  channels: number;
  depth: string;
  compression?: string | undefined;
  isProgressive?: boolean | undefined;
  chromaSubsampling?: string | undefined;
  pages?: number | undefined;
};

export const MAX_PIXELS = 50_000_000;
/** Only the first frame of an animation is stored; one with more frames than this is rejected by its header. */
const MAX_FRAMES = 200;
/** Bytes that a decoder may use for one picture, by the estimate below (decision 19). */
export const MAX_DECODED_BYTES = 250_000_000;

/** Whether a file starts like one of the five accepted formats; no decoder sees any other file. */
export function hasPictureSignature(bytes: Uint8Array): boolean {
  const text = (start: number, end: number) => Buffer.from(bytes.subarray(start, end)).toString("latin1");
  if (text(0, 3) === "\xff\xd8\xff" || text(0, 8) === "\x89PNG\r\n\x1a\n") return true;
  if (/^GIF8[79]a$/.test(text(0, 6))) return true;
  if (text(0, 4) === "RIFF") return text(8, 12) === "WEBP";
  return text(4, 8) === "ftyp" && AVIF_BRANDS.some((brand) => brandsOf(bytes).includes(brand));
}

/** TrueType (two forms), OpenType, WOFF and WOFF2. A collection of fonts is none of them. */
const FONT_SIGNATURES = new Set(["\0\x01\0\0", "true", "OTTO", "wOFF", "wOF2"]);

/** Whether a file starts like one of the accepted fonts. */
export const hasFontSignature = (bytes: Uint8Array): boolean =>
  FONT_SIGNATURES.has(Buffer.from(bytes.subarray(0, 4)).toString("latin1"));

const AVIF_BRANDS = ["avif", "avis"];
/** A file names few brands; the limit keeps a made-up box from being read to its end. */
const MAX_BRANDS = 32;

/** The major and the compatible brands of the `ftyp` box, which is the first box of a HEIF file. */
function brandsOf(bytes: Uint8Array): string[] {
  const box = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = Math.min(box.readUInt32BE(0), box.length, 16 + MAX_BRANDS * 4);
  const brands = [box.toString("latin1", 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(box.toString("latin1", at, at + 4));
  return brands;
}

/** Never SVG or PDF, whatever a file is named. */
const ACCEPTED = new Set(["jpeg", "png", "gif", "webp", "heif", "avif"]);

/** What is wrong with a picture by its header; null if it may be decoded. */
export function judgeHeader(header: ImageHeader): ImageFault | null {
  const { format, compression, pages = 1, width, height } = header;
  if (!ACCEPTED.has(format) || (format === "heif" && compression !== "av1")) return "unreadable";
  if (pages > MAX_FRAMES || width * height > MAX_PIXELS) return "unreadable";
  return width * height * bytesPerPixel(header) > MAX_DECODED_BYTES ? "memory" : null;
}

/** What libvips' decoders use per pixel, measured: nearly nothing where a picture is read row by row. */
function bytesPerPixel({ format, channels, depth, isProgressive, chromaSubsampling }: ImageHeader): number {
  const sample = depth === "uchar" ? 1 : 2;
  switch (format) {
    case "png":
      return isProgressive ? channels * sample : 0;
    case "jpeg":
      // The coefficients of all scans, two bytes each.
      return isProgressive ? 2 * samplesPerPixel(channels, chromaSubsampling) : 0;
    case "gif":
      return 5;
    case "webp":
      return 4;
    default:
      // AVIF: the decoder's frame, and every step of the colour conversion, each for the full picture.
      return sample === 1 ? 14 : 20;
  }
}

/** Chroma is often stored at half or a quarter of the luma resolution. */
function samplesPerPixel(channels: number, chromaSubsampling = ""): number {
  if (channels !== 3) return channels;
  if (chromaSubsampling === "4:2:0" || chromaSubsampling === "4:1:1") return 1.5;
  return chromaSubsampling === "4:2:2" || chromaSubsampling === "4:4:0" ? 2 : 3;
}
