import { AUTOSAVE_WINDOW_MS } from "../rules.ts";
import type { Revision } from "../schema.ts";

/** Versions that were written in one go, newest first: autosaves of one or several people without a long pause. */
export type Sitting = { newest: Revision; oldest: Revision; parts: readonly Revision[] };

const isPlain = ({ is_autosave, note, suggested_by, public_since }: Revision) =>
  is_autosave && note === "" && suggested_by === undefined && public_since === undefined;

const isOneSitting = (later: Revision, earlier: Revision) =>
  isPlain(later) && isPlain(earlier) && Date.parse(later.created) - Date.parse(earlier.created) < AUTOSAVE_WINDOW_MS;

/** The versions of a list, newest first, folded into sittings. */
export function sittingsOf(rows: readonly Revision[]): Sitting[] {
  const sittings: { newest: Revision; oldest: Revision; parts: Revision[] }[] = [];
  for (const row of rows) {
    const last = sittings.at(-1);
    if (last && isOneSitting(last.oldest, row)) {
      last.parts.push(row);
      last.oldest = row;
    } else sittings.push({ newest: row, oldest: row, parts: [row] });
  }
  return sittings;
}

/** Everyone who wrote in a sitting, in the order of their first version. */
export const writersOf = ({ parts }: Pick<Sitting, "parts">): (string | null)[] => [
  ...new Set(parts.toReversed().map(({ author }) => author)),
];
