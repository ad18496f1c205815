import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { z } from "zod";
import { DUMP_FILE, dumpDatabase, ENGINES, isOccupied, loadDump } from "#db/dump.ts";
import { appliedMigrations, isKnownMigration } from "#db/migrations.ts";
import { openDatabase } from "#db/open-database.ts";
import type { Tables } from "#db/tables.ts";
import { countArticles } from "#features/articles/counts.ts";
import { recordEvent } from "#features/events/commands.ts";
import { endAllSessions } from "#features/identity/accounts/sessions.ts";
import { markUnsentUncertain } from "#features/mail/commands.ts";
import { fileNames } from "#features/media/pictures/commands.ts";
import { listPictures } from "#features/media/pictures/queries.ts";
import type { PictureRow } from "#features/media/tables.ts";
import { pauseDueIssues } from "#features/newsletter/issues/sending.ts";
import { filesOfTypeface, readTypefaces } from "#features/settings/appearance/typefaces/queries.ts";
import type { Typeface } from "#features/settings/appearance/typefaces/rules.ts";
import { keepStagingSwitch, readStagingSwitch } from "#features/settings/staging.ts";
import { systemClock } from "#platform/clock.ts";
import { keyId } from "#platform/keys.ts";
import { secretsIn } from "#platform/private-files.ts";
import type { Storage } from "#platform/storage.ts";
import { operator } from "#shared/actor.ts";
import { CommandError } from "#shared/errors.ts";
import type { Env } from "../env.ts";
import { type BackupPlace, MANIFEST, type NewBackup } from "./backup-place.ts";
import { openStorage } from "./services.ts";

/** A backup's manifest. Its file names are the program's own; none leads out of the folder. */
const FILE_NAME = /^(database\.(db|dump)|secret|media\/[a-z0-9]+\/[a-z0-9-]+\.[a-z0-9]+)$/;
const manifestShape = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  engine: z.enum(ENGINES),
  migrations: z.array(z.string()),
  articles: z.number(),
  pictures: z.number(),
  /** The id of the signing key then, by which a restore knows whether it has the same; absent in older backups. */
  key: z.string().optional(),
  files: z.array(
    z.object({
      name: z.string().regex(FILE_NAME),
      size: z.number(),
      sha256: z.string(),
    }),
  ),
});
export type Manifest = z.infer<typeof manifestShape>;

/** Whether a backup contains the key that signs tokens and links. */
export const hasSecret = ({ files }: Manifest): boolean => files.some(({ name }) => name === SECRET);
/** The subject of an operator's command in the audit log. */
export const PUBLICATION = { kind: "publication" } as const;
type ListedFile = Manifest["files"][number];

const MEDIA = "media";
const SECRET = "secret";
/** Files copied concurrently: an object store responds slowly to each request. */
const AT_ONCE = 8;

/**
 * Copies a publication to a new place, even while it is being written to: a snapshot of the database, and the pictures
 * and typefaces it refers to (they are stored before their rows and never change). `missing` lists those that the storage
 * has lost. The generated key is part of it only with `withSecret`: who has it can act as anybody. Throws CommandError,
 * ObjectStoreError.
 */
export async function makeBackup(
  env: Env,
  place: BackupPlace,
  { withSecret }: { withSecret: boolean },
): Promise<Manifest & { missing: string[] }> {
  const backup = await place.begin((name) => FILE_NAME.test(name));
  try {
    const dump = DUMP_FILE[env.database.engine];
    const { rows, typefaces, ...state } = await dumpDatabase(env.database, backup.pathFor(dump), readState);
    const files = [await listed(dump, createReadStream(backup.pathFor(dump)))];
    await backup.keep(dump);
    const secret = withSecret ? await ownSecret(env) : undefined;
    if (secret) files.push(await putDescribed(backup, SECRET, Buffer.from(secret)));
    const { copied, missing } = await copyFiles(openStorage(env), backup, { rows, typefaces });
    const manifest: Manifest = {
      format: 1,
      madeAt: new Date().toISOString(),
      engine: env.database.engine,
      ...state,
      pictures: rows.length,
      key: keyId(env.secretKey),
      files: [...files, ...copied],
    };
    await backup.complete(JSON.stringify(manifest, null, 1));
    return { ...manifest, missing };
  } catch (error) {
    await backup.abandon();
    throw error;
  }
}

/**
 * Replaces a publication with a backup. Every file is checked before anything is changed; then the pictures are copied,
 * which affects nothing in use, and the database comes last. An existing database is overwritten only with `replace`.
 * Pending mail is not sent automatically, and all sessions end. Throws CommandError, ObjectStoreError.
 */
export async function restoreBackup(
  env: Env,
  place: BackupPlace,
  { replace }: { replace: boolean },
): Promise<Manifest> {
  const manifest = await readManifest(place);
  const { engine } = env.database;
  if (manifest.engine !== engine)
    throw new CommandError(`This backup was made from ${manifest.engine}, but DATABASE_URL is for ${engine}.`);
  const unknown = manifest.migrations.find((name) => !isKnownMigration(name));
  if (unknown) throw new CommandError(`This backup was made by a newer version (${unknown}). Update, then restore.`);
  await inTurns(manifest.files, async (file) => check(file, (await place.read(file.name))?.stream));
  if (!replace && (await isOccupied(env.database)))
    throw new CommandError(
      "The database already has a publication. Use --replace to replace it permanently with the backup.",
    );
  try {
    await putInPlace(env, place, manifest);
  } finally {
    await place.close();
  }
  return manifest;
}

async function putInPlace(env: Env, place: BackupPlace, { files, madeAt }: Manifest): Promise<void> {
  const named = new Map(files.map((file) => [file.name, file]));
  const dump = named.get(DUMP_FILE[env.database.engine]);
  if (!dump) throw new CommandError("The backup is damaged: its database is missing.");
  const path = await place.fetch(dump.name);
  await check(dump, createReadStream(path));

  const isStaging = await stagingSwitchOf(env);
  const storage = openStorage(env);
  const pictures = files.filter(({ name }) => name.startsWith(`${MEDIA}/`));
  await inTurns(pictures, async (file) =>
    storage.put(file.name.slice(MEDIA.length + 1), await readChecked(place, file)),
  );
  await loadDump(env.database, path, async (trx) => {
    const now = Date.now();
    await pauseDueIssues(trx, now);
    await markUnsentUncertain(trx, now, "backup");
    await endAllSessions(trx);
    if (isStaging !== undefined) await keepStagingSwitch(trx, systemClock, isStaging);
    const changes = { made_at: { to: madeAt } };
    await recordEvent(trx, systemClock, { by: operator, action: "publication.restore", subject: PUBLICATION, changes });
  });
  const secret = named.get(SECRET);
  if (secret) await writeFile(join(env.dataDir, SECRET), await readChecked(place, secret), { mode: 0o600 });
}

/**
 * The staging switch of the database that is replaced, which it keeps: a backup of the real site must not make a copy
 * send its mails. Undefined if there is none, or if the database is as damaged as a restore has to repair.
 */
async function stagingSwitchOf(env: Env): Promise<boolean | undefined> {
  try {
    if (!(await isOccupied(env.database))) return undefined;
    const database = await openDatabase(env.database);
    try {
      return await readStagingSwitch(database.db);
    } finally {
      await database.close();
    }
  } catch (error) {
    const { message } = error as Error;
    process.stderr.write(`The staging switch is that of the backup, as the replaced one cannot be read: ${message}\n`);
    return undefined;
  }
}

async function readState(db: Kysely<Tables>) {
  const articles = await countArticles(db);
  return {
    articles,
    migrations: await appliedMigrations(db),
    rows: await listPictures(db),
    typefaces: await readTypefaces(db),
  };
}

/** Copies pictures and typefaces. `missing`: keys of lost ones; lost variants of pictures are made again. */
async function copyFiles(
  from: Storage,
  backup: NewBackup,
  { rows, typefaces }: { rows: PictureRow[]; typefaces: Typeface[] },
) {
  const copied: ListedFile[] = [];
  const missing = new Set<string>();
  const copy = async (key: string, name: string, isNeeded: boolean) => {
    const file = await from.read(name);
    if (file) copied.push(await putDescribed(backup, `${MEDIA}/${name}`, Buffer.concat(await file.stream.toArray())));
    else if (isNeeded) missing.add(key);
  };
  await inTurns(rows, async (row) => {
    for (const [at, name] of fileNames(row).entries()) await copy(row.key, name, at === 0);
  });
  await inTurns(typefaces, async (face) => {
    for (const name of filesOfTypeface(face)) await copy(face.key, name, true);
  });
  return { copied, missing: [...missing] };
}

/** The generated secrets, if they are in use: they keep authenticator apps and the links in old mails valid. */
async function ownSecret({ dataDir, secretKey }: Env): Promise<string | undefined> {
  const stored = await readFile(join(dataDir, SECRET), "utf8").catch(() => undefined);
  return stored !== undefined && secretsIn(stored)[0] === secretKey ? stored : undefined;
}

/** Throws CommandError if there is no backup. */
export async function readManifest(place: BackupPlace): Promise<Manifest> {
  const file = await place.read(MANIFEST);
  if (!file) throw new CommandError(`No backup found at ${place.name}.`);
  const bytes = Buffer.concat(await file.stream.toArray());
  try {
    return manifestShape.parse(JSON.parse(bytes.toString()));
  } catch {
    throw new CommandError(`The ${MANIFEST} at ${place.name} cannot be read.`);
  }
}

async function putDescribed(backup: NewBackup, name: string, bytes: Buffer): Promise<ListedFile> {
  await backup.put(name, bytes);
  return listed(name, [bytes]);
}

async function listed(name: string, parts: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<ListedFile> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const part of parts) {
    hash.update(part);
    size += part.length;
  }
  return { name, size, sha256: hash.digest("hex") };
}

async function check(file: ListedFile, found: AsyncIterable<Buffer> | Iterable<Buffer> | undefined): Promise<void> {
  if (!found) throw new CommandError(`The backup is damaged: ${file.name} is missing.`);
  const { size, sha256 } = await listed(file.name, found);
  if (size !== file.size || sha256 !== file.sha256)
    throw new CommandError(`The backup is damaged: ${file.name} is not what was stored.`);
}

/** The bytes of a file, verified again while they are used. */
async function readChecked(place: BackupPlace, file: ListedFile): Promise<Buffer> {
  const bytes = Buffer.concat((await (await place.read(file.name))?.stream.toArray()) ?? []);
  await check(file, [bytes]);
  return bytes;
}

/** Runs `work` for each item, a few at a time; returns the results in order. */
async function inTurns<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE)
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(work))));
  return results;
}
