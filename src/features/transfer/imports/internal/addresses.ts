import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { pathKey } from "#features/addresses/rules.ts";

/** Longer addresses are no links between posts, and too long for an index. */
const MAX_LENGTH = 1_000;
/** Parameters that name a post in addresses without a path. */
const NAMING = ["p", "page_id", "post", "attachment_id"];

const hostOf = ({ host }: URL) => host.toLowerCase().replace(/^www\./, "");

/** The host of a site, without `www.`; empty if unknown. */
export const siteHostOf = (address: string): string => {
  const url = URL.parse(address);
  return url ? hostOf(url) : "";
};

/**
 * The form in which addresses of a source are compared: a path of its own site, or with another host. Scheme, `www.`, case, the
 * fragment and a trailing slash do not count, nor does a query unless it names a post. Null for what is no page's address.
 */
export function addressKey(address: string, siteHost: string): string | null {
  const given = address.trim();
  if (given === "" || given.startsWith("#") || given.length > MAX_LENGTH) return null;
  const url = URL.parse(given, `https://${siteHost || "site.invalid"}/`);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const host = hostOf(url);
  const named = NAMING.flatMap((name) => {
    const value = url.searchParams.get(name);
    return value !== null && /^\d{1,15}$/.test(value) ? [`?${name}=${value}`] : [];
  })[0];
  const path = pathKey(url.pathname).replace(/\/(?:index\.html?|index\.php)$/, "") || "/";
  const isOwn = host === siteHost || host === "site.invalid";
  const key = `${isOwn ? "" : host}${path}${named ?? ""}`;
  return key.toWellFormed().replaceAll("\0", "");
}

/** How a text names a picture of its file: exactly, and as a page's address, without its query. */
export function pictureKeys(address: string, siteHost: string): string[] {
  const exact = address.trim();
  if (exact === "" || exact.length > MAX_LENGTH) return [];
  const key = addressKey(exact, siteHost);
  return [...new Set([`=${exact}`, ...(key === null ? [] : [`=${key}`])])];
}

/** The items that have these addresses, by address. */
export async function itemsAt(
  db: Kysely<Tables>,
  source: string,
  addresses: readonly string[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const some of chunksOf([...new Set(addresses)])) {
    const rows = await db
      .selectFrom("import_address")
      .select(["address", "item_id"])
      .where("source", "=", source)
      .where("address", "in", some)
      .execute();
    for (const { address, item_id } of rows) found.set(address, item_id);
  }
  return found;
}

/** The hash of what a source says about an item. */
export const hashOf = (item: unknown): string => createHash("sha256").update(JSON.stringify(item)).digest("base64url");
