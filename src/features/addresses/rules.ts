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
