import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "#db/open-database.ts";
import { makeVariants } from "#features/media/pictures/commands.ts";
import { listPictures } from "#features/media/pictures/queries.ts";
import { systemClock } from "#platform/clock.ts";
import { imageWorker } from "#platform/images.ts";
import { localStorage } from "#platform/storage.ts";
import { startServer } from "./server-process.ts";

const ROOT = join(import.meta.dirname, "..", "..");

/** A publication that journeys and measurements copy: making the first edition once is enough. */
export const FIRST_EDITION = join(ROOT, ".cache", "first-edition");
const STAMP = join(FIRST_EDITION, ".stamp");
/** Its dates count from its making: what is scheduled in it appears on the third day. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** What a new publication's content and pictures are made of. */
const SOURCES = [
  "demo",
  "migrations",
  "src/app/demo",
  "src/db",
  "src/platform",
  "src/features/media/pictures",
  "src/features/articles/commands.ts",
  "src/features/content",
  "src/features/search/commands.ts",
];

function stateOfSources(): string {
  const hash = createHash("sha256");
  const walk = (path: string) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) walk(join(path, name));
    else if (!/\.test\.tsx?$/.test(path)) hash.update(path).update(readFileSync(path));
  };
  for (const source of SOURCES) walk(join(ROOT, source));
  return hash.digest("hex");
}

/** The folder of a new copy, which its user removes. */
export function copyFirstEdition(): string {
  const dataDir = mkdtempSync(join(tmpdir(), "jarida-site-"));
  cpSync(FIRST_EDITION, dataDir, { recursive: true });
  return dataDir;
}

/** Made as by a first start; kept for a day, or until its sources change. */
export async function makeFirstEdition(): Promise<void> {
  const state = stateOfSources();
  const isYoung = existsSync(STAMP) && Date.now() - statSync(STAMP).mtimeMs < MAX_AGE_MS;
  if (isYoung && readFileSync(STAMP, "utf8") === state) return;
  rmSync(FIRST_EDITION, { recursive: true, force: true });
  const server = await startServer({ dataDir: FIRST_EDITION });
  await server.stop();
  await makePictures();
  writeFileSync(STAMP, state);
}

/** Makes every variant, as after its first readers: otherwise each copy would make them during its tests. */
async function makePictures(): Promise<void> {
  const database = await openDatabase({ engine: "sqlite", path: join(FIRST_EDITION, "jarida.db") });
  const images = imageWorker({
    workerPath: join(ROOT, "dist/server/image-worker.js"),
    fonts: join(ROOT, "dist/server/fonts"),
  });
  const store = { database, storage: localStorage(join(FIRST_EDITION, "media")), images, clock: systemClock };
  for (const row of await listPictures(database.db)) await makeVariants(store, row);
  images.close();
  await database.close();
}
