import type { Selectable } from "kysely";
import type { ContactMessageTable } from "#db/tables.ts";
import type { ContactMessage } from "./schema.ts";

/** A stored message as the API gives it. */
export function presentContactMessage(row: Selectable<ContactMessageTable>): ContactMessage {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    subject: row.subject,
    message: row.message,
    created_at: new Date(row.created_at).toISOString(),
  };
}
