import type { Generated } from "kysely";
import type { DocumentType } from "#shared/document.ts";
import type { NotificationDetail, NotificationKind } from "./rules.ts";

declare module "#db/tables.ts" {
  interface Tables {
    notification: NotificationTable;
    notification_setting: NotificationSettingTable;
  }
}

/** A notification: somebody did something to a document that concerns this account. */
export type NotificationTable = {
  id: Generated<number>;
  account_id: number;
  kind: NotificationKind;
  detail: NotificationDetail;
  document_type: DocumentType;
  /** Which may be in the trash: the notification is shown again once it is restored. */
  document_id: number;
  /** Null for an account that is gone. */
  actor_id: number | null;
  /** When it last happened: an unread change has one row, however often it is made. */
  created_at: number;
  read_at: number | null;
  /** 0: by mail alone. Such a row is read from the beginning, and remembers the mail. */
  is_shown: 0 | 1;
  /** When a mail was last asked for; null for none. */
  mailed_at: number | null;
};

/** Where somebody has chosen to get a kind of notification; without a row the defaults apply. */
export type NotificationSettingTable = {
  account_id: number;
  kind: NotificationKind;
  in_product: 0 | 1;
  by_mail: 0 | 1;
};
