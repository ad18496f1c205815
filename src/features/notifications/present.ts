import type { ListedNotification } from "./queries.ts";
import type { Notification } from "./schema.ts";

export const presentNotification = (row: ListedNotification): Notification => ({
  id: row.id,
  kind: row.kind,
  detail: row.detail,
  article: { id: row.article_id, title: row.title },
  actor: row.actor,
  created: new Date(row.created_at).toISOString(),
  is_read: row.read_at !== null,
});
