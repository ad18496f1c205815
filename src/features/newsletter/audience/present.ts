import type { Subscriber } from "#features/newsletter/schema.ts";
import { csvLine } from "#shared/csv.ts";
import type { SubscriberRow } from "./queries.ts";

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
