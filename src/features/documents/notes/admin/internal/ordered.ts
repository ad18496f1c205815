import type { Note } from "../../schema.ts";

/** What the panel shows: every note, or those of one state. */
export type NoteFilter = "all" | Note["state"];

/** How many notes there are of each kind that the panel can show. */
export function countNotes(notes: readonly Note[]): Record<NoteFilter, number> {
  const counts = { all: notes.length, open: 0, answered: 0, resolved: 0 };
  for (const { state } of notes) counts[state]++;
  return counts;
}

/**
 * Notes as they are read beside the text: those on the whole article, then in the order of their passages, then those
 * whose passage is gone; what is resolved comes after what is not. `placed`: the ids of those that are in the text, in
 * its order.
 */
export function orderedNotes(notes: readonly Note[], filter: NoteFilter, placed: readonly number[]): Note[] {
  const place = new Map(placed.map((id, at) => [id, at]));
  const rank = ({ id, quote }: Note) => (quote === "" ? -1 : (place.get(id) ?? placed.length));
  const isResolved = ({ state }: Note) => Number(state === "resolved");
  return notes
    .filter(({ state }) => filter === "all" || state === filter)
    .sort((one, other) => isResolved(one) - isResolved(other) || rank(one) - rank(other) || one.id - other.id);
}
