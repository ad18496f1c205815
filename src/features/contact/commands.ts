import type { Selectable } from "kysely";
import type { Database } from "#db/open.ts";
import type { ContactMessageTable } from "#db/tables.ts";
import type { Clock } from "#platform/clock.ts";
import type { ContactBody } from "./schema.ts";

/** Stores a message of the contact form (already parsed) and returns its row. */
export function storeContactMessage(
  database: Database,
  clock: Clock,
  body: ContactBody,
): Promise<Selectable<ContactMessageTable>> {
  return database.db
    .insertInto("contact_message")
    .values({
      first_name: body.firstName,
      last_name: body.lastName,
      email: body.email,
      subject: body.subject,
      message: body.message,
      created_at: clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
