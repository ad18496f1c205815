import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { migrate } from "#db/migrations.ts";
import type { Database } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import { withTemporaryDatabase } from "#db/temporary-database.ts";
import { countArticles } from "#features/articles/counts.ts";
import { checkChain } from "#features/audit/chain.ts";
import { fileNames } from "#features/media/pictures/commands.ts";
import { listPictures } from "#features/media/pictures/queries.ts";
import { filesOfTypeface, readTypefaces } from "#features/settings/appearance/typefaces/queries.ts";
import { updateSetting } from "#features/settings/commands.ts";
import { backupSetting } from "#features/system/state/settings.ts";
import { systemClock } from "#platform/clock.ts";
import { operator } from "#shared/actor.ts";
import { CommandError } from "#shared/errors.ts";
import { SECOND } from "#shared/time.ts";
import type { Env } from "../env.ts";
import { type Manifest, readManifest, restoreBackup } from "./backup.ts";
import type { BackupPlace } from "./backup-place.ts";
import { openStorage } from "./services.ts";

/** The folder in `DATA_DIR` into which a backup is restored. */
const SCRATCH = "restore-check";
const START_TIMEOUT_MS = 60 * SECOND;
const STOP_TIMEOUT_MS = 12 * SECOND;
const POLL_MS = 100;

/** What a check found, in words. */
type Found = { articles: number; pictures: number; missing: number; entries: string; openedInMs: number };

/**
 * Restores a backup next to the publication, compares it with its manifest, verifies the audit log, and starts the server
 * of `programs` on it; then removes everything. Throws CommandError for what is wrong, ObjectStoreError.
 */
export async function checkBackup(env: Env, place: BackupPlace, programs: string): Promise<Found & Manifest> {
  const manifest = await readManifest(place);
  const folder = join(env.dataDir, SCRATCH);
  const clear = () => rm(folder, { recursive: true, force: true });
  // What an interrupted check left behind.
  await clear();
  await mkdir(folder, { mode: 0o700 });
  try {
    const settings =
      manifest.engine === "sqlite" ? ({ engine: "sqlite", path: join(folder, "jarida.db") } as const) : env.database;
    const found = await withTemporaryDatabase(settings, async (database) => {
      const drill: Env = { ...env, dataDir: folder, s3: undefined, database };
      await restoreBackup(drill, place, { replace: false });
      const state = await compare(drill, manifest);
      return { ...state, openedInMs: await openServer(drill, programs) };
    });
    return { ...manifest, ...found };
  } finally {
    await clear();
  }
}

async function compare(env: Env, manifest: Manifest): Promise<Omit<Found, "openedInMs">> {
  const database = await openDatabase(env.database);
  try {
    await migrate(database);
    const articles = await countArticles(database.db);
    const pictures = await listPictures(database.db);
    if (articles !== manifest.articles || pictures.length !== manifest.pictures)
      throw new CommandError(
        `The backup is damaged: its list has ${manifest.articles} articles and ${manifest.pictures} pictures, its database ${articles} and ${pictures.length}.`,
      );
    const storage = openStorage(env);
    let missing = 0;
    const typefaces = await readTypefaces(database.db);
    for (const name of [...pictures.map((row) => fileNames(row)[0] ?? ""), ...typefaces.flatMap(filesOfTypeface)]) {
      const file = await storage.read(name);
      file?.stream.destroy();
      if (!file) missing += 1;
    }
    const entries = await verifyChain(database);
    // Its server must not back up the copy.
    const edit = { by: operator, body: { nightly: false } };
    await updateSetting({ database, clock: systemClock }, backupSetting, edit);
    return { articles, pictures: pictures.length, missing, entries };
  } finally {
    await database.close();
  }
}

async function verifyChain({ db }: Database): Promise<string> {
  const { first, last, entries, fault } = await checkChain(db);
  if (fault) throw new CommandError(`The audit log of the backup is broken at entry ${fault.n}: ${fault.detail}`);
  return entries === 0 ? "no audit entries" : `audit entries ${first}-${last}`;
}

/** Starts the built server on a restored publication and asks it for the home page; returns how long that took. */
async function openServer(env: Env, programs: string): Promise<number> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, [join(programs, "server.js")], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...variablesOf(env, port) },
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  const ended = once(child, "exit").catch((error: Error) => {
    output += error.message;
  });
  try {
    const hasEnded = ended.then(() => true);
    for (;;) {
      const page = await readPage(`http://127.0.0.1:${port}/`);
      if (page !== undefined) return Math.round(performance.now() - began);
      if (await Promise.race([hasEnded, wait(POLL_MS, false)]))
        throw new CommandError(`The server doesn't open the restored publication: ${output.trim().split("\n")[0]}`);
      if (performance.now() - began > START_TIMEOUT_MS)
        throw new CommandError("The server did not serve the restored publication within a minute.");
    }
  } finally {
    child.kill("SIGTERM");
    const kill = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(kill);
  }
}

/** Sends no mail, announces nothing, and reaches nothing but the restored copy. */
function variablesOf(env: Env, port: number): Record<string, string> {
  const none = "DATABASE_READ_URL S3_BUCKET PURGE_URL PURGE_TOKEN WEBSUB_HUB METRICS_PORT METRICS_TOKEN".split(" ");
  return {
    ...Object.fromEntries(none.map((name) => [name, ""])),
    // The settings file would add the publication's own.
    ENV_FILE: "/dev/null",
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: String(port),
    SITE_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: env.dataDir,
    DATABASE_URL: env.database.engine === "sqlite" ? `file:${env.database.path}` : env.database.url,
    SECRET_KEY: env.secretKey,
    DEMO_CONTENT: "0",
    STAGING: "on",
    SMTP_URL: "off",
    INDEXNOW_URL: "off",
    MARKET_DATA_URL: "http://127.0.0.1:9/",
    WEB_CONCURRENCY: "1",
    MAINTENANCE: "off",
    LOG_LEVEL: "silent",
  };
}

/** A page that was served as HTML; undefined while the server doesn't respond. Throws CommandError for an error page. */
async function readPage(url: string): Promise<string | undefined> {
  const response = await fetch(url, { redirect: "manual" }).catch(() => undefined);
  if (!response) return undefined;
  const text = await response.text();
  if (response.status === 200 && text.includes("</html>")) return text;
  throw new CommandError(`The server answers the restored home page with ${response.status}.`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
