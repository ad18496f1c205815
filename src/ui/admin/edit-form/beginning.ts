import type { UnsavedDraft } from "./draft-store.ts";
import { isSameVersion, type Versioned } from "./versions.ts";

/** What a form begins with. */
export type Beginning<Row, Values extends object> = {
  /** What is stored, and its version; null for something new. */
  base: Versioned<Row> | null;
  /** Restored work in place of what is stored. */
  restored: Pick<UnsavedDraft<Values>, "key" | "values" | "file" | "createKey"> | null;
  /** A newer version than the one that the restored work began from: the two are compared before the work goes on. */
  conflict: Versioned<Row> | null;
  /** Whether what the work is about has been deleted since. */
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
