import { openDatabase } from "#db/open-database.ts";
import { type Entry, recordEntry } from "#features/audit/commands.ts";
import { systemClock } from "#platform/clock.ts";
import { operator } from "#shared/actor.ts";
import type { Env } from "../env.ts";

/**
 * Records in the audit log an operator's command that was run outside of the database. It is not undone if that fails,
 * as with a database that is unavailable or read-only: `done` then says what was done.
 */
export async function recordCommand(env: Env, entry: Omit<Entry, "by">, done: string): Promise<void> {
  try {
    const database = await openDatabase(env.database);
    try {
      await recordEntry(database.db, systemClock, { by: operator, ...entry });
    } finally {
      await database.close();
    }
  } catch (error) {
    process.stderr.write(`${done}, but the audit log has no entry: ${(error as Error).message}\n`);
  }
}
