import type { Kysely } from "kysely";
import type { Database } from "#db/open.ts";
import { listScopes, type Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { versionOfTurn } from "#platform/freshness.ts";

/** A setting that every response needs, in memory. */
export type Followed<Value> = {
  /** As last read, without waiting. */
  current: () => Value;
  /** Reads it if it may have changed, in any process; undefined if `current` is up to date. */
  refresh: () => Promise<void> | undefined;
};

/** Follows what `read` returns: read again only after a change of one of the scopes. */
export async function followed<Value>(
  database: Database,
  scopes: Scope[],
  read: (db: Kysely<Tables>) => Promise<Value>,
): Promise<Followed<Value>> {
  const readVersion = versionOfTurn(database);
  let version = database.contentVersion();
  let value = (await read(database.db)) as Value;
  let reading: { version: number; done: Promise<void> } | undefined;
  // A failed read is repeated with the next request.
  const readAt = (newer: number) =>
    read(database.db)
      .then(
        (current) => {
          // A slower read of an older version changes nothing.
          if (newer > version) [value, version] = [current, newer];
        },
        () => undefined,
      )
      .finally(() => {
        if (reading?.version === newer) reading = undefined;
      });
  // Without the database the last state stands: cached pages are still served, and what needs it reports the failure.
  const currentVersion = () => {
    try {
      return readVersion();
    } catch {
      return version;
    }
  };
  return {
    current: () => value,
    refresh() {
      const newer = currentVersion();
      if (newer === version) return undefined;
      if (!database.changedSince(version, listScopes(scopes))) {
        version = newer;
        return undefined;
      }
      if (reading?.version !== newer) reading = { version: newer, done: readAt(newer) };
      return reading.done;
    },
  };
}
