import { isoDate } from "#shared/time.ts";
import type { MailRow } from "./queries.ts";
import type { OutboxMail } from "./schema.ts";

/** A mail as editors see it. */
export function presentMail(row: MailRow): OutboxMail {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    is_file: row.is_file === 1,
    email: row.to_email,
    subject: row.subject,
    issue_id: row.issue_id,
    attempts: row.attempts,
    last_error: row.last_error,
    created_at: isoDate(row.created_at),
    due_at: isoDate(row.due_at),
    settled_at: isoDate(row.settled_at),
    unsubscribed_at: isoDate(row.unsubscribed_at),
  };
}
