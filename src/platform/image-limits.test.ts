import { describe, expect, test } from "vitest";
import { hasPictureSignature, type ImageHeader, judgeHeader, MAX_PIXELS } from "./image-limits.ts";

const picture = (change: Partial<ImageHeader>): ImageHeader => ({
  format: "jpeg",
  width: 100,
  height: 100,
  channels: 3,
  depth: "uchar",
  ...change,
});
/** A picture of so many megapixels. */
const megapixels = (count: number) => ({ width: 1_000, height: count * 1_000 });

describe("a picture's header", () => {
  test.each(["jpeg", "png", "gif", "webp", "avif"])("%s is accepted", (format) => {
    expect(judgeHeader(picture({ format }))).toBeNull();
  });

  test.each(["svg", "pdf", "tiff", "magick", "raw", ""])(
    "%j is not decoded at all, whatever the file is named",
    (format) => {
      expect(judgeHeader(picture({ format }))).toBe("unreadable");
    },
  );

  test("HEIF is accepted as AVIF, but not as phones write it", () => {
    expect(judgeHeader(picture({ format: "heif", compression: "av1" }))).toBeNull();
    expect(judgeHeader(picture({ format: "heif", compression: "hevc" }))).toBe("unreadable");
    expect(judgeHeader(picture({ format: "heif" }))).toBe("unreadable");
  });

  test("fifty megapixels and two hundred frames are enough, one more is too much", () => {
    expect(judgeHeader(picture({ width: MAX_PIXELS, height: 1 }))).toBeNull();
    expect(judgeHeader(picture({ width: MAX_PIXELS + 1, height: 1 }))).toBe("unreadable");
    expect(judgeHeader(picture({ format: "gif", pages: 200 }))).toBeNull();
    expect(judgeHeader(picture({ format: "gif", pages: 201 }))).toBe("unreadable");
  });

  // What a decoder holds at once, measured: 250 MB are the limit.
  test.each<[string, Partial<ImageHeader>, number | null]>([
    ["a JPEG that is read row by row", { format: "jpeg" }, null],
    ["a progressive JPEG with colours at full resolution", { isProgressive: true, chromaSubsampling: "4:4:4" }, 42],
    ["a progressive JPEG that says nothing of its colours", { isProgressive: true }, 42],
    ["one with half of the colours", { isProgressive: true, chromaSubsampling: "4:2:2" }, null],
    ["one as cameras write it", { isProgressive: true, chromaSubsampling: "4:2:0" }, null],
    ["one for print, of four channels", { isProgressive: true, channels: 4, chromaSubsampling: "4:2:0" }, 32],
    ["a PNG that is read row by row", { format: "png", channels: 4, depth: "ushort" }, null],
    ["an interlaced PNG", { format: "png", channels: 4, isProgressive: true }, null],
    ["an interlaced PNG of 16 bits", { format: "png", channels: 4, depth: "ushort", isProgressive: true }, 32],
    ["a WebP", { format: "webp" }, null],
    ["a GIF", { format: "gif" }, null],
    ["an AVIF", { format: "heif", compression: "av1" }, 18],
    ["an AVIF of ten bits", { format: "heif", compression: "av1", depth: "ushort" }, 13],
  ])("of %s: rejected for its memory from this many megapixels on", (_what, header, refusedFrom) => {
    const faultAt = (count: number) => judgeHeader(picture({ ...header, ...megapixels(count) }));
    if (refusedFrom === null) return expect(faultAt(50)).toBeNull();
    expect(faultAt(refusedFrom)).toBe("memory");
    expect(faultAt(refusedFrom - 1)).toBeNull();
  });
});

describe("a file's first bytes", () => {
  const ftyp = (major: string, ...compatible: string[]) =>
    `\0\0\0${String.fromCharCode(16 + compatible.length * 4)}ftyp${major}\0\0\0\0${compatible.join("")}`;
  const isPicture = (text: string) => hasPictureSignature(Buffer.from(text, "latin1"));

  test.each([
    ["JPEG", "\xff\xd8\xff\xe0"],
    ["PNG", "\x89PNG\r\n\x1a\n"],
    ["GIF", "GIF89a"],
    ["an older GIF", "GIF87a"],
    ["WebP", "RIFF\x10\0\0\0WEBPVP8 "],
    ["AVIF", ftyp("avif", "mif1", "miaf")],
    ["an animated AVIF", ftyp("avis", "msf1")],
    ["AVIF by a compatible brand", ftyp("mif1", "miaf", "avif")],
  ])("%s may be decoded", (_format, start) => expect(isPicture(start)).toBe(true));

  test.each([
    ["nothing", ""],
    ["SVG", "<svg xmlns='http://www.w3.org/2000/svg'>"],
    ["SVG after spaces", "\n\n <?xml version='1.0'?><svg>"],
    ["packed SVG", "\x1f\x8b\x08"],
    ["TIFF", "II*\0"],
    ["PDF", "%PDF-1.7"],
    ["BMP", "BM"],
    ["WAV", "RIFF\x10\0\0\0WAVE"],
    ["HEIC", ftyp("heic", "mif1", "heic")],
    ["a brand after the box", `${ftyp("mif1")}avif`],
    ["a box that is cut", "\0\0\0\x20ftyp"],
  ])("%s may not", (_format, start) => expect(isPicture(start)).toBe(false));
});
