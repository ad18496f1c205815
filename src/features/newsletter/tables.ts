import type { Generated } from "kysely";
import type { Flag } from "#db/tables.ts";
import type { CleanHtml } from "#shared/html.ts";

declare module "#db/tables.ts" {
  interface Tables {
    subscriber: SubscriberTable;
    issue: IssueTable;
    digest: DigestTable;
    issue_link: IssueLinkTable;
  }
}

export type SubscriberTable = {
  id: Generated<number>;
  email: string;
  /** From an imported list; else empty. */
  name: Generated<string>;
  /** `pending`: has not confirmed the address yet. */
  status: "pending" | "active" | "unsubscribed";
  /** When the reader subscribed, here or, for an imported one, elsewhere. */
  created_at: number;
  changed_at: number;
};

export type IssueTable = {
  id: Generated<number>;
  state: "draft" | "scheduled" | "sending" | "paused" | "sent";
  /** Incremented when an editor changes its content. */
  version: Generated<number>;
  is_digest: Generated<Flag>;
  subject: string;
  preview: string;
  /** Plain text above the body. */
  introduction: string;
  /** The rich text that follows; empty in an issue that consists of an introduction and articles. */
  body: Generated<CleanHtml | "">;
  /** JSON list of ids in their order: articles after the text, except those in the text. */
  article_ids: string;
  /** The mail, as rendered when sending started. */
  body_id: number | null;
  recipients: Generated<number>;
  /** Mails are created in the order of subscriber ids: the last id done, and the last id of all. */
  expanded_to: Generated<number>;
  expand_until: Generated<number>;
  created_at: number;
  updated_at: number;
  scheduled_at: number | null;
  started_at: number | null;
  finished_at: number | null;
  /** Failures since sending last made progress, the time of the next try, and the message of the last failure. */
  attempts: Generated<number>;
  due_at: Generated<number>;
  last_error: Generated<string>;
};

/** The weekly digest: one row. `weekday` 0 (Sunday) to 6 and `hour` are in the newsroom's zone. */
export type DigestTable = { id: number; enabled: Flag; weekday: number; hour: number; done_until: number };

/** A link in the mails of an issue whose clicks are counted, with the code of its address and its words. */
export type IssueLinkTable = {
  id: Generated<number>;
  issue_id: number;
  code: string;
  /** A path for a link to this site. */
  url: string;
  label: string;
  clicks: Generated<number>;
};
