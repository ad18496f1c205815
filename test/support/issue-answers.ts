import type { OutboxMail } from "#features/mail/endpoints.ts";
import type { Issue } from "#features/newsletter/issues/endpoints.ts";

const NONE = { waiting: 0, sent: 0, failed: 0, rejected: 0, uncertain: 0, cancelled: 0, unsubscribed: 0, clicks: null };

/** A newsletter issue as the API answers it, a draft; a test names only what it is about. */
export const exampleIssue = (change: Partial<Issue> = {}): Issue => ({
  id: 7,
  state: "draft",
  version: 1,
  etag: `"${change.version ?? 1}"`,
  has_draft: false,
  is_digest: false,
  subject: "The week",
  preview: "",
  introduction: "",
  body: "<p>Hello.</p>",
  article_ids: [],
  recipients: 0,
  counts: NONE,
  last_error: "",
  created_at: "2026-11-20T12:00:00.000Z",
  updated_at: "2026-11-20T12:00:00.000Z",
  scheduled_at: null,
  started_at: null,
  finished_at: null,
  ...change,
});

/** A mail of the outbox as the API answers it, which waits for its first try. */
export const exampleMail = (change: Partial<OutboxMail> = {}): OutboxMail => ({
  id: 3,
  kind: "welcome",
  state: "queued",
  email: "reader@example.com",
  subject: "Welcome",
  issue_id: null,
  attempts: 0,
  is_file: false,
  last_error: "",
  settled_at: null,
  created_at: "2026-11-20T12:00:00.000Z",
  due_at: "2026-11-20T12:00:00.000Z",
  ...change,
});
