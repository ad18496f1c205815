import { sql } from "kysely";
import { CommandError } from "#shared/errors.ts";
import type { DatabaseSettings, PostgresSettings } from "./open.ts";
import { withOneConnection } from "./postgres.ts";

/** PostgreSQL's code for a missing right. */
const NOT_ALLOWED = "42501";
const SUFFIX = "_restore_check";
/** PostgreSQL cuts longer names. */
const MAX_NAME_BYTES = 63;

/**
 * Runs `work` with an empty database: for SQLite the file that the settings name, which the caller removes; for PostgreSQL
 * a new database next to the configured one, which is dropped afterwards. Throws CommandError if it can't be created.
 */
export function withTemporaryDatabase<Result>(
  settings: DatabaseSettings,
  work: (settings: DatabaseSettings) => Promise<Result>,
): Promise<Result> {
  return settings.engine === "sqlite" ? work(settings) : withNewDatabase(settings, work);
}

async function withNewDatabase<Result>(
  { url }: PostgresSettings,
  work: (settings: DatabaseSettings) => Promise<Result>,
): Promise<Result> {
  const address = new URL(url);
  const own = decodeURIComponent(address.pathname.slice(1));
  const name = `${own.slice(0, MAX_NAME_BYTES - SUFFIX.length)}${SUFFIX}`;
  address.pathname = `/${encodeURIComponent(name)}`;
  const run = (statement: string) =>
    withOneConnection(url, async (db) => {
      await sql.raw(statement).execute(db);
    });
  const quoted = `"${name.replaceAll('"', '""')}"`;
  const drop = () => run(`drop database if exists ${quoted} with (force)`);
  try {
    // What an interrupted check left behind.
    await drop();
    await run(`create database ${quoted} template template0`);
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code !== NOT_ALLOWED) throw new CommandError(`No temporary database could be created: ${message}`);
    throw new CommandError(
      "The user of DATABASE_URL may not create a database, which the check needs. Allow it: alter role NAME createdb.",
    );
  }
  try {
    return await work({ engine: "postgres", url: address.href });
  } finally {
    await drop();
  }
}
