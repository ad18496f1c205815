import type { Generated } from "kysely";
import type { Flag } from "#db/tables.ts";
import type { CleanHtml } from "#shared/html.ts";

declare module "#db/tables.ts" {
  interface Tables {
    subscriber: SubscriberTable;
    issue: IssueTable;
    digest: DigestTable;
  }
}

export type SubscriberTable = {
  id: Generated<number>;
  email: string;
  /** As an imported list gives it; else empty. */
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
  /** Raised whenever an editor changes its content. */
  version: Generated<number>;
  is_digest: Generated<Flag>;
  subject: string;
  preview: string;
  /** Plain text, which comes first. */
  introduction: string;
  /** The rich text that follows; empty in an issue that consists of an introduction and articles. */
  body: Generated<CleanHtml | "">;
  /** JSON list of ids in their order: they follow the text, but for those that it shows itself. */
  article_ids: string;
  /** What is sent, as rendered when sending began. */
  body_id: number | null;
  recipients: Generated<number>;
  /** Mails are created for subscribers in the order of their ids: the last id done, and the last id of all. */
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
