import type { Generated } from "kysely";
import type { DocumentType } from "#shared/document.ts";

declare module "#db/tables.ts" {
  interface Tables {
    revision: RevisionTable;
    working_copy: WorkingCopyTable;
    working_copy_state: WorkingCopyStateTable;
    document_save: DocumentSaveTable;
  }
}

/** Which document a row belongs to. Ids of different types may be equal: no foreign key. */
type OfDocument = { document_type: DocumentType; document_id: number };

/** A version of a document. */
export type RevisionTable = OfDocument & {
  n: number;
  /** The account that saved it, which may be deleted; null for the operator. */
  author_id: number | null;
  /** When it was begun and last saved: autosaves of one person make one version. */
  began_at: number;
  created_at: number;
  is_autosave: 0 | 1;
  note: string;
  /** The document's `version` that it was saved as; null for one of the working copy. */
  document_version: number | null;
  /** The version that `body` is a change of; null where it is whole. */
  base_n: number | null;
  body: string;
};

/** What was saved of a document and readers do not see yet. */
export type WorkingCopyTable = OfDocument & {
  /** Raised by every save. */
  version: number;
  /** The fields that differ from the document's, as JSON; null where there is no working copy. */
  changes: string | null;
  saved_at: number;
  saved_by: number | null;
  /** When it becomes public, and on whose behalf; null where nobody has set a time. */
  publish_at: number | null;
  publish_by: number | null;
  /** What is said of the change then: why it is made, and whether it is a typo fix. */
  publish_reason: Generated<string>;
  publish_minor: Generated<0 | 1>;
};

/** The whole article as a save of its working copy left it: what unsaved changes elsewhere may have begun from. */
export type WorkingCopyStateTable = OfDocument & { version: number; saved_at: number; body: string };

/** The key by which a client named a save (saves.ts). */
export type DocumentSaveTable = OfDocument & {
  account_id: number;
  save_key: string;
  saved_at: number;
};
