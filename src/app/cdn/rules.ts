import { z } from "zod";
import { EVERYTHING, type ScopeList } from "#db/scopes.ts";
import { ALL_KEY, keysToPurge } from "#platform/response-forms.ts";

/** What came of a purge: up to which content version, and how many keys were sent. */
export const purgeResult = z.object({ version: z.int(), keys: z.int() });

/** Where purge calls go, and the token that they carry. */
export type PurgeSettings = { url: string; token: string | undefined };

/** The kind of task that purges. Stored, so it must not change. */
export const PURGE_TASK = "purge";

/** What CDNs take in one call: Fastly 256 keys, most servers 8 kB of headers. */
const MAX_KEYS = 250;
const MAX_KEYS_LENGTH = 6_000;

/** The keys of one purge call; too many are all. Undefined: the changes since are no longer known. */
export function keysOfCall(changes: readonly ScopeList[] | undefined): string[] {
  const keys = keysToPurge(changes ?? [EVERYTHING]);
  return keys.length > MAX_KEYS || keys.join(" ").length > MAX_KEYS_LENGTH ? [ALL_KEY] : keys;
}
