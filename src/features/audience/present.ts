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

/** The header line of the CSV. Line endings as in RFC 4180. */
export const CSV_HEAD = `${COLUMNS.join(",")}\r\n`;

/** A subscriber as a line of CSV. */
export function presentCsvLine(row: SubscriberRow): string {
  const subscriber = presentSubscriber(row);
  return `${COLUMNS.map((column) => csvCell(String(subscriber[column]))).join(",")}\r\n`;
}

/**
 * Escapes a cell that a spreadsheet would read as a formula: an apostrophe marks it as text. One that looks marked
 * already is marked too, so that an import takes the right apostrophe away.
 */
export function csvCell(value: string): string {
  const text = /^'*[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
