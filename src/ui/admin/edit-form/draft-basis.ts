import type { DraftProps } from "./draft-keeper.ts";
import type { UnsavedDraft } from "./draft-store.ts";
import type { FormWork } from "./form-work.ts";
import { differing } from "./values.ts";

/**
 * The version that a draft is based on, and what it changes of it. While restored work is not compared with a newer
 * version yet, that is the version it was kept with: as a change of the newest, it would replace what it never saw.
 */
export function draftBasis<Row, Values extends object>(
  at: Pick<FormWork<Row, Values>, "base" | "now">,
  undecided: UnsavedDraft<Values> | null,
): Pick<DraftProps<Values>, "etag" | "changesOf" | "tried"> {
  if (undecided)
    return {
      etag: undecided.etag,
      tried: undecided.isTried ? undecided.etag : null,
      changesOf(values) {
        const { changed, began } = undecided;
        const all = changed && [...new Set([...changed, ...differing(values, { ...values, ...undecided.values })])];
        return { ...(all && { changed: all }), ...(began && { began }) };
      },
    };
  return {
    etag: at.base?.etag ?? null,
    tried: null,
    changesOf(values) {
      const { saved } = at.now();
      const changed = differing(values, saved);
      const began = Object.fromEntries(changed.map((name) => [name, saved[name]])) as Partial<Values>;
      return { changed, began };
    },
  };
}
