import { once } from "node:events";
import { crc32, createDeflate } from "node:zlib";
import sharp from "sharp";

/** Pictures that are small as files and large, slow or invalid as pictures. Sizes in pixels. */

type PngShape = { width: number; height: number; depth: 1 | 8 | 16; colourType: 0 | 2 | 6; isInterlaced: boolean };

/** Samples per pixel of PNG's colour types: grey, RGB, RGBA. */
const SAMPLES = { 0: 1, 2: 3, 6: 4 } as const;
/** Adam7: where each pass begins, and its steps, in x and y. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** A PNG of zeros, which compress to a thousandth. */
export async function blackPng({ width, height, depth, colourType, isInterlaced }: PngShape): Promise<Buffer> {
  const deflate = createDeflate({ level: 1 });
  const compressed = deflate.toArray();
  for (const [left, top, stepX, stepY] of isInterlaced ? PASSES : ([[0, 0, 1, 1]] as const)) {
    const [columns, rows] = [Math.ceil((width - left) / stepX), Math.ceil((height - top) / stepY)];
    const line = Buffer.alloc(1 + Math.ceil((columns * SAMPLES[colourType] * depth) / 8));
    for (let row = 0; row < rows; row += 1) if (!deflate.write(line)) await once(deflate, "drain");
  }
  deflate.end();
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType, 0, 0, isInterlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk("IHDR", header),
    pngChunk("IDAT", Buffer.concat(await compressed)),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, "latin1");
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** The same PNG with another size in its header. */
export function withPngSize(png: Buffer, width: number, height: number): Buffer {
  const lying = Buffer.from(png);
  lying.writeUInt32BE(width, 16);
  lying.writeUInt32BE(height, 20);
  lying.writeUInt32BE(crc32(lying.subarray(12, 29)), 29);
  return lying;
}

/** A GIF of this many single-pixel frames. */
export function manyFrames(frames: number): Buffer {
  const header = Buffer.from("GIF89a\x04\0\x04\0\x80\0\0\0\0\0\xff\xff\xff", "latin1");
  const frame = Buffer.from("\x21\xf9\x04\0\x02\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0", "latin1");
  return Buffer.concat([header, ...Array<Buffer>(frames).fill(frame), Buffer.from(";")]);
}

/** A progressive JPEG that refines its coefficients over and over. */
export async function manyScans(width: number, height: number, scans: number): Promise<Buffer> {
  const plain = await sharp({ create: { width, height, channels: 3, background: "teal" } })
    .jpeg({ progressive: true })
    .toBuffer();
  const last = plain.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = plain.subarray(last, plain.length - 2);
  return Buffer.concat([plain.subarray(0, last), ...Array<Buffer>(scans).fill(scan), Buffer.from([0xff, 0xd9])]);
}

/** The same JPEG with another size in its frame header. */
export function withJpegSize(jpeg: Buffer, width: number, height: number): Buffer {
  const lying = Buffer.from(jpeg);
  const frame = [0xc0, 0xc2].map((type) => lying.indexOf(Buffer.from([0xff, type]))).find((at) => at > 0) ?? 0;
  lying.writeUInt16BE(height, frame + 5);
  lying.writeUInt16BE(width, frame + 7);
  return lying;
}

/** The same AVIF with another size in its item properties (`ispe`); the frames keep theirs. */
export function withAvifSize(avif: Buffer, width: number, height: number): Buffer {
  const lying = Buffer.from(avif);
  for (let at = lying.indexOf("ispe"); at > 0; at = lying.indexOf("ispe", at + 4)) {
    lying.writeUInt32BE(width, at + 8);
    lying.writeUInt32BE(height, at + 12);
  }
  return lying;
}

/** An animated WebP of small frames. */
export function animatedWebp(frames: number): Promise<Buffer> {
  const [width, pageHeight] = [4, 4];
  const noise = Buffer.alloc(width * pageHeight * frames * 3).map((_, index) => (index * 7) % 256);
  return sharp(noise, { raw: { width, height: pageHeight * frames, channels: 3, pageHeight } })
    .webp({ delay: 20, effort: 0 })
    .toBuffer();
}
