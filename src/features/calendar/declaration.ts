import type { Declaration } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

export const calendar = {
  screens: {
    calendar: {
      title: "Calendar",
      path: adminUrl.calendar(),
      finder: [{ words: "schedule plan publish week month time zone" }],
    },
  },
} as const satisfies Declaration;
