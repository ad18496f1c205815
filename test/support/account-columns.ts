import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { declared } from "#shared/features.ts";
import { generatedRow } from "#test/support/generated-rows.ts";

/** Every column that names an account, as `table.column`, with the part of an export that has it and what an erasure leaves. */
export const ACCOUNT_COLUMNS = Object.values(declared("personalData")).flatMap(({ columns, erased }) =>
  Object.entries(columns).map(([column, exported]) => ({ column, exported, erased })),
);

/** How many rows name an account in a column. */
export async function rowsNaming(db: Kysely<Tables>, column: string, id: number): Promise<number> {
  const [table, name] = column.split(".") as ["session", "account_id"];
  const found = await db
    .selectFrom(table)
    .where(name, "=", id)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(found.count);
}

/**
 * Rows that name an account in every column that no call of the API has filled; `mark` is what an erasure must not leave
 * behind.
 */
export async function leaveRows(
  { db }: { db: Kysely<Tables> },
  { id, article, mark }: { id: number; article: number; mark: string },
): Promise<void> {
  const later = Date.parse("2100-01-01");
  const link = { account_id: id, generation: 1, expires_at: later };
  const rows: { [Table in keyof Tables]?: object } = {
    email_change: { ...link, email: `${mark}@new.example`, new_hash: "change", role: "chief", asked_at: 1 },
    passkey: {
      id: "passkey",
      account_id: id,
      credential_id: "c",
      public_key: "k",
      counter: 0,
      transports: "[]",
      name: `Phone of ${mark}`,
      created_at: 1,
    },
    api_key: {
      name: "Archive",
      start: "AbCdEfGh",
      hash: "h",
      role: "writer",
      scopes: '["read"]',
      origins: "[]",
      account_id: id,
      is_strong: 0,
      created_at: 1,
      expires_at: later,
    },
    idea: { id: 900, title: "Port", note: "", slot: "", version: 1, created_at: 1, created_by: id },
    idea_person: { idea_id: 900, account_id: id },
    oidc_identity: { issuer: "https://id.example", subject: mark, account_id: id },
    mail_body: { id: 900, subject: `For ${mark}`, html: "", text: "" },
    mail: {
      kind: "password",
      state: "sent",
      priority: 0,
      body_id: 900,
      account_id: id,
      created_at: 1,
      due_at: 1,
      settled_at: 1,
      message_id: "m",
      to_email: `${mark}@former.example`,
    },
    // Whose reply is in contact_reply.
    contact_message: {
      id: article,
      first_name: "Amina",
      last_name: "Otieno",
      email: "reader@example.com",
      subject: "Rates",
      message: "Hello.",
      created_at: 1,
    },
    // Their only row has a fixed id, which no column generates.
    demo_removal: { id: 1, removed_at: 1, removed_by: id, removed: "{}" },
    backup_run: { id: 1, started_at: 1, started_by: id, alive_at: 1, finished_at: 2, place: "backups/one" },
    picture: {
      key: "k1",
      sha256: "s",
      width: 1,
      height: 2,
      fallback_format: "jpg",
      has_variants: 1,
      created_at: 3,
      name: "Own.jpg",
      alt: "A street",
      size: 1,
      uploaded_by: id,
    },
  };
  for (const [table, row] of Object.entries(rows))
    await db
      .insertInto(table as "setting")
      .values(row as never)
      .execute();
  await db.updateTable("working_copy").set({ saved_by: id, publish_by: id }).execute();
  await db.updateTable("revision").set({ suggested_by: id }).execute();
  const tables = await db.introspection.getTables();
  for (const { column } of ACCOUNT_COLUMNS) {
    const [name, named = ""] = column.split(".");
    const table = tables.find((one) => one.name === name);
    if (!table || (await rowsNaming(db, column, id)) > 0) continue;
    const row = generatedRow(table, { text: "2026-01-02", id: article, large: later, isFull: true });
    await db
      .insertInto(table.name as "setting")
      .values({ ...row, [named]: id } as never)
      .execute();
  }
}
