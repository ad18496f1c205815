import type { UnsavedDraft } from "./draft-store.ts";
import { isSameVersion, type Versioned } from "./versions.ts";

/** The initial state of a form. */
export type Beginning<Row, Values extends object> = {
  /** The stored row and its version; null for a new one. */
  base: Versioned<Row> | null;
  /** Restored work, which replaces the stored values. */
  restored: UnsavedDraft<Values> | null;
  /** A newer version than the restored work is based on: the two are compared before editing continues. */
  conflict: Versioned<Row> | null;
  /** Whether the row has been deleted since the work was kept. */
  isDeleted: boolean;
};

export function beginNew<Values extends object>(draft: UnsavedDraft<Values> | null): Beginning<never, Values> {
  return { base: null, restored: draft, conflict: null, isDeleted: draft !== null && draft.subject !== null };
}

export function beginFrom<Row, Values extends object>(
  base: Versioned<Row>,
  draft: UnsavedDraft<Values> | null,
): Beginning<Row, Values> {
  const isOlder = draft !== null && !isSameVersion(draft.etag, base.etag);
  return { base, restored: draft, conflict: isOlder ? base : null, isDeleted: false };
}
