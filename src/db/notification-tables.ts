import type { Generated } from "kysely";

/** What somebody is told of (features/notifications/rules.ts). */
export type NotificationKind = "asked" | "approved" | "changed" | "returned" | "published" | "noted";

/** Which of the acts that a kind stands for; empty for the one that it is named after. */
export type NotificationDetail = "" | "withdrawn" | "unpublished" | "scheduled" | "updated" | "reply";

/** That somebody did something to an article, told to one person whom it concerns. */
export type NotificationTable = {
  id: Generated<number>;
  account_id: number;
  kind: NotificationKind;
  detail: NotificationDetail;
  /** Which may be in the trash: the notification is shown again once it is restored. */
  article_id: number;
  /** Null for an account that is gone. */
  actor_id: number | null;
  /** When it last happened: an unread change is told of once, however often it is made. */
  created_at: number;
  read_at: number | null;
  /** 0: told by mail alone. Such a row is read from the beginning, and remembers the mail. */
  is_shown: 0 | 1;
  /** When a mail was last asked for; null for none. */
  mailed_at: number | null;
};

/** Where somebody has chosen to be told of a kind; the first values stand where there is no row. */
export type NotificationSettingTable = {
  account_id: number;
  kind: NotificationKind;
  in_product: 0 | 1;
  by_mail: 0 | 1;
};
