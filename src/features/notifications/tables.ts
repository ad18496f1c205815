import type { Generated } from "kysely";
import type { DocumentTypeName } from "#shared/document.ts";
import type { NotificationDetail, NotificationKind } from "./rules.ts";

declare module "#db/tables.ts" {
  interface Tables {
    notification: NotificationTable;
    notification_setting: NotificationSettingTable;
  }
}

/** An action on a document that concerns this account. */
export type NotificationTable = {
  id: Generated<number>;
  account_id: number;
  kind: NotificationKind;
  detail: NotificationDetail;
  document_type: DocumentTypeName;
  /** It may be in the trash: the notification is shown again once it is restored. */
  document_id: number;
  /** Null for a deleted account. */
  actor_id: number | null;
  /** The time of the last occurrence: repeated unread changes share one row. */
  created_at: number;
  read_at: number | null;
  /** 0: by mail alone. Such a row counts as read, and records the mail. */
  is_shown: 0 | 1;
  /** When the last mail was queued; null for none. */
  mailed_at: number | null;
};

/** Where an account wants a kind of notification; without a row the defaults apply. */
export type NotificationSettingTable = {
  account_id: number;
  kind: NotificationKind;
  in_product: 0 | 1;
  by_mail: 0 | 1;
};
