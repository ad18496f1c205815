import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { DomainError, InvalidError } from "#shared/errors.ts";
import type { Env } from "../env.ts";
import { makeBackup, restoreBackup } from "./backup.ts";

export const BACKUP_USAGE = "FOLDER";
export const RESTORE_USAGE = "FOLDER [--replace]";

/** `backup`: returns the exit code. Safe to use while the server runs. */
export function runBackupCommand(env: Env, args: string[]): Promise<number> {
  return inOneLine(async () => {
    const { positionals } = parseArgs({ args, allowPositionals: true });
    const folder = folderOf(positionals, `backup ${BACKUP_USAGE}`);
    const { articles, pictures, missing } = await makeBackup(env, folder);
    for (const key of missing) process.stderr.write(`The file of picture ${key} is missing in the storage.\n`);
    return `${articles} articles and ${pictures - missing.length} pictures are in ${folder}`;
  });
}

/** `restore`: returns the exit code. The server must not run. */
export function runRestoreCommand(env: Env, args: string[]): Promise<number> {
  return inOneLine(async () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { replace: { type: "boolean", default: false } },
    });
    const folder = folderOf(positionals, `restore ${RESTORE_USAGE}`);
    const { articles, madeAt } = await restoreBackup(env, folder, values);
    return `${articles} articles are as they were at ${madeAt}. Mail that was waiting then is not sent by itself.`;
  });
}

function folderOf([folder, ...more]: string[], usage: string): string {
  if (!folder || more.length > 0) throw new InvalidError(`Usage: npm run jarida -- ${usage}`);
  return resolve(folder);
}

/** Reports in one line what failed and what the operator can do about it. */
export async function inOneLine(work: () => Promise<string>): Promise<number> {
  try {
    process.stdout.write(`${await work()}\n`);
    return 0;
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (!(error instanceof DomainError) && !/^(ERR_PARSE_ARGS|ENOSPC|EACCES|EROFS|ENOTDIR|SQLITE_)/.test(code))
      throw error;
    process.stderr.write(`${message}\n`);
    return 1;
  }
}
