import { type Kysely, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import { isBouncing } from "#features/mail/leases.ts";
import type { Subscriber, SubscriberFilter } from "#features/newsletter/endpoints.ts";
import { csvLine } from "#shared/html.ts";
import type { Page } from "#shared/schema.ts";

/** The subscribers who get issues. */
function selectRecipients(db: Kysely<Tables>) {
  return db
    .selectFrom("subscriber")
    .where("subscriber.status", "=", "active")
    .where((eb) => eb.not(isBouncing("subscriber.email")));
}

/** The number of subscribers who get issues, and the highest id among them; null if there are none. */
export async function countRecipients(db: Kysely<Tables>): Promise<{ last: number | null; count: number }> {
  const { last, count } = await selectRecipients(db)
    .select((eb) => [eb.fn.max("subscriber.id").as("last"), eb.fn.countAll<number>().as("count")])
    .executeTakeFirstOrThrow();
  return { last, count: Number(count) };
}

/** Subscribers who get issues, by id: the next `limit` after one id, up to another. */
export function listRecipients(
  db: Kysely<Tables>,
  { after, until, limit }: { after: number; until: number; limit: number },
): Promise<{ id: number; email: string }[]> {
  return selectRecipients(db)
    .where("subscriber.id", ">", after)
    .where("subscriber.id", "<=", until)
    .orderBy("subscriber.id")
    .limit(limit)
    .select(["subscriber.id", "subscriber.email"])
    .execute();
}

function selectSubscribers(db: Kysely<Tables>, { query, status }: SubscriberFilter = {}) {
  const part = query?.replace(/[\\%_]/g, "\\$&");
  return db
    .selectFrom("subscriber")
    .$if(part !== undefined && part !== "", (rows) =>
      rows.where(sql<boolean>`subscriber.email like ${`%${part}%`} escape '\\'`),
    )
    .$if(status === "bouncing", (rows) =>
      rows.where(isBouncing("subscriber.email")).where("subscriber.status", "=", "active"),
    )
    .$if(status !== undefined && status !== "bouncing", (rows) =>
      rows.where("subscriber.status", "=", status === "bouncing" ? "active" : (status ?? "active")),
    );
}

const withBounces = (db: Kysely<Tables>, filter?: SubscriberFilter) =>
  selectSubscribers(db, filter).selectAll("subscriber").select(isBouncing("subscriber.email").as("bouncing"));
export type SubscriberRow = Awaited<ReturnType<ReturnType<typeof withBounces>["execute"]>>[number];

/** One page of the subscribers, including former ones, newest first, and the total. */
export async function pageSubscribers(
  db: Kysely<Tables>,
  filter: SubscriberFilter,
  page: Page,
): Promise<{ rows: SubscriberRow[]; total: number }> {
  const rows = await withBounces(db, filter)
    .orderBy("subscriber.id", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const count = await selectSubscribers(db, filter)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(count.total) };
}

/** Rows per batch when all are read. */
const BATCH = 1_000;

/** All subscribers that match a filter, by id, in batches. */
export async function* eachSubscriber(db: Kysely<Tables>, filter: SubscriberFilter): AsyncGenerator<SubscriberRow[]> {
  let last = 0;
  for (;;) {
    const rows = await withBounces(db, filter)
      .where("subscriber.id", ">", last)
      .orderBy("subscriber.id")
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1)?.id ?? last;
  }
}

export function findSubscriber(db: Kysely<Tables>, email: string): Promise<SubscriberRow | undefined> {
  return withBounces(db).where("subscriber.email", "=", email).executeTakeFirst();
}

/** The states of addresses, without those that are not in the list. */
export async function statesOf(db: Kysely<Tables>, emails: string[]) {
  const rows = await db.selectFrom("subscriber").where("email", "in", emails).select(["email", "status"]).execute();
  return new Map(rows.map(({ email, status }) => [email, status]));
}

/** A subscriber as editors see one. */
export function presentSubscriber(row: SubscriberRow): Subscriber {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    status: row.status,
    bouncing: Boolean(row.bouncing),
    created_at: new Date(row.created_at).toISOString(),
    changed_at: new Date(row.changed_at).toISOString(),
  };
}

const COLUMNS = ["id", "email", "name", "status", "created_at", "changed_at"] as const;

/** The header line of the CSV. */
export const CSV_HEAD = csvLine(COLUMNS);

/** A subscriber as a line of CSV. */
export function presentCsvLine(row: SubscriberRow): string {
  const subscriber = presentSubscriber(row);
  return csvLine(COLUMNS.map((column) => String(subscriber[column])));
}
