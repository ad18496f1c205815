import type { Subscriber } from "#features/newsletter/schema.ts";
import type { SubscriberRow } from "./queries.ts";

/** A subscriber as editors see one. */
export function presentSubscriber(row: SubscriberRow): Subscriber {
  return {
    id: row.id,
    email: row.email,
    status: row.status,
    bouncing: Boolean(row.bouncing),
    created_at: new Date(row.created_at).toISOString(),
    changed_at: new Date(row.changed_at).toISOString(),
  };
}

const COLUMNS = ["id", "email", "status", "created_at", "changed_at"] as const;

/** The first line of the CSV. Lines end as RFC 4180 says. */
export const CSV_HEAD = `${COLUMNS.join(",")}\r\n`;

/** A subscriber as a line of CSV. */
export function presentCsvLine(row: SubscriberRow): string {
  const subscriber = presentSubscriber(row);
  return `${COLUMNS.map((column) => csvCell(String(subscriber[column]))).join(",")}\r\n`;
}

/** A cell that no spreadsheet takes for a formula: what begins like one is marked as text by an apostrophe. */
export function csvCell(value: string): string {
  const text = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
