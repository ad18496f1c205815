import { isoDate } from "#shared/time.ts";
import type { RevisionHead } from "./queries.ts";
import type { Revision } from "./schema.ts";

export type Names = ReadonlyMap<number, string>;
export const nameOf = (names: Names, id: number | null) => (id === null ? null : (names.get(id) ?? null));

/** The accounts that versions name. */
export const peopleOf = (heads: readonly Pick<RevisionHead, "author_id" | "suggested_by">[]) =>
  heads.flatMap(({ author_id, suggested_by }) => [author_id, suggested_by]);

export type PresentedHead = Pick<
  RevisionHead,
  "n" | "author_id" | "suggested_by" | "created_at" | "note" | "is_autosave"
>;

export function presentRevision(head: PresentedHead, names: Names): Revision {
  return {
    n: head.n,
    author: nameOf(names, head.author_id),
    created: isoDate(head.created_at),
    note: head.note,
    is_autosave: head.is_autosave === 1,
    ...(head.suggested_by !== null && { suggested_by: nameOf(names, head.suggested_by) }),
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
