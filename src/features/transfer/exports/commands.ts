import { randomBytes } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#db/open.ts";
import { recordEvent } from "#features/events/commands.ts";
import type { Downloads } from "#features/identity/credentials/downloads.ts";
import type { Owner } from "#features/identity/credentials/password.ts";
import { enqueueTask } from "#features/tasks/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, NotFoundError } from "#shared/errors.ts";
import type { ExportRow } from "../tables.ts";
import type { ExportRequest, Progress } from "./export.ts";
import { findExport, requireExport } from "./queries.ts";
import { downloadName, EXPORT_RUNNING, EXPORT_TTL_MS, type ExportReport, NOT_HERE } from "./rules.ts";

/** How exports are made on this machine. */
export type Exporter = {
  /** Where the zips are. */
  folder: string;
  /**
   * Writes the publication as a zip at a path; rejects with what the operator can do about a failure. Stops, with nothing left
   * behind, once the signal is aborted.
   */
  run: (
    request: ExportRequest,
    path: string,
    options: { signal: AbortSignal; onProgress: (progress: Progress) => void },
  ) => Promise<{ bytes: number; report: ExportReport }>;
};

export type ExportStore = {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  exporter: Exporter;
  downloads: Downloads;
};

/** The kind of the task that makes an export. */
export const EXPORT_TASK = "export";
/** The kind of these downloads, and the permission they need. */
const EXPORT = { kind: "export", needs: "transfer.export" } as const;

export const pathIn =
  ({ folder }: Pick<Exporter, "folder">) =>
  (file: string): string =>
    join(folder, `${file}.zip`);

/** Starts an export that continues after the response. Throws ConflictError while one is running. */
export async function startExport(
  { database, clock }: Pick<ExportStore, "database" | "clock">,
  by: Actor,
  { format, withSubscribers }: ExportRequest,
): Promise<ExportRow> {
  const now = clock.now();
  return database.db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto("publication_export")
      .values({
        format,
        includes_subscribers: withSubscribers ? 1 : 0,
        state: "running",
        file: randomBytes(12).toString("hex"),
        started_at: now,
        started_by: by.accountId,
        finished_at: null,
      })
      // The index allows one that is running.
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new ConflictError("export_running", EXPORT_RUNNING);
    await enqueueTask(trx, now, { kind: EXPORT_TASK, payload: { id: row.id } });
    const changes = { format: { to: format }, subscribers: { to: withSubscribers } };
    await recordEvent(trx, clock, { by, action: "export.start", subject: { kind: "publication" }, changes });
    return row;
  });
}

/** Deletes an export with its zip. One that is running stops. Throws NotFoundError. */
export async function deleteExport(store: ExportStore, by: Actor, id: number): Promise<void> {
  const { database, clock, exporter } = store;
  const row = await database.db.transaction().execute(async (trx) => {
    const found = await requireExport(trx, id);
    await trx.deleteFrom("publication_export").where("id", "=", id).execute();
    const changes = { format: { from: found.format } };
    await recordEvent(trx, clock, { by, action: "export.delete", subject: { kind: "publication" }, changes });
    return found;
  });
  // Another machine removes its own zip within the hour.
  await rm(pathIn(exporter)(row.file), { force: true });
}

const requireFile = ({ exporter }: ExportStore, row: ExportRow): string => {
  const path = pathIn(exporter)(row.file);
  if (row.state !== "done" || !existsSync(path)) throw new NotFoundError("export_file_missing", NOT_HERE);
  return path;
};

/** Returns a token for one download by a browser. Throws NotFoundError. */
export async function allowDownload(store: ExportStore, owner: Owner, id: number): Promise<string> {
  requireFile(store, await requireExport(store.database.db, id));
  return store.downloads.issue(owner, { kind: EXPORT.kind, name: String(id) });
}

/** A zip that leaves the site. */
export type OpenFile = { name: string; size: number; stream: Readable };

async function open(store: ExportStore, row: ExportRow): Promise<OpenFile> {
  const path = requireFile(store, row);
  const { size } = await stat(path);
  return { name: downloadName(row.format, row.started_at), size, stream: createReadStream(path) };
}

/** Opens the zip of an export, and records who did. Throws NotFoundError. */
export async function openExport(store: ExportStore, by: Actor, id: number): Promise<OpenFile> {
  const row = await requireExport(store.database.db, id);
  const file = await open(store, row);
  await recordOpened(store, by, row);
  return file;
}

/** Opens the zip of a download token. Throws ForbiddenError and NotFoundError. */
export async function openDownload(store: ExportStore, token: string, address: string): Promise<OpenFile> {
  let row: ExportRow | undefined;
  await store.downloads.redeem({ token, address, ...EXPORT }, async (trx, by, name) => {
    row = await findExport(trx, Number(name));
    if (row) await recordOpened({ ...store, database: { ...store.database, db: trx } }, by, row);
  });
  if (!row) throw new NotFoundError("export_file_missing", NOT_HERE);
  return open(store, row);
}

const recordOpened = ({ database, clock }: Pick<ExportStore, "database" | "clock">, by: Actor, row: ExportRow) => {
  const changes = { format: { to: row.format }, subscribers: { to: row.includes_subscribers === 1 } };
  return recordEvent(database.db, clock, { by, action: "export.download", subject: { kind: "publication" }, changes });
};

/** A zip, or what a killed export left of it. */
const OWN_FILE = /^([0-9a-f]{24})\.zip(?:\.[a-z-]+)?$/;

/** Deletes exports that are a week old, and zips on this machine that belong to none. */
export async function removeOldExports({ database, clock, exporter }: ExportStore): Promise<void> {
  const { db } = database;
  await db
    .deleteFrom("publication_export")
    .where("finished_at", "<", clock.now() - EXPORT_TTL_MS)
    .execute();
  const names = await readdir(exporter.folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const known = new Set((await db.selectFrom("publication_export").select("file").execute()).map(({ file }) => file));
  for (const name of names) {
    const file = OWN_FILE.exec(name)?.[1];
    if (file !== undefined && !known.has(file)) await rm(join(exporter.folder, name), { force: true });
  }
}
