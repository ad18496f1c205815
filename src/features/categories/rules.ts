import { slugify } from "#shared/text.ts";

/** What an empty publication starts with: the footer's categories (spec section 2), label to slug. */
export const FIRST_CATEGORIES = [
  { name: "Blockchain", slug: "blockchain" },
  { name: "Crypto", slug: "crypto" },
  { name: "NFTs", slug: "nfts" },
  { name: "AI", slug: "ai" },
  { name: "Tech", slug: "tech" },
  { name: "Markets", slug: "markets" },
] as const;

/** The form in which names are compared: without regard to case and outer white space. */
export function nameKey(name: string): string {
  return name.normalize("NFC").trim().toLowerCase();
}

/** A slug that is not among `taken`: the one derived from the name, else numbered from 2. */
export function freeSlug(name: string, taken: ReadonlySet<string>): string {
  const base = slugify(name) || "category";
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}
