import type { Generated } from "kysely";
import type { CleanHtml } from "#shared/clean-html.ts";

/** A version of an article (features/revisions). */
export type RevisionTable = {
  article_id: number;
  /** Counted from 1 in each article. */
  n: number;
  /** The account that saved it, which may be deleted; null for the operator. */
  author_id: number | null;
  /** When it was begun and last saved: autosaves of one person make one version. */
  began_at: number;
  created_at: number;
  is_autosave: 0 | 1;
  /** Its name; empty where nobody gave it one. */
  note: string;
  /** The article's `version` that it was saved as; null for one of the working copy. */
  article_version: number | null;
  /** The version that `body` is a change of; null where it is whole. */
  base_n: number | null;
  /** A snapshot (features/revisions/serialize.ts). */
  body: string;
};

/** A version of a newsletter issue, as `RevisionTable` has those of articles. */
export type IssueRevisionTable = Omit<RevisionTable, "article_id" | "article_version"> & { issue_id: number };

/** What was saved of an article and readers do not see yet. */
export type WorkingCopyTable = {
  article_id: number;
  /** Raised by every save. */
  version: number;
  /** The fields that differ from the article's, as JSON; null where there is no working copy. */
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
export type WorkingCopyStateTable = { article_id: number; version: number; saved_at: number; body: string };

/**
 * A version of an article that readers could see, or its removal (features/record). Rows are only added, except for
 * what was to become public at a time and was changed before.
 */
export type PublishedVersionTable = {
  article_id: number;
  /** Counted from 1 in each article. */
  n: number;
  /** When readers first saw it; in the future for what is to be published then. */
  at: number;
  kind: "publication" | "recorded" | "change" | "minor" | "correction" | "disclosure" | "removal" | "return";
  /** Why, in the editor's words; of a correction, its text. */
  reason: string;
  /** Where the article shows a correction; null for all other kinds. */
  position: "top" | "bottom" | null;
  /** SHA-256 of what was published (features/record/serialize.ts); null for a removal. */
  content_hash: string | null;
  previous_hash: string | null;
  /** JSON: what its authors held then and no version before it disclosed, by account; null for nothing. */
  disclosures: Generated<string | null>;
  /** SHA-256 of all of the above. */
  hash: string;
  /** The version that `body` is a change of; null where it is whole. */
  base_n: number | null;
  /** How it differs from the version before, compressed; null where there is nothing to say. */
  diff: string | null;
  /** What was published, compressed; null while the article itself, or another version, has it. */
  body: string | null;
};

/** The head of a day that is over: SHA-256 over the hashes of its versions and the head before. `day` in UTC. */
export type PublishedDayTable = { day: string; versions: number; previous_head: string | null; head: string };

/** A link to an article's working copy as a page. The token in it is not stored, only its SHA-256. */
export type PreviewLinkTable = { hash: string; article_id: number; created_by: number | null; expires_at: number };

/** An editor's note on a passage of an article. */
export type NoteTable = {
  id: Generated<number>;
  article_id: number;
  /** The passage, as it was when the note was written; empty for a note on the whole article. */
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

/** The place that editors gave an article on the home page, until `ends_at` where there is one. */
export type PlacementTable = { list: "lead" | "picks"; article_id: number; position: number; ends_at: number | null };

/** A window in which an account has an article open; one that was not seen for a while is gone. */
export type PresenceTable = { id: string; article_id: number; account_id: number; since: number; seen_at: number };

/** What the newsroom itself settles, by name; the value is JSON. */
export type SettingTable = { key: string; value: string; updated_at: number };

/** A deleted article, until it is restored or deleted for good. */
export type TrashedArticleTable = {
  article_id: number;
  /** 1 if readers have ever seen it: its page is 410. */
  was_public: 0 | 1;
  trashed_at: number;
  /** The account that deleted it, which may be deleted itself; null for the operator. */
  trashed_by: number | null;
  /** JSON: its row without the content, and the names of its category and author. */
  article: string;
  content: CleanHtml;
};

/** An article that readers have seen and that was deleted for good. */
export type RemovedArticleTable = { article_id: number; removed_at: number };
