import type { Generated } from "kysely";

declare module "#db/tables.ts" {
  interface Tables {
    contact_message: ContactMessageTable;
    contact_reply: ContactReplyTable;
  }
}

export type ContactMessageTable = {
  id: Generated<number>;
  first_name: string;
  last_name: string;
  email: string;
  subject: string;
  message: string;
  created_at: number;
  /** `spam`: apparently written by a bot; not mailed. */
  state: Generated<"new" | "read" | "done" | "spam">;
  /** Sender, address, subject and text, folded for search. */
  folded: Generated<string>;
};

/** A reply that was mailed to the sender of a message. */
export type ContactReplyTable = {
  id: Generated<number>;
  message_id: number;
  text: string;
  /** Null after the account was removed. */
  sent_by: number | null;
  sent_at: number;
};
