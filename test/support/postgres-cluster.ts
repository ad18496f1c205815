import { execFile, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "#db/migrations.ts";
import type { DatabaseSettings } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import { patient } from "./slowness.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of a private PostgreSQL server, without a database name; null if its programs are missing. */
    postgres: string | null;
    /** A migrated SQLite database, to be copied. */
    migratedFile: string;
  }
}

/** The user "nobody": PostgreSQL refuses to run as root. */
const UNPRIVILEGED = { uid: 65_534, gid: 65_534 };
const START_TIMEOUT_MS = patient(15_000);

/** Where PostgreSQL's programs are found: on the path, or where Debian installs them. */
export function findPrograms(): string | null {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debian, version, "bin")), ...(process.env.PATH ?? "").split(":")];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres"))) ?? null;
}

/** The database on the private server that tests copy: migrating an empty one takes several times as long. */
export const MIGRATED = "migrated";

/** For the tests: one server for all of them, and a migrated database of each engine to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide("postgres", server?.address ?? null);
  if (server) {
    await query(server.address.replace("{database}", "postgres"), `create database ${MIGRATED}`);
    await migrateOnce({ engine: "postgres", url: server.address.replace("{database}", MIGRATED) });
  }
  const folder = mkdtempSync(join(tmpdir(), "jarida-migrated-"));
  const path = join(folder, "migrated.db");
  await migrateOnce({ engine: "sqlite", path });
  project.provide("migratedFile", path);
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    await server?.stop();
  };
}

async function migrateOnce(settings: DatabaseSettings): Promise<void> {
  const database = await openDatabase(settings);
  await migrate(database);
  await database.close();
}

/** Runs one statement on a connection of its own. */
export async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** `{database}` in the address is replaced by a database's name. */
export type PrivateServer = { address: string; stop: () => Promise<void> };

/** Starts a private server in a temporary folder, reached by socket only; null if its programs are missing. */
export async function startPostgres(): Promise<PrivateServer | null> {
  const programs = findPrograms();
  if (!programs) return null;
  const { folder, options } = privateFolder();
  const data = join(folder, "data");
  execFileSync(join(programs, "initdb"), ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"], {
    ...options,
    stdio: "ignore",
  });
  return serve(programs, { folder, options });
}

/** A streaming replica of a private server, which is kept up to date by it. */
export async function startReplica(primary: PrivateServer): Promise<PrivateServer> {
  const programs = findPrograms() ?? "";
  const place = privateFolder();
  const host = new URL(primary.address.replace("{database}", "postgres")).searchParams.get("host") ?? "";
  const from = ["-h", host, "-U", "postgres", "-D", join(place.folder, "data"), "-R", "-X", "stream", "-c", "fast"];
  await promisify(execFile)(join(programs, "pg_basebackup"), [...from, "--no-sync"], place.options);
  return serve(programs, place);
}

type Place = { folder: string; options: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number } };

/** A temporary folder of the user that PostgreSQL runs as. */
function privateFolder(): Place {
  const folder = mkdtempSync(join(tmpdir(), "jarida-pg-"));
  const identity = process.getuid?.() === 0 ? UNPRIVILEGED : {};
  if (process.getuid?.() === 0) chownSync(folder, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  return { folder, options: { ...identity, cwd: folder, env: { ...process.env, HOME: folder } } };
}

async function serve(programs: string, { folder, options }: Place): Promise<PrivateServer> {
  const data = join(folder, "data");
  const settings = [
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "listen_addresses=",
    `unix_socket_directories=${folder}`,
    "max_connections=200",
  ];
  const server = spawn(join(programs, "postgres"), ["-D", data, ...settings.flatMap((setting) => ["-c", setting])], {
    ...options,
    stdio: "ignore",
  });
  const address = `postgres://postgres@localhost/{database}?host=${encodeURIComponent(folder)}`;
  await waitUntilReady(address.replace("{database}", "postgres"));
  const stop = async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGINT");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { address, stop };
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
