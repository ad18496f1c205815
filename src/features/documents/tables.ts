import type { Generated } from "kysely";
import type { DocumentType } from "#shared/document.ts";
import type { CleanHtml } from "#shared/html.ts";
import type { ReviewAnswer } from "./requests/rules.ts";

declare module "#db/tables.ts" {
  interface Tables {
    revision: RevisionTable;
    working_copy: WorkingCopyTable;
    working_copy_state: WorkingCopyStateTable;
    document_save: DocumentSaveTable;
    preview_link: PreviewLinkTable;
    approval: ApprovalTable;
    review_request: ReviewRequestTable;
    note: NoteTable;
    note_reply: NoteReplyTable;
    presence: PresenceTable;
    template: TemplateTable;
    trashed_document: TrashedDocumentTable;
    removed_document: RemovedDocumentTable;
    suggestion: SuggestionTable;
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

/** The key by which a client named a save (history/saves.ts). */
export type DocumentSaveTable = OfDocument & {
  account_id: number;
  save_key: string;
  saved_at: number;
};

/** A link to a document's working copy as a page. The token in it is not stored, only its SHA-256. */
export type PreviewLinkTable = {
  hash: string;
  document_type: DocumentType;
  document_id: number;
  created_by: number | null;
  expires_at: number;
};

/** An editor's note on a passage of a document. */
export type NoteTable = {
  id: Generated<number>;
  document_type: DocumentType;
  document_id: number;
  /** The passage, as it was when the note was written; empty for a note on the whole document. */
  quote: string;
  text: string;
  state: "open" | "answered" | "resolved";
  author_id: number | null;
  created_at: number;
};

export type NoteReplyTable = {
  id: Generated<number>;
  note_id: number;
  text: string;
  author_id: number | null;
  created_at: number;
};

/** A window in which an account has a document open; one that was not seen for a while is gone. */
export type PresenceTable = {
  id: string;
  document_type: DocumentType;
  document_id: number;
  account_id: number;
  since: number;
  seen_at: number;
  /** Where in the document the account is, as JSON; null where it has not reported a place. */
  place: string | null;
};

/** A template of documents of one type. */
export type TemplateTable = {
  id: Generated<number>;
  document_type: DocumentType;
  name: string;
  /** JSON: the fields that documents made of it begin with, as the API of the type names them. */
  fields: string;
  created_by: number | null;
  updated_at: number;
};

/** A deleted document, until it is restored or permanently deleted. */
export type TrashedDocumentTable = {
  document_type: DocumentType;
  document_id: number;
  /** 1 if readers have ever seen it: its page is 410. */
  was_public: 0 | 1;
  trashed_at: number;
  /** The account that deleted it, which may be deleted itself; null for the operator. */
  trashed_by: number | null;
  title: string;
  /** JSON: its row without the content; of an article also the names of its category and author. */
  fields: string;
  content: CleanHtml | "";
};

/** A permanently deleted document that readers have seen. */
export type RemovedDocumentTable = { document_type: DocumentType; document_id: number; removed_at: number };

/** That somebody has approved one text of a document, to the letter (features/documents/review). */
export type ApprovalTable = {
  id: Generated<number>;
  document_type: DocumentType;
  document_id: number;
  /** SHA-256 of the text (features/documents/review/serialize.ts). */
  text_hash: string;
  /** Null for an account that is gone. */
  approver_id: number | null;
  approved_at: number;
  /** 1 where a chief did without a second person, for the reason given. */
  is_override: 0 | 1;
  reason: string;
};

/** Somebody who is asked to review a document, and the answer; each person once (features/documents/requests). */
export type ReviewRequestTable = {
  id: Generated<number>;
  document_type: DocumentType;
  document_id: number;
  asked_id: number;
  /** Null for an account that is gone. */
  asked_by: number | null;
  asked_at: number;
  message: Generated<string>;
  /** Null until the person has answered. */
  answer: ReviewAnswer | null;
  answer_message: Generated<string>;
  answered_at: number | null;
};

/** What a reviewer suggests for a document: one of each person. */
export type SuggestionTable = {
  id: Generated<number>;
  document_type: DocumentType;
  document_id: number;
  owner_id: number;
  /** Raised by every save, and whenever an edit is accepted or rejected. */
  version: number;
  /** The name of the document's version that it is a change of (`versionName`). */
  base_version: string;
  /** The texts of that version, and the suggested ones, as JSON. Both are HTML or plain text by their names. */
  base: string;
  texts: string;
  created_at: number;
  saved_at: number;
};
