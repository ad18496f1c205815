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
  /** The prefix of its placeholders, unknown to authors of the content. */
  field_key: Generated<string>;
};

/** The outbox (decision 13): one row per mail and recipient. */
export type MailTable = {
  id: Generated<number>;
  kind: (typeof MAIL_KINDS)[number];
  /**
   * `queued`: certainly not sent. `sending`: the text is being sent to the mail server. `uncertain`: the process
   * died or the connection broke in that state. `held`: its issue is paused. `cancelled`: no longer
   * wanted.
   */
  state: (typeof MAIL_STATES)[number];
  /** 0 before 1: mail that a person is waiting for goes before an issue. */
  priority: number;
  attempts: Generated<number>;
  body_id: number;
  issue_id: number | null;
  /** The subscriber whose links the mail contains; null for mails to nobody on the list. */
  subscriber_id: number | null;
  /** The recipient's account, even if its address has changed; null without an account. */
  account_id: Generated<number | null>;
  created_at: number;
  due_at: number;
  first_tried_at: number | null;
  /** When it was last acquired for sending; used by the rate limit. */
  claimed_at: number | null;
  /** End of the lease of the process `lease_by`, which renews it. */
  lease_until: number | null;
  lease_by: string | null;
  settled_at: number | null;
  message_id: string;
  /** Seed of the mail's own link, combined with the secret key while sending. The link is stored nowhere. */
  link_seed: Generated<string | null>;
  to_email: string;
  reply_name: Generated<string>;
  reply_email: Generated<string>;
  last_error: Generated<string>;
  /** 1: `sent` to a file, because the site had no mail server. */
  is_file: Generated<0 | 1>;
  /** 1: rejected because of this site, its mail server or its content, not because of the recipient. */
  is_about_us: Generated<number>;
  /** 1: rejected permanently when it was sent, and not because of this site. */
  is_rejected: Generated<number>;
};

/**
 * What is counted of an issue: of mails whose rows were deleted, how many ended in each state and were rejected; of
 * readers, how many unsubscribed by its link.
 */
export type MailTallyTable = {
  issue_id: number;
  state: MailTable["state"];
  count: number;
  unsubscribed_count: Generated<number>;
  rejected_count: Generated<number>;
};

/** Addresses that mail servers reported as unknown; a delivered mail removes the address. */
export type MailBounceTable = { email: string; count: number; last_at: number; last_error: string };
