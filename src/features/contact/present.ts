import type { Selectable } from "kysely";
import type { ContactMessageTable } from "#features/contact/tables.ts";
import type { ContactMessage, SentMessage } from "./schema.ts";

type Row = Selectable<ContactMessageTable>;

/** A message as returned to its sender. */
export function presentSentMessage(row: Row): SentMessage {
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

/** A stored message as editors see it. */
export const presentContactMessage = (row: Row): ContactMessage => ({ ...presentSentMessage(row), state: row.state });
