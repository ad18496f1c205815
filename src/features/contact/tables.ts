import type { Generated } from "kysely";

declare module "#db/tables.ts" {
  interface Tables {
    contact_message: ContactMessageTable;
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
  /** `spam`: apparently sent by a machine; it was not mailed. */
  state: Generated<"new" | "read" | "done" | "spam">;
};
