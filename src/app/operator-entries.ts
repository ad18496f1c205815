import { openDatabase } from "#db/open-database.ts";
import { shareCommit } from "#db/shared-commit.ts";
import { recordEvent } from "#features/events/commands.ts";
import type { PlainEvent } from "#features/events/types.ts";
import { systemClock } from "#platform/clock.ts";
import { operator } from "#shared/actor.ts";
import type { Env } from "../env.ts";

/**
 * Records in the audit log an operator's command that was run outside of the database. It is not undone if that fails,
 * as with a database that is unavailable or read-only: `done` then says what was done.
 */
export async function recordCommand(env: Env, event: Omit<PlainEvent, "by">, done: string): Promise<void> {
  try {
    const database = await openDatabase(env.database);
    try {
      await shareCommit(database.db, (trx) => recordEvent(trx, systemClock, { by: operator, ...event }));
    } finally {
      await database.close();
    }
  } catch (error) {
    process.stderr.write(`${done}, but the audit log has no entry: ${(error as Error).message}\n`);
  }
}
