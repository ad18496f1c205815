import type { Kysely, Selectable } from "kysely";
import type { ContactMessageTable, Tables } from "#db/tables.ts";
import type { Page } from "#shared/schema.ts";

/** One page of the messages, newest first, and how many there are. */
export async function pageMessages(
  db: Kysely<Tables>,
  page: Page,
): Promise<{ rows: Selectable<ContactMessageTable>[]; total: number }> {
  const rows = await db
    .selectFrom("contact_message")
    .selectAll()
    .orderBy("id", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const count = await db
    .selectFrom("contact_message")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(count.total) };
}
