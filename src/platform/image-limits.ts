/** Which pictures are decoded at all (README, the API's upload), decided from a picture's header alone. */

/** Why a picture is refused. `memory`: decoding it would take, or took, too much. `time`: it took too long. */
export type ImageFault = "unreadable" | "memory" | "time";

/** A header's facts, named as in sharp's `metadata()`. Sizes in pixels. */
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
/** Only the first frame of an animation is kept; one with more frames than this is refused by its header. */
const MAX_FRAMES = 200;
/** Bytes that a decoder may hold for one picture, by the estimate below (decision 19). */
export const MAX_DECODED_BYTES = 250_000_000;

/** Never SVG or PDF, whatever a file is named. */
const ACCEPTED = new Set(["jpeg", "png", "gif", "webp", "heif", "avif"]);

/** What is wrong with a picture by its header; null if it may be decoded. */
export function judgeHeader(header: ImageHeader): ImageFault | null {
  const { format, compression, pages = 1, width, height } = header;
  if (!ACCEPTED.has(format) || (format === "heif" && compression !== "av1")) return "unreadable";
  if (pages > MAX_FRAMES || width * height > MAX_PIXELS) return "unreadable";
  return width * height * bytesPerPixel(header) > MAX_DECODED_BYTES ? "memory" : null;
}

/** What libvips' decoders hold per pixel, measured: nearly nothing where a picture is read row by row. */
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
      // AVIF: the decoder's frame, and every step of the colour conversion, each for the whole picture.
      return sample === 1 ? 14 : 20;
  }
}

/** Chroma is often stored at half or a quarter of the luma resolution. */
function samplesPerPixel(channels: number, chromaSubsampling = ""): number {
  if (channels !== 3) return channels;
  if (chromaSubsampling === "4:2:0" || chromaSubsampling === "4:1:1") return 1.5;
  return chromaSubsampling === "4:2:2" || chromaSubsampling === "4:4:0" ? 2 : 3;
}
