import { accessSync, closeSync, constants, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { isAway } from "#db/failures.ts";
import { NewerDatabaseError } from "#db/migrations.ts";
import type { DatabaseSettings } from "#db/open.ts";
import { CommandError } from "#shared/errors.ts";
import { type Env, EnvError } from "../env.ts";
import { DATABASE_FILE } from "../setting-values.ts";

/** SQLite's errors about the file; others, such as a constraint's, are the program's own. */
const OF_THE_FILE = /^SQLITE_(CANTOPEN|READONLY|NOTADB|CORRUPT|PERM|IOERR|FULL|BUSY|LOCKED)/;
/** PostgreSQL's errors about the login, the database, and what its user may do. */
const OF_THE_SERVER = /^(28\w{3}|3D000|3F000|42501|25006|0A000)$/;
/** The driver's errors without a code: TLS, the login's form, and what is no address. */
const OF_THE_DRIVER = /SSL|TLS|certificate|SASL|password|invalid url/i;

type Where = Pick<Env, "database" | "dataDir">;

/** The variable that decides where the database is. */
const settingOf = ({ database, dataDir }: Where): string =>
  database.engine === "sqlite" && database.path === join(dataDir, DATABASE_FILE) ? "DATA_DIR" : "DATABASE_URL";

/** A database in words, without the password. */
export function placeOf(database: DatabaseSettings): string {
  if (database.engine === "sqlite") return database.path;
  if (!URL.canParse(database.url)) return "PostgreSQL";
  const { host, searchParams } = new URL(database.url);
  return `PostgreSQL at ${searchParams.get("host") ?? (host || "localhost")}`;
}

/** One line for a database that cannot be used, with the setting's name; any other error unchanged. */
export function asDatabaseFault(error: unknown, where: Where): unknown {
  if (!(error instanceof Error) || error instanceof EnvError) return error;
  const setting = settingOf(where);
  if (error instanceof NewerDatabaseError) return new EnvError(`${setting}: ${error.message}`);
  const { code = "" } = error as NodeJS.ErrnoException;
  const isFault =
    where.database.engine === "sqlite"
      ? OF_THE_FILE.test(code)
      : error instanceof CommandError || OF_THE_SERVER.test(code) || isAway(error) || OF_THE_DRIVER.test(error.message);
  // Node's error for a name with several addresses has no message.
  const reason = (error.message || code).split("\n")[0];
  return isFault ? new EnvError(`${setting}: ${placeOf(where.database)} cannot be used: ${reason}`) : error;
}

/** Opens everything that will be written to later. Throws EnvError, before anything is changed. */
export function checkFiles(env: Pick<Env, "database" | "dataDir" | "s3" | "mail">): void {
  checkDatabaseFiles(env);
  const folders = [...(env.s3 ? [] : ["media"]), ...(env.mail.smtpUrl ? [] : ["outbox"])];
  // The dot makes a file in the place of the folder an error.
  for (const folder of folders.map((name) => join(env.dataDir, name)))
    check("DATA_DIR", folder, () => accessSync(`${folder}/.`, constants.R_OK | constants.W_OK | constants.X_OK));
}

/** Throws EnvError if SQLite could not write. */
export function checkDatabaseFiles(where: Where): void {
  const { database } = where;
  if (database.engine !== "sqlite") return;
  for (const path of ["", "-wal", "-shm"].map((suffix) => database.path + suffix))
    check(settingOf(where), path, () => closeSync(openSync(path, "r+")));
}

function check(setting: string, path: string, open: () => void): void {
  if (!existsSync(path)) return;
  try {
    open();
  } catch (error) {
    throw new EnvError(`${setting}: ${path} cannot be used (${(error as NodeJS.ErrnoException).code})`);
  }
}
