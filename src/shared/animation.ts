const ascii = (bytes: Uint8Array, start: number, end: number) => String.fromCharCode(...bytes.subarray(start, end));

/** Whether a GIF, WebP, PNG or AVIF file has several frames, as far as its structure says. */
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
