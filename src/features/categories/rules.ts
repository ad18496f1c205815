import { slugify } from "#shared/slug.ts";

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

/** What begins the keys, in `site_state`, of categories whose articles full text knows by an older name. */
export const REINDEX_PREFIX = "reindex_category:";

/** The form in which names are compared: without regard to case and outer white space. */
export function nameKey(name: string): string {
  return name.normalize("NFC").trim().toLowerCase();
}

/** The slug a name gives a category. */
export const categorySlug = (name: string): string => slugify(name, "category");
