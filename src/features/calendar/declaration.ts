import type { Declaration } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

/**
 * What is published and sent when, and the overview that editors see first. Owns no table: it reads articles,
 * issues, pages and the trash. Promises: each person sees only what their permissions allow.
 */
export const calendar = {
  screens: {
    calendar: {
      title: "Calendar",
      path: adminUrl.calendar(),
      finder: [{ words: "schedule plan publish week month time zone" }],
    },
  },
} as const satisfies Declaration;
