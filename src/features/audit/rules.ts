import { fingerprint } from "#shared/fingerprint.ts";

/** Days that entries are kept, where nobody has set another number, and the bounds of a setting. */
export const AUDIT_DAYS = { initial: 400, min: 30, max: 3_650 } as const;

/** Length of a search, in code points. */
export const MAX_AUDIT_QUERY = 200;

/** A search for text looks through the newest entries that the other filters leave, so many at most. */
export const MAX_SEARCHED = 50_000;

/** The version that an edit of the log's settings is based on. */
export const auditSettingsVersion = ({ retention_days }: { retention_days: number }): string =>
  fingerprint([String(retention_days)]);

/** A value as an entry keeps it: short ones as they are; of a long text only how long it is and its SHA-256. */
export type Kept = string | number | boolean | null | { characters: number; sha256: string };

/** What changed, by field: from which value to which; only `to` for a fact that replaces nothing, such as a reason. */
export type Changes = Record<string, { from?: Kept; to?: Kept }>;

/** The fields of a thing that differ before and after a change, as an entry tells of them. */
export function changedFields<Thing extends object>(
  before: Partial<Thing>,
  after: Partial<Thing>,
  fields: readonly (keyof Thing & string)[] = Object.keys(after) as (keyof Thing & string)[],
): Record<string, { from?: unknown; to?: unknown }> {
  const changed = fields.filter((field) => before[field] !== after[field]);
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]));
}
