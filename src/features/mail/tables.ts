import type { Generated } from "kysely";
import type { MAIL_KINDS, MAIL_STATES } from "./endpoints.ts";

declare module "#db/tables.ts" {
  interface Tables {
    mail_body: MailBodyTable;
    mail: MailTable;
    mail_tally: MailTallyTable;
    mail_bounce: MailBounceTable;
  }
}

/** The content of a mail. The mails of one issue share one; the reader's own links are filled in while sending. */
export type MailBodyTable = {
  id: Generated<number>;
  subject: string;
  html: string;
  text: string;
  /** The prefix of its placeholders, which nobody who writes its content can know. */
  field_key: Generated<string>;
};

/** The outbox (decision 13): one row per mail and recipient. */
export type MailTable = {
  id: Generated<number>;
  kind: (typeof MAIL_KINDS)[number];
  /**
   * `queued`: certainly not sent. `sending`: the mail server was asked to accept the text. `uncertain`: the process
   * died or the connection broke in that state; nobody knows. `held`: its issue is paused. `cancelled`: no longer
   * wanted.
   */
  state: (typeof MAIL_STATES)[number];
  /** 0 before 1: mail that somebody is waiting for goes before an issue. */
  priority: number;
  attempts: Generated<number>;
  body_id: number;
  issue_id: number | null;
  /** The subscriber whose links the mail contains; null for mails to nobody on the list. */
  subscriber_id: number | null;
  /** The account that the mail was sent to, whatever its address is now; null for mails to anybody else. */
  account_id: Generated<number | null>;
  created_at: number;
  due_at: number;
  first_tried_at: number | null;
  /** When it was last taken for sending; the rate limit counts by it. */
  claimed_at: number | null;
  /** Until when the process `lease_by` may work on it; that process renews the lease. */
  lease_until: number | null;
  lease_by: string | null;
  settled_at: number | null;
  /** When the reader unsubscribed after this issue. */
  unsubscribed_at: number | null;
  message_id: string;
  /** What the mail's own link is made from, with the secret key, while it is sent: the link is stored nowhere. */
  link_seed: Generated<string | null>;
  to_email: string;
  reply_name: Generated<string>;
  reply_email: Generated<string>;
  last_error: Generated<string>;
  /** 1: it is `sent`, but to a file, because the site had no mail server. */
  is_file: Generated<0 | 1>;
  /** 1: a server rejected it because of this site, its mail server or its content, not because of the recipient. */
  is_about_us: Generated<number>;
};

/**
 * Outcome of those mails of an issue whose rows were deleted: how many in each state, and how many of those readers
 * unsubscribed.
 */
export type MailTallyTable = { issue_id: number; state: MailTable["state"]; count: number; unsubscribed_count: number };

/** Addresses that mail servers reported as unknown; a delivered mail removes the address. */
export type MailBounceTable = { email: string; count: number; last_at: number; last_error: string };
