import { parseArgs } from "node:util";
import { migrate } from "#db/migrations.ts";
import { openDatabase } from "#db/open-database.ts";
import { takeDownPicture } from "#features/media/pictures/commands.ts";
import { keyInAddress, NO_PICTURE } from "#features/media/pictures/rules.ts";
import { systemClock } from "#platform/clock.ts";
import { operator } from "#shared/actor.ts";
import { CommandError, DomainError } from "#shared/errors.ts";
import { absoluteUrl } from "#shared/urls.ts";
import type { Env } from "../env.ts";
import { createListeners } from "./listeners.ts";
import { PICTURE_USES } from "./picture-uses.ts";
import { openStorage } from "./services.ts";

export const PICTURE_USAGE = "remove URL";

/** `picture remove`: returns the exit code. Safe to use while the server runs. */
export async function runPictureCommand(env: Env, args: string[]): Promise<number> {
  try {
    const { positionals } = parseArgs({ args, allowPositionals: true });
    const [action, address, ...more] = positionals;
    if (action !== "remove" || address === undefined || more.length > 0)
      throw new CommandError(`Usage: npm run jarida -- picture ${PICTURE_USAGE}`);
    process.stdout.write(`${await remove(env, address)}\n`);
    return 0;
  } catch (error) {
    const isMistake =
      error instanceof DomainError ||
      error instanceof CommandError ||
      (error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS");
    if (!isMistake) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    return 1;
  }
}

async function remove(env: Env, address: string): Promise<string> {
  const key = keyInAddress(address);
  if (!key) throw new CommandError(NO_PICTURE);
  const database = await openDatabase(env.database);
  try {
    await migrate(database);
    const { pictureListeners } = createListeners(systemClock);
    const storage = openStorage(env);
    const store = { database, clock: systemClock, storage, pictureUses: PICTURE_USES, pictureListeners };
    const { uses, addresses } = await takeDownPicture(store, operator, key);
    return [
      "The picture is taken down. A cache before the server, and readers' browsers, may still hold it:",
      ...addresses.map((path) => `  ${absoluteUrl(env.siteUrl, path)}`),
      ...uses.map(({ type, id, title }) => `It was shown by ${type} ${id}: ${title}`),
    ].join("\n");
  } finally {
    await database.close();
  }
}
