import { nameKey } from "#shared/text.ts";
import { documentPattern, pagePattern } from "#shared/urls.ts";

const PATTERNS = {
  topic: documentPattern.topic,
  series: documentPattern.series,
  author: documentPattern.author,
  category: pagePattern.category,
  page: "/:slug",
};
/** What an address can be of. */
export type AddressKind = keyof typeof PATTERNS;

/** The part of an address that all of a kind have in common. */
export const prefixOf = (kind: AddressKind): string => PATTERNS[kind].slice(0, -":slug".length);

/** An address as addresses are compared: case is decided here. `slug` may be a number or a name that leads to one. */
export const addressKey = (kind: AddressKind, slug: string | number): string => prefixOf(kind) + nameKey(String(slug));

/** First segments of paths that the server answers itself: no page is below them, and no redirect from there is used. */
const OWN = ["admin", "api", "assets", "go", "media", "preview"];
/** Those of other routes that are no pages, of routes that depend on settings, and of what is planned. */
const OTHERS = "coins feed health healthz license llms mcp metrics readyz record rss sitemaps social-card theme".split(
  " ",
);
const PAGES = [...Object.values(pagePattern), ...Object.values(documentPattern)].map(
  (path) => path.split("/")[1] ?? "",
);
const RESERVED = new Set([...OWN, ...OTHERS, ...PAGES]);

/** Whether paths of the server's routes begin with a segment: a page there would be unreachable, or hide them. */
export const isReserved = (segment: string): boolean => RESERVED.has(segment);

/** Whether only the server itself answers at a path. */
export const isOwn = (path: string): boolean => OWN.includes(path.split("/")[1] ?? "");

/** A path in the form in which paths are compared: decoded, in NFC and lower case, without a slash at its end. */
export function pathKey(path: string): string {
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // Invalid encoding is compared as it is.
  }
  const key = decoded.normalize("NFC").toLowerCase().replace(/\/+/g, "/").replace(/\/$/, "");
  return key === "" ? "/" : key;
}

/** The error of an address that another one of the kind has. The one of categories is a specified text. */
export const TAKEN: Record<AddressKind, string> = {
  topic: "A topic with this slug already exists.",
  series: "Another series has this slug.",
  author: "Another author has this slug.",
  category: "A category with this slug already exists",
  page: "Another page has this address. Choose another one.",
};
