import type { Declaration } from "#shared/declaration.ts";

/**
 * The outbox: mails, their delivery, retries and bounces. Owns `mail`, `mail_body`, `mail_tally` and `mail_bounce`, and the mail server of the
 * settings. Promises: a mail is a row of the transaction that causes it, is never sent twice, and is shown as uncertain if
 * nobody can know whether it was sent.
 */
export const mail = {
  scopes: ["mail"],
  actionKinds: { mail: "Mails" },
  actions: {
    "mail.again": "Mail queued again",
    "mail.test": "Test mail sent",
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
