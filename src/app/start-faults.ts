import { randomBytes } from "node:crypto";
import { accessSync, closeSync, constants, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { isAway } from "#db/failures.ts";
import { NewerDatabaseError } from "#db/migrations.ts";
import type { DatabaseSettings } from "#db/open.ts";
import { objectStorage } from "#platform/object-storage.ts";
import { type BucketSettings, ObjectStoreError } from "#platform/object-store.ts";
import { CommandError } from "#shared/errors.ts";
import { type Env, EnvError } from "../env.ts";
import { DATABASE_FILE } from "../setting-values.ts";

/** SQLite's errors about the file; others, such as a constraint's, are the program's own. */
const OF_THE_FILE = /^SQLITE_(CANTOPEN|READONLY|NOTADB|CORRUPT|PERM|IOERR|FULL|BUSY|LOCKED)/;
/** PostgreSQL's errors about the login, the database, and what its user may do. */
const OF_THE_SERVER = /^(28\w{3}|3D000|3F000|42501|25006|0A000)$/;
/** The driver's errors without a code: TLS, the login's form, and what is no address. */
const OF_THE_DRIVER = /SSL|TLS|certificate|SASL|password|invalid url/i;

/**
 * What the store says when time will not help, and the setting that it is about. Garage has one code for all that it
 * forbids, so its words count too. What is not listed, such as a full or overloaded store, is a warning.
 */
const OF_THE_STORE: [RegExp, string][] = [
  [/^InvalidAccessKeyId|Credential is mal|such key: /, "AWS_ACCESS_KEY_ID"],
  [/^SignatureDoesNotMatch|Invalid signature/, "AWS_SECRET_ACCESS_KEY"],
  [/^(InvalidToken|ExpiredToken)/, "AWS_SESSION_TOKEN"],
  [/^(AuthorizationHeaderMalformed|PermanentRedirect|IllegalLocationConstraint|InvalidRegionName)/, "S3_REGION"],
  [/^(NoSuchBucket|InvalidBucketName|AccessDenied|AllAccessDisabled)/, "S3_BUCKET"],
];
/** A start waits no longer than this for each response of the object store. */
const STORE_TIMEOUT_MS = 2_000;

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

/**
 * Stores an object in the bucket of the pictures, reads it and removes it. Throws EnvError if the settings are wrong; a store
 * that is away, slow or full is only a warning, as pages do not need it.
 */
export async function checkStore(settings: BucketSettings, warn: (line: string) => void): Promise<void> {
  const storage = objectStorage(settings, { timeoutMs: STORE_TIMEOUT_MS });
  // Has the form of a picture's key: one that a killed start leaves behind is removed like any orphaned picture.
  const folder = randomBytes(16).toString("hex");
  try {
    await storage.put(`${folder}/check`, new Uint8Array([1]));
    (await storage.read(`${folder}/check`))?.stream.destroy();
    await storage.removeFolder(folder);
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    const reason = error.message.replace(/\.$/, "");
    const line = (setting: string) => `${setting}: the bucket ${placeOfBucket(settings)} cannot be used: ${reason}`;
    const setting = settingOfStore(error);
    if (setting) throw new EnvError(line(setting));
    warn(`${line(settings.endpoint ? "S3_ENDPOINT" : "S3_REGION")}. Pictures are missing until it can.`);
  }
}

const placeOfBucket = ({ bucket, endpoint, region }: BucketSettings): string =>
  endpoint ? `${bucket} at ${new URL(endpoint).origin}` : `${bucket} in ${region}`;

function settingOfStore({ code, message, status = 0 }: ObjectStoreError): string | undefined {
  const said = code ? message.slice(message.indexOf(code)) : "";
  const [, setting] = OF_THE_STORE.find(([words]) => words.test(said)) ?? [];
  // A redirect that is not S3's is a server's to another address of it, such as https.
  return setting ?? (!code && status >= 300 && status < 400 ? "S3_ENDPOINT" : undefined);
}
