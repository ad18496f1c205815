import type { Declaration } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

/**
 * Notifications about people's documents, in the product and by mail. Owns `notification`, `notification_setting`
 * and `notification_digest`. Promises: users are never notified of their own actions or of a document that they may not see,
 * and a notification never blocks a save.
 */
export const notifications = {
  screens: {
    notifications: {
      title: "Notifications",
      path: adminUrl.notifications(),
      finder: [{ words: "notified asked review mail unread settings" }],
    },
  },
  personalData: {
    "notifications and notification settings": {
      columns: {
        "notification.account_id": "notifications",
        "notification_setting.account_id": "notification_settings",
        "notification_digest.account_id": "notification_mail",
      },
      until: "90 days after it was read; or an hour after removal",
      exported: "yes",
      erased: "gone",
    },
    "who caused a notification to others": {
      columns: { "notification.actor_id": null },
      until: "the notification goes",
      exported: "no: it belongs to its recipient",
      erased: "number",
    },
  },
} as const satisfies Declaration;
