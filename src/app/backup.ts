import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync } from "node:fs";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Kysely } from "kysely";
import { z } from "zod";
import { DUMP_FILE, dumpDatabase, ENGINES, isOccupied, loadDump } from "#db/dump.ts";
import { appliedMigrations, isKnownMigration, migrate } from "#db/migrations.ts";
import type { PictureRow, Tables } from "#db/tables.ts";
import { countArticles } from "#features/articles/queries.ts";
import { pauseDueIssues } from "#features/issues/commands.ts";
import { markUnsentUncertain } from "#features/outbox/commands.ts";
import { fileNames } from "#features/pictures/commands.ts";
import { listPictures } from "#features/pictures/queries.ts";
import { flush } from "#platform/flush.ts";
import { localStorage, type Storage } from "#platform/storage.ts";
import { InvalidError } from "#shared/errors.ts";
import type { Env } from "../env.ts";
import { openStorage } from "./services.ts";

/** A backup's manifest. Its file names are the program's own; none leads out of the folder. */
const manifestShape = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  engine: z.enum(ENGINES),
  migrations: z.array(z.string()),
  articles: z.number(),
  pictures: z.number(),
  files: z.array(
    z.object({
      name: z.string().regex(/^(database\.(db|dump)|secret|media\/[a-z0-9]+\/[a-z0-9]+\.[a-z]+)$/),
      size: z.number(),
      sha256: z.string(),
    }),
  ),
});
export type Manifest = z.infer<typeof manifestShape>;
type ListedFile = Manifest["files"][number];

const MANIFEST = "manifest.json";
const MEDIA = "media";
const SECRET = "secret";
/** Files copied concurrently: an object store responds slowly to each request. */
const AT_ONCE = 8;

/**
 * Copies a publication into a new folder, even while it is being written to: a snapshot of the database, and the
 * pictures it refers to (pictures are stored before their rows and never change). `missing` lists pictures that the
 * storage has lost. The folder appears once it is complete. Throws InvalidError.
 */
export async function makeBackup(env: Env, folder: string): Promise<Manifest & { missing: string[] }> {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new InvalidError(`${folder} is not empty.`);
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(dirname(partial), { recursive: true });
  // Private: it holds the subscribers' addresses, and keys.
  await mkdir(partial, { mode: 0o700 });
  try {
    const dump = DUMP_FILE[env.database.engine];
    const { rows, ...state } = await dumpDatabase(env.database, join(partial, dump), readState);
    const { copied, missing } = await copyPictures(openStorage(env), localStorage(join(partial, MEDIA)), rows);
    const secret = await ownSecret(env);
    if (secret) await writeFile(join(partial, SECRET), secret, { mode: 0o600 });
    const names = [dump, ...(secret ? [SECRET] : []), ...copied.map((name) => `${MEDIA}/${name}`)];
    const manifest: Manifest = {
      format: 1,
      madeAt: new Date().toISOString(),
      engine: env.database.engine,
      ...state,
      pictures: rows.length,
      files: await inTurns(names, (name) => describeFile(partial, name)),
    };
    await writeFile(join(partial, MANIFEST), JSON.stringify(manifest, null, 1));
    for (const name of [dump, MANIFEST, ...(secret ? [SECRET] : [])]) await flush(join(partial, name));
    await rename(partial, folder);
    await flush(dirname(folder));
    return { ...manifest, missing };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Replaces a publication with a backup. Every file is checked before anything is changed; then the pictures are copied,
 * which affects nothing in use, and the database comes last. An existing database is overwritten only with `replace`.
 * Mail that was waiting is not sent automatically. Throws InvalidError.
 */
export async function restoreBackup(env: Env, folder: string, { replace }: { replace: boolean }): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const { engine } = env.database;
  if (manifest.engine !== engine)
    throw new InvalidError(`This backup is of ${manifest.engine}, and DATABASE_URL is of ${engine}.`);
  const unknown = manifest.migrations.find((name) => !isKnownMigration(name));
  if (unknown) throw new InvalidError(`This backup was made by a newer version (${unknown}). Update, then restore.`);
  await inTurns(manifest.files, (file) => checkFile(folder, file));
  if (!replace && (await isOccupied(env.database)))
    throw new InvalidError("There is a publication already. --replace puts the backup in its place, for good.");

  const storage = openStorage(env);
  const pictures = manifest.files.filter(({ name }) => name.startsWith(`${MEDIA}/`));
  await inTurns(pictures, async ({ name }) =>
    storage.put(name.slice(MEDIA.length + 1), await readFile(join(folder, name))),
  );
  await loadDump(env.database, join(folder, DUMP_FILE[engine]), async (database) => {
    await migrate(database);
    const now = Date.now();
    await database.db.transaction().execute(async (trx) => {
      await pauseDueIssues(trx, now);
      await markUnsentUncertain(trx, now, "backup");
    });
  });
  if (manifest.files.some(({ name }) => name === SECRET))
    await writeFile(join(env.dataDir, SECRET), await readFile(join(folder, SECRET)), { mode: 0o600 });
  return manifest;
}

async function readState(db: Kysely<Tables>) {
  const articles = await countArticles(db);
  return { articles, migrations: await appliedMigrations(db), rows: await listPictures(db) };
}

async function copyPictures(from: Storage, to: Storage, rows: PictureRow[]) {
  const copied: string[] = [];
  const missing: string[] = [];
  await inTurns(rows, async (row) => {
    const [master] = fileNames(row);
    for (const name of fileNames(row)) {
      const file = await from.read(name);
      if (file) {
        await to.put(name, Buffer.concat(await file.stream.toArray()));
        copied.push(name);
      } else if (name === master) missing.push(row.key);
    }
  });
  return { copied, missing };
}

/** The generated secret, if it is the one in use: it keeps sessions and the links in old mails valid. */
async function ownSecret({ dataDir, secretKey }: Env): Promise<string | undefined> {
  const stored = await readFile(join(dataDir, SECRET), "utf8").catch(() => undefined);
  return stored?.trim() === secretKey ? stored : undefined;
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), "utf8").catch(() => {
    throw new InvalidError(`There is no backup at ${folder}.`);
  });
  try {
    return manifestShape.parse(JSON.parse(text));
  } catch {
    throw new InvalidError(`${join(folder, MANIFEST)} cannot be read.`);
  }
}

async function describeFile(folder: string, name: string): Promise<ListedFile> {
  const path = join(folder, name);
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return { name, size: (await stat(path)).size, sha256: hash.digest("hex") };
}

async function checkFile(folder: string, file: ListedFile): Promise<void> {
  const found = await describeFile(folder, file.name).catch(() => undefined);
  if (!found) throw new InvalidError(`The backup is damaged: ${file.name} is missing.`);
  if (found.size !== file.size || found.sha256 !== file.sha256)
    throw new InvalidError(`The backup is damaged: ${file.name} is not what was stored.`);
}

/** Runs `work` for each item, a few at a time; returns the results in order. */
async function inTurns<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE)
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(work))));
  return results;
}
