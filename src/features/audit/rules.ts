import { declared } from "#shared/features.ts";

export const ACTIONS = declared("actions");
export type Action = keyof typeof ACTIONS;

type ActionKind = Action extends `${infer Kind}.${string}` ? Kind : never;

/** The kinds of actions that the screen filters by: the first part of an action's name. */
export const ACTION_KINDS: Record<ActionKind, string> = declared("actionKinds");

/** Retention in days: the default, and the bounds of the setting. */
export const AUDIT_DAYS = { initial: 400, min: 30, max: 3_650 } as const;

export const MAX_AUDIT_QUERY = 200;

/** A text search covers at most this many of the newest entries that match the other filters. */
export const MAX_SEARCHED = 50_000;

/** A stored value: short ones as they are, a long text as its length and SHA-256. */
export type Kept = string | number | boolean | null | { characters: number; sha256: string };

/** Changed fields; only `to` for a fact that replaces nothing, such as a reason. */
export type Changes = Record<string, { from?: Kept; to?: Kept }>;

/** The fields that differ before and after a change, as an entry stores them. */
export function changedFields<Thing extends object>(
  before: Partial<Thing>,
  after: Partial<Thing>,
  fields: readonly (keyof Thing & string)[] = Object.keys(after) as (keyof Thing & string)[],
): Record<string, { from?: unknown; to?: unknown }> {
  const changed = fields.filter((field) => before[field] !== after[field]);
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]));
}
