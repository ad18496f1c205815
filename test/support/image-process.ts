import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { onTestFinished } from "vitest";
import { type ImageProcessSettings, imageWorker } from "#platform/images.ts";
import { unlessEnded } from "./ended-process.ts";
import { blackPng } from "./hostile-pictures.ts";

const WORKER = join(import.meta.dirname, "../../src/platform/image-worker.ts");
const MEBIBYTE = 1024 * 1024;
/** Maximum memory of the worker, its own code included: with a server next to it, both stay below 512. */
export const MAX_PEAK_BYTES = 400 * MEBIBYTE;
/** 50 megapixels. */
export const LARGE = { width: 7071, height: 7071 };

/** A worker whose process id is known: a script records it, then executes Node. `atEnd` is given what stops it. */
export function startImages(
  settings: Partial<ImageProcessSettings> = {},
  atEnd: (stop: () => void) => void = onTestFinished,
) {
  const folder = mkdtempSync(join(tmpdir(), "jarida-images-"));
  const [node, note] = [join(folder, "node"), join(folder, "pid")];
  const writeNode = () => {
    writeFileSync(node, `#!/bin/sh\necho $$ > "${note}"\nexec "${process.execPath}" "$@"\n`);
    chmodSync(node, 0o755);
  };
  writeNode();
  const images = imageWorker({ workerPath: WORKER, fonts: folder, execPath: node, ...settings });
  atEnd(() => {
    images.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const pid = () => Number(readFileSync(note, "utf8"));
  return {
    images,
    pid,
    node,
    writeNode,
    /** The peak memory of the process; 0 if it cannot be known, or the process is gone. */
    peak() {
      const status = `/proc/${pid()}/status`;
      const text = unlessEnded(() => readFileSync(status, "utf8"), "");
      return Number(/VmHWM:\s+(\d+)/.exec(text)?.[1] ?? 0) * 1024;
    },
  };
}

export const flat = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: "teal" }, limitInputPixels: false });
export const small = () => flat(30, 20).png().toBuffer();
let slowPicture: Promise<Buffer> | undefined;
/** Takes a second and most of the memory that a picture may take; made once, as that takes a second too. */
export const slow = () => {
  slowPicture ??= blackPng({ ...LARGE, depth: 8, colourType: 6, isInterlaced: true });
  return slowPicture;
};
