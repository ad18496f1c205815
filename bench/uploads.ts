import { randomFillSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { editorApiUrl } from "#test/support/api-url.ts";
import { runBeside } from "./support/child.ts";
import { addEditor, logIn } from "./support/editor.ts";
import { milliseconds, type Outcome, quantile } from "./support/outcome.ts";
import { firstArticles, missingVariants, type Publications, startSite } from "./support/publication.ts";
import { mixedReading } from "./support/screens.ts";

const UPLOADER = join(import.meta.dirname, "upload.ts");
const MAX_MS = 250;
const PICTURES = 8;
const MIN_BYTES = 8_000_000;
const ARTICLES_READ = 45;
/** How long a reader waits before opening the next page, in milliseconds. */
const PAUSE = 10;
const TIMEOUT_MS = 300_000;
/** Duration of reading without uploads, for comparison, in milliseconds. */
const IDLE = 3_000;

/** The slowest page of a reader while eight large pictures are uploaded and processed to the last variant. */
export async function measureUploads(publications: Publications): Promise<Outcome> {
  const dataDir = await publications.make(0);
  const pictures: string[] = [];
  for (let number = 0; number < PICTURES; number += 1) pictures.push(await noise(join(dataDir, `noise-${number}.jpg`)));
  const password = addEditor(dataDir);
  const paths = mixedReading(firstArticles(dataDir, ARTICLES_READ));
  const site = await startSite(dataDir);
  try {
    const { authorization } = await logIn(site.url, password);
    const idle = await readUntil(site.url, paths, performance.now() + IDLE);
    let isDone = false;
    const began = performance.now();
    const uploaded = runBeside({
      program: process.execPath,
      args: [UPLOADER, `${site.url}${editorApiUrl.upload()}`, authorization, ...pictures],
      env: {},
    }).finally(() => {
      isDone = true;
    });
    const during = await readUntil(site.url, paths, began + TIMEOUT_MS, () => isDone && missingVariants(dataDir) === 0);
    await uploaded;
    const took = performance.now() - began;
    const row = (name: string, times: number[]) => [
      name,
      String(times.length),
      milliseconds(quantile(times, 0.5)),
      milliseconds(quantile(times, 0.99)),
      milliseconds(Math.max(...times)),
    ];
    const slowest = Math.max(...during);
    return {
      limit: `no page slower than ${MAX_MS} ms while ${PICTURES} pictures of 8 MB are processed; ${milliseconds(slowest)}`,
      columns: ["reading", "pages", "p50", "p99", "longest"],
      rows: [row("before", idle), row("meanwhile", during)],
      passed: slowest <= MAX_MS,
      notes: [`Uploaded and processed in ${(took / 1000).toFixed(1)} s.`],
    };
  } finally {
    await site.stop();
  }
}

/** The worst case of a photograph, as a file: twelve megapixels of noise, a JPEG of just over eight megabytes. */
async function noise(path: string): Promise<string> {
  const [width, height] = [4000, 3000];
  const data = randomFillSync(Buffer.allocUnsafe(width * height * 3));
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
  if (jpeg.length < MIN_BYTES) throw new Error(`A picture has ${jpeg.length} bytes only.`);
  writeFileSync(path, jpeg);
  return path;
}

/** How long each page took, one after another, until the time is up or the uploads are done. Milliseconds. */
async function readUntil(url: string, paths: string[], end: number, isDone?: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (performance.now() < end && !isDone?.()) {
    const path = paths[times.length % paths.length] ?? "/";
    const began = performance.now();
    const response = await fetch(`${url}${path}`);
    await response.arrayBuffer();
    times.push(performance.now() - began);
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return times;
}
