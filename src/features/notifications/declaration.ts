import type { Declaration } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

export const notifications = {
  screens: {
    notifications: {
      title: "Notifications",
      path: adminUrl.notifications(),
      finder: [{ words: "told asked review mail unread settings" }],
    },
  },
} as const satisfies Declaration;
