import type { Generated } from "kysely";
import type { NotificationDetail, NotificationKind, NotifiedName, Timing } from "./rules.ts";

declare module "#db/tables.ts" {
  interface Tables {
    notification: NotificationTable;
    notification_setting: NotificationSettingTable;
    notification_digest: NotificationDigestTable;
  }
}

/** An action on a document that concerns this account. */
export type NotificationTable = {
  id: Generated<number>;
  account_id: number;
  kind: NotificationKind;
  detail: NotificationDetail;
  document_type: NotifiedName;
  /** It may be in the trash: the notification is shown again once it is restored. */
  document_id: number;
  /** Null for a deleted account. */
  actor_id: number | null;
  /** The time of the last occurrence: repeated unread changes share one row. */
  created_at: number;
  read_at: number | null;
  /** 0: by mail alone. Such a row counts as read, and records the mail. */
  is_shown: 0 | 1;
  /** When the last mail with it was queued; null for none, and for one that waits for a digest. */
  mailed_at: number | null;
};

/** Where an account wants a kind of notification; without a row the defaults apply. */
export type NotificationSettingTable = {
  account_id: number;
  kind: NotificationKind;
  in_product: 0 | 1;
  by_mail: 0 | 1;
};

/** When an account gets the mails of its notifications; without a row, immediately. */
export type NotificationDigestTable = {
  account_id: number;
  timing: Timing;
  /** In the newsroom's time zone. */
  hour: number;
  /** The next digest; null for none. */
  due_at: number | null;
};
