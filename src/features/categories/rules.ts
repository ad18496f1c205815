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

/** What is said of a category that does not exist. */
export const NO_CATEGORY = "There is no such category.";

/** What is said of a slug or name that another category has (spec section 5). */
export const DUPLICATE_SLUG = "A category with this slug already exists";
export const DUPLICATE_NAME = "A category with this name already exists";

/** The kind of task that tells full text of a category's new name. */
export const REINDEX_TASK = "reindex-category";

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
