/**
 * Codes for no space left: SQLite's, PostgreSQL's, the file system's. Quotas and file size limits appear in SQLite as a
 * failed write, and so does a failing disk; the log distinguishes them.
 */
const NO_SPACE = new Set([
  ...["SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE"],
  ...["53100", "ENOSPC", "EDQUOT", "EFBIG"],
]);

/** Codes of a database that is unavailable, or aborts in favour of another writer (PostgreSQL's class 40). */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|08\w{3}|40\w{3}|57P0\d|57014|SQLITE_BUSY\w*|SQLITE_CANTOPEN|SQLITE_IOERR\w*)$/;

/** The drivers' own errors, which have no code. */
const AWAY_SENTENCE =
  /^(Connection terminated|timeout exceeded|Query read timeout|Client .*not queryable|The database connection is not open)/i;

const codeOf = (error: Error): string => String((error as NodeJS.ErrnoException).code ?? "");

/** Whether the database or a file could not be written for lack of space. */
export const isOutOfSpace = (error: Error): boolean => NO_SPACE.has(codeOf(error));

/** Whether the database was unavailable or preferred another writer: a retry may succeed. */
export const isAway = (error: Error): boolean => AWAY.test(codeOf(error)) || AWAY_SENTENCE.test(error.message);

/** Whether SQLite failed with a code of its own: the file is damaged, locked or not a database. */
export const isRefusedBySqlite = (error: unknown): boolean =>
  error instanceof Error && codeOf(error).startsWith("SQLITE_");
