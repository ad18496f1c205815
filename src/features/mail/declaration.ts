import type { Declaration } from "#shared/declaration.ts";

export const mail = {
  actionKinds: { mail: "Mails" },
  actions: {
    "mail.again": "Mail queued again",
  },
  personalData: {
    "mails to an account, at each address it had or requested": {
      columns: { "mail.account_id": "mails" },
      also: ["mail_body", "DATA_DIR/outbox"],
      until: "*90 days* after they ended",
      exported: "yes",
      erased: "gone",
    },
  },
} as const satisfies Declaration;
