import { isoDate } from "#shared/time.ts";
import type { RevisionHead } from "./queries.ts";
import type { Revision } from "./schema.ts";

export type Names = ReadonlyMap<number, string>;
export const nameOf = (names: Names, id: number | null) => (id === null ? null : (names.get(id) ?? null));

export function presentRevision(
  head: Pick<RevisionHead, "n" | "author_id" | "created_at" | "note" | "is_autosave">,
  names: Names,
): Revision {
  return {
    n: head.n,
    author: nameOf(names, head.author_id),
    created: isoDate(head.created_at),
    note: head.note,
    is_autosave: head.is_autosave === 1,
  };
}

/** Versions without their texts; the public one has its publication time. */
export const presentRevisions = (
  rows: readonly RevisionHead[],
  names: Names,
  current: { n: number; since: number } | undefined,
): Revision[] =>
  rows.map((row) => ({
    ...presentRevision(row, names),
    ...(current?.n === row.n && { public_since: isoDate(current.since) }),
  }));
