import { isSameVersion, type Versioned } from "./calls.ts";
import type { UnsavedDraft } from "./draft-store.ts";
import type { FormValues } from "./form-values.ts";

/** What an article form begins with. */
export type Beginning = {
  /** The stored article and its version; null for a new one. */
  base: Versioned | null;
  /** Restored work in place of what is stored. */
  restored: { key: string; values: FormValues; file: File | null } | null;
  /** A newer version than the one that the restored work began from: the two are compared before the work goes on. */
  conflict: Versioned | null;
  /** What is to be told first. */
  note: string | null;
};

/** What is said of text whose article is no longer there. */
export const DELETED = "This article was deleted meanwhile. Your text is still here: saving it makes a new article.";

export const beginNew = (draft: UnsavedDraft | null): Beginning => ({
  base: null,
  restored: draft,
  conflict: null,
  note: draft !== null && draft.article !== null ? DELETED : null,
});

export function beginFrom(base: Versioned, draft: UnsavedDraft | null): Beginning {
  const isOlder = draft !== null && !isSameVersion(draft.etag, base.etag);
  return { base, restored: draft, conflict: isOlder ? base : null, note: null };
}
