import type { Generated } from "kysely";
import type { DocumentTypeName } from "#shared/document.ts";
import type { CleanHtml } from "#shared/html.ts";
import type { ReviewAnswer } from "./rules.ts";

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
    suggested_text: SuggestedTextTable;
    accepted_suggestion: AcceptedSuggestionTable;
    waiting_document: WaitingDocumentTable;
    public_document: PublicDocumentTable;
  }
}

/** The document of a row. Ids of different types may be equal, so there is no foreign key. */
type OfDocument = { document_type: DocumentTypeName; document_id: number };

export type RevisionTable = OfDocument & {
  n: number;
  /** The account that saved it, which may be deleted; null for the operator. */
  author_id: number | null;
  /** The account whose suggestion the author accepted, which may be deleted; null for any other save. */
  suggested_by: Generated<number | null>;
  /** When it was started and last saved: autosaves of one person share a version. */
  began_at: number;
  created_at: number;
  is_autosave: 0 | 1;
  note: string;
  /** The document's `version` of this save; null for the working copy. */
  document_version: number | null;
  /** Whether it is the first one of a working copy. */
  starts_copy: Generated<0 | 1>;
  /** The version that `body` is a delta of; null for a full snapshot. */
  base_n: number | null;
  body: string;
};

/** The unpublished changes of a document. */
export type WorkingCopyTable = OfDocument & {
  /** Incremented by every save. */
  version: number;
  /** The fields that differ from the document, as JSON; null without a working copy. */
  changes: string | null;
  saved_at: number;
  saved_by: number | null;
  /** Scheduled publication time and its author; null if not scheduled. */
  publish_at: number | null;
  publish_by: number | null;
  /** The note published with the change: its reason, and whether it is a typo fix. */
  publish_reason: Generated<string>;
  publish_minor: Generated<0 | 1>;
};

/** The full document after a save of its working copy, from which unsaved changes elsewhere may have started. */
export type WorkingCopyStateTable = OfDocument & { version: number; saved_at: number; body: string };

/** A document that becomes public at a time, without another call: until that was stated as an event. */
export type WaitingDocumentTable = OfDocument & { at: number };

/** A document that readers have, as events have stated. */
export type PublicDocumentTable = OfDocument;

/** A client's key of a save (history/saves.ts). */
export type DocumentSaveTable = OfDocument & {
  account_id: number;
  save_key: string;
  saved_at: number;
};

/** A preview link to a document's working copy. Only the SHA-256 of its token is stored. */
export type PreviewLinkTable = {
  hash: string;
  document_type: DocumentTypeName;
  document_id: number;
  created_by: number | null;
  expires_at: number;
};

/** An editor's note on a passage of a document. */
export type NoteTable = {
  id: Generated<number>;
  document_type: DocumentTypeName;
  document_id: number;
  /** The passage when the note was written; empty for a note on the document. */
  quote: string;
  text: string;
  state: "open" | "answered" | "resolved";
  /** The suggestion that it is about, by its `mark`; empty for none. */
  suggestion: Generated<string>;
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

/** A window in which an account has a document open; expires without a heartbeat. */
export type PresenceTable = {
  id: string;
  document_type: DocumentTypeName;
  document_id: number;
  account_id: number;
  since: number;
  seen_at: number;
  /** The account's position in the document, as JSON; null if not reported. */
  place: string | null;
};

export type TemplateTable = {
  id: Generated<number>;
  document_type: DocumentTypeName;
  name: string;
  /** JSON: initial fields of documents created from it, named as in the API of the type. */
  fields: string;
  created_by: number | null;
  updated_at: number;
};

/** A deleted document, until it is restored or permanently deleted. */
export type TrashedDocumentTable = {
  document_type: DocumentTypeName;
  document_id: number;
  /** 1 if it was ever public: its page is 410. */
  was_public: 0 | 1;
  trashed_at: number;
  /** The account that deleted it, which may be deleted itself; null for the operator. */
  trashed_by: number | null;
  title: string;
  /** JSON: its row without the content; for articles with the names of category and author. */
  fields: string;
  content: CleanHtml | "";
};

/** A permanently deleted document that was public. */
export type RemovedDocumentTable = { document_type: DocumentTypeName; document_id: number; removed_at: number };

/** The approval of an exact text of a document (features/documents/review). */
export type ApprovalTable = {
  id: Generated<number>;
  document_type: DocumentTypeName;
  document_id: number;
  /** SHA-256 of the text (features/documents/review/serialize.ts). */
  text_hash: string;
  /** Null for a deleted account. */
  approver_id: number | null;
  approved_at: number;
  /** 1 if a chief overrode the rule, with a reason. */
  is_override: 0 | 1;
  reason: string;
};

/** A review request to a person with its answer; one per person and document (features/documents/requests). */
export type ReviewRequestTable = {
  id: Generated<number>;
  document_type: DocumentTypeName;
  document_id: number;
  asked_id: number;
  /** Null for a deleted account. */
  asked_by: number | null;
  asked_at: number;
  message: Generated<string>;
  /** Null until answered. */
  answer: ReviewAnswer | null;
  answer_message: Generated<string>;
  answered_at: number | null;
};

/** When suggestions of a person were accepted for a document. */
export type AcceptedSuggestionTable = OfDocument & { owner_id: number; accepted_at: number };

/** The text of a document with its open suggestions; see lifecycle/suggested-text.ts. */
export type SuggestedTextTable = OfDocument & { html: string };

/** A suggestion of a person for a document. */
export type SuggestionTable = OfDocument & {
  id: Generated<number>;
  /** Its id in the text, unique in the document. */
  mark: string;
  /** The plain text that it changes, such as the title; empty for one in the text. */
  field: string;
  author_id: number;
  /** `gone`: its words are no longer in the text. */
  state: "open" | "accepted" | "rejected" | "withdrawn" | "gone";
  /** The words that it deletes and inserts. */
  before: string;
  after: string;
  created_at: number;
  decided_by: number | null;
  decided_at: number | null;
};
