import { sql } from "kysely";
import { CommandError } from "#shared/errors.ts";
import { withOneConnection } from "./postgres.ts";

const MIN_VERSION = 150_000;

/** Connects once. Throws CommandError for a server that cannot be used, else the driver's error. */
export function checkPostgres(url: string): Promise<void> {
  return withOneConnection(url, async (db) => {
    const { rows } = await sql<{ number: number; version: string; readOnly: string }>`
      select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
        current_setting('transaction_read_only') as "readOnly"`.execute(db);
    const [server] = rows;
    if (!server) throw new Error("The server returned no version.");
    if (server.number < MIN_VERSION)
      throw new CommandError(`PostgreSQL 15 or later is required; the server has ${server.version}.`);
    if (server.readOnly === "on") throw new CommandError("the database is read-only, as a replica is.");
  });
}
