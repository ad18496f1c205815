/** Escapes text between the tags of HTML. */
export const escapeText = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Escapes the value of an attribute in double quotes. */
export const escapeValue = (value: string) => escapeText(value).replaceAll('"', "&quot;");

/**
 * Marks a cell that a spreadsheet would read as a formula with an apostrophe. One that looks marked already is marked
 * too, so that an import removes the right apostrophe.
 */
export function csvCell(value: string): string {
  const text = /^'*[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of CSV, with its end as in RFC 4180. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;
