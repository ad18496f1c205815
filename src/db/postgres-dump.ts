import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Kysely, sql } from "kysely";
import { InvalidError } from "#shared/errors.ts";
import type { Database } from "./open.ts";
import { openPostgres } from "./postgres.ts";
import type { Tables } from "./tables.ts";

const execute = promisify(execFile);

/** Where Debian installs the programs of each version. */
const DEBIAN = "/usr/lib/postgresql";
/**
 * Connection parameters that PostgreSQL's programs know; others are for our driver, and the programs would reject them.
 */
const KNOWN_PARAMETERS = new Set(["host", "port", "sslmode", "sslrootcert", "sslcert", "sslkey", "connect_timeout"]);
const WITHOUT_OWNERS = ["--no-owner", "--no-privileges"];

/** `pg_dump` on a snapshot that this process reads as well, so that both see the same state. */
export async function dumpPostgres<T>(url: string, file: string, read: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const program = findProgram("pg_dump");
  return withDatabase(url, ({ db }) =>
    db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (trx) => {
        const { rows } = await sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`.execute(trx);
        const found = await read(trx);
        const options = ["--format=custom", `--snapshot=${rows[0]?.snapshot}`, `--file=${file}`];
        await run(program, [...options, ...WITHOUT_OWNERS], url);
        return found;
      }),
  );
}

export function isPostgresOccupied(url: string): Promise<boolean> {
  return withDatabase(url, async ({ db }) => {
    const { rows } = await sql<{ found: string | null }>`select to_regclass('kysely_migration') as found`.execute(db);
    return rows[0]?.found !== null;
  });
}

/** `pg_restore` in one transaction, which also drops the existing objects. */
export async function loadPostgres(
  url: string,
  file: string,
  prepare: (database: Database) => Promise<void>,
): Promise<void> {
  const options = ["--single-transaction", "--exit-on-error", "--clean", "--if-exists"];
  await run(findProgram("pg_restore"), [...options, ...WITHOUT_OWNERS, file], url);
  await withDatabase(url, prepare);
}

async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openPostgres(url);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** The newest one that is installed, as an older one refuses a newer server; else the one on the path. */
function findProgram(name: string): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((left, right) => Number(right) - Number(left)) : [];
  return versions.map((version) => join(DEBIAN, version, "bin", name)).find((path) => existsSync(path)) ?? name;
}

/** The password is passed in the environment: arguments are visible to every user of the machine. */
async function run(program: string, args: string[], url: string): Promise<void> {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  for (const name of [...address.searchParams.keys()])
    if (!KNOWN_PARAMETERS.has(name)) address.searchParams.delete(name);
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) };
  try {
    await execute(program, [`--dbname=${address}`, ...args], { env, maxBuffer: 16 * 1024 * 1024 });
  } catch (error) {
    const { code, stderr = "", message } = error as { code?: string | number; stderr?: string; message: string };
    if (code === "ENOENT")
      throw new InvalidError(`${program} was not found: install PostgreSQL's client programs on this machine.`);
    throw new InvalidError(stderr.trim().split("\n")[0] || message);
  }
}
