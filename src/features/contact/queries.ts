import type { Kysely, Selectable } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { ContactMessageTable } from "#features/contact/tables.ts";
import type { Page } from "#shared/schema.ts";
import type { MessageState } from "./schema.ts";

type Row = Selectable<ContactMessageTable>;

/** One page of the messages in a state, or of all except spam, newest first, and the total. */
export async function pageMessages(
  db: Kysely<Tables>,
  state: MessageState | undefined,
  page: Page,
): Promise<{ rows: Row[]; total: number }> {
  const wanted = db
    .selectFrom("contact_message")
    .$call((query) => (state ? query.where("state", "=", state) : query.where("state", "<>", "spam")));
  const rows = await wanted.selectAll().orderBy("id", "desc").limit(page.limit).offset(page.offset).execute();
  const count = await wanted.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return { rows, total: Number(count.total) };
}

/** All messages from a person, including spam, newest first. */
export function messagesOfPerson(db: Kysely<Tables>, email: string): Promise<Row[]> {
  return db.selectFrom("contact_message").where("email", "=", email).orderBy("id", "desc").selectAll().execute();
}
