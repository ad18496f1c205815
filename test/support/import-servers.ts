import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { expect, onTestFinished } from "vitest";
import yazl from "yazl";
import type { Database } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import type { Import } from "#features/transfer/imports/endpoints.ts";
import type { Work } from "#features/transfer/imports/rules.ts";
import { sqliteFile } from "../../src/setting-values.ts";
import { editorApiUrl } from "./api-url.ts";
import { callOnce } from "./call-once.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

/** Imports in real server processes, which tests kill. */

const EDITOR = { email: "editor@news.example", password: "correct horse battery" };
/** Until a step of an import has ended, also on a busy machine. */
const LONG = { timeout: 120_000, interval: 20 };

export const zipOf = (files: Record<string, string | Buffer>): Promise<Buffer> => {
  const zip = new yazl.ZipFile();
  for (const [path, bytes] of Object.entries(files)) zip.addBuffer(Buffer.from(bytes as string), path);
  zip.end();
  return buffer(zip.outputStream);
};

export const newFolder = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `jarida-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

type Settings = { databaseUrl?: string | undefined; env?: Record<string, string>; dataDir?: string };
export type ImportServer = Awaited<ReturnType<typeof startImportServer>>;

/** A server with a chief who imports; `restart` starts it again after a kill. */
export async function startImportServer({
  databaseUrl,
  env,
  dataDir = join(newFolder("imports"), "data"),
}: Settings = {}) {
  const settings = {
    dataDir,
    env: {
      DEMO_CONTENT: "0",
      SITE_URL: "http://localhost:3000",
      ADMIN_EMAIL: EDITOR.email,
      ADMIN_PASSWORD: EDITOR.password,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...env,
    },
  };
  let server: ServerProcess = await startServer(settings);
  onTestFinished(async () => void (await server.kill()));
  const headers: Record<string, string> = {};
  const call = (method: string, path: string, body?: object) =>
    callOnce(server.url + path, { method, headers, ...(body && { body }) });
  const read = async <T>(path: string): Promise<T> => {
    const answer = await call("GET", path);
    expect(answer.status, `${path} ${answer.text}`).toBe(200);
    return JSON.parse(answer.text);
  };
  headers.authorization = `Bearer ${JSON.parse((await call("POST", editorApiUrl.token(), EDITOR)).text).access}`;
  const upload = async (file: Buffer, name: string) => {
    const body = new FormData();
    body.set("file", new Blob([new Uint8Array(file)]), name);
    const answer = await fetch(`${server.url}/api/imports/`, { method: "POST", headers, body });
    return { status: answer.status, body: (await answer.json()) as Import & { code?: string; detail?: string } };
  };
  const importOf = (id: number) => read<Import>(`/api/imports/${id}/`);
  /** Waits until a step has done so much; false if it has ended before. */
  const untilDone = async (id: number, work: Work, done: number): Promise<boolean> => {
    for (;;) {
      const { progress } = await importOf(id);
      if (progress?.work !== work) return false;
      if (progress.done >= done) return true;
    }
  };
  const open = (): Promise<Database> =>
    databaseUrl
      ? openDatabase({ engine: "postgres", url: databaseUrl })
      : openDatabase({ engine: "sqlite", path: sqliteFile({ DATA_DIR: dataDir }) ?? "" });
  const withDatabase = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    const database = await open();
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };
  return {
    server: () => server,
    dataDir,
    call,
    read,
    upload,
    importOf,
    withDatabase,
    /** Orders a step of an import. */
    async order(id: number, work: string, body: object = {}): Promise<void> {
      const answer = await call("POST", `/api/imports/${id}/${work}/`, body);
      expect(answer.status, `${work}: ${answer.text}`).toBe(202);
    },
    /** The import when no step is running. */
    async settled(id: number): Promise<Import> {
      await expect.poll(async () => (await importOf(id)).progress, LONG).toBeNull();
      return importOf(id);
    },
    untilDone,
    /** Kills the server when a step has done so much; false if the step has ended before. */
    async killAt(id: number, work: Work, done: number): Promise<boolean> {
      if (!(await untilDone(id, work, done))) return false;
      await server.kill();
      return true;
    },
    /** Starts it again. `isSoon`: without waiting until what the dead process holds expires. */
    async restart({ isSoon = false } = {}): Promise<void> {
      if (isSoon) await withDatabase(({ db }) => db.updateTable("task").set({ lease_until: 0 }).execute());
      server = await startServer(settings);
    },
    kill: () => server.kill(),
  };
}

/** Tables about what happened or runs, not about what is stored. */
const PASSING =
  /^(?:task|session|job_(?:lease|run)|audit_|event|kysely_|sqlite_|.*_(?:data|idx|docsize|config|content)$)/;

/** How many rows each table has. */
export async function rowsOf({ db, engine }: Database): Promise<Record<string, number>> {
  const named =
    engine === "sqlite"
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' order by name`
      : sql<{
          name: string;
        }>`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`;
  const counts: Record<string, number> = {};
  for (const { name } of (await named.execute(db)).rows) {
    if (PASSING.test(name)) continue;
    const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(name)}`.execute(db);
    counts[name] = Number(rows[0]?.total);
  }
  return counts;
}
