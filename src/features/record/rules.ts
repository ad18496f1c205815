import { textIn } from "#shared/translate.ts";
/** The kinds of versions. Only a `removal` has no text; a `disclosure` has that of the previous version. */
export const KINDS = [
  "publication",
  "recorded",
  "change",
  "minor",
  "correction",
  "disclosure",
  "removal",
  "return",
] as const;
export type VersionKind = (typeof KINDS)[number];

/** Reasons of the system. They are hashed, so a new wording applies to new versions only. */
export const REMOVED = "This article was removed.";
export const WITHDRAWN = "The newsroom withdrew this article.";
export const UNRECORDED = "This change was not recorded when it was made.";

export const NO_DAY = "Day not found. Use a date such as 2026-11-23.";
export const MAX_OVERRIDE_LENGTH = 500;
export const NOT_PUBLIC = "Only an article that readers see can be corrected.";

/** The coins of an account, at the publication of an article or an update of it. */
export type Disclosed = { account: number; name: string; symbols: string[]; isUpdate: boolean };

/** Disclosures in words, one sentence per author and time: "Amina Yusuf held BTC and ETH when this was published." */
export function disclosureSentences(disclosed: readonly Disclosed[], language?: string): string[] {
  const t = textIn(language);
  const list = new Intl.ListFormat(language ?? "en");
  const told = Map.groupBy(disclosed, ({ account, isUpdate }) => `${account} ${isUpdate}`);
  return [...told.values()].map((of) => {
    const values = { name: of[0]?.name ?? "", coins: list.format(of.flatMap(({ symbols }) => symbols)) };
    return of[0]?.isUpdate
      ? t("{name} held {coins} when this was updated.", values)
      : t("{name} held {coins} when this was published.", values);
  });
}

/** The UTC day of an instant in epoch milliseconds: `2026-11-23`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The first instant of a day in the form of `dayOf`; null for anything else. */
export function startOfDay(day: string): number | null {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN;
  return Number.isNaN(start) || dayOf(start) !== day ? null : start;
}
