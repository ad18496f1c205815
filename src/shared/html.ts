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

declare const clean: unique symbol;
declare const ready: unique symbol;

/**
 * HTML that contains only what `features/content/model.ts` allows. Only `features/content/serialize.ts` creates it,
 * from a tree of elements of that table (`scripts/check-structure.mjs` rejects a cast anywhere else), and the content
 * columns of articles and issues accept nothing else. HTML from JSON, from a form or joined from blocks is a string.
 */
export type CleanHtml = string & { readonly [clean]: true };

/** The same prepared for readers' pages, created only there. */
export type PageHtml = string & { readonly [ready]: true };

/** A policy's functions. They return trusted types, which TypeScript's DOM types treat as text. */
type Rules = { createHTML?: (text: string) => string; createScript?: (text: string) => string };
type Factory = { createPolicy: <Given extends Rules>(name: string, rules: Given) => Given };

/**
 * A trusted types policy that turns text into HTML or a script, under a name that the page's policy allows
 * (platform/security-headers.ts). Browsers without trusted types, and the server, use the text itself. Call it only
 * once for each name.
 */
export function trustedPolicy<Given extends Rules>(name: string, rules: Given): Given {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory };
  return trustedTypes ? trustedTypes.createPolicy(name, rules) : rules;
}
