import type { Declaration } from "#shared/declaration.ts";

export const mail = {
  actionKinds: { mail: "Mails" },
  actions: {
    "mail.again": "Mail queued again",
  },
} as const satisfies Declaration;
