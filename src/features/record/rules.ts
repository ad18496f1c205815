/** What a version of an article is. Only a `removal` has no text. */
export const KINDS = ["publication", "recorded", "change", "minor", "correction", "removal", "return"] as const;
export type VersionKind = (typeof KINDS)[number];

/** Reasons that the program gives itself. They are hashed with the versions: a new wording is for new versions only. */
export const REMOVED = "This article was removed.";
export const WITHDRAWN = "This article was taken back by the newsroom.";
export const UNRECORDED = "This change was not recorded when it was made.";

export const MAX_CORRECTION_LENGTH = 2_000;
export const NOT_PUBLIC = "Only an article that readers see can be corrected.";

export const DAY_MS = 24 * 60 * 60_000;

/** The day of an instant in epoch milliseconds, in UTC: `2026-11-23`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The first instant of a day; null for anything else than a day in the form of `dayOf`. */
export function startOfDay(day: string): number | null {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN;
  return Number.isNaN(start) || dayOf(start) !== day ? null : start;
}
