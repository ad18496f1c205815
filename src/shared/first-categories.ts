/** The categories of an empty publication; the footer links to them while they exist. */
export const FIRST_CATEGORIES = [
  { name: "Blockchain", slug: "blockchain" },
  { name: "Crypto", slug: "crypto" },
  { name: "NFTs", slug: "nfts" },
  { name: "AI", slug: "ai" },
  { name: "Tech", slug: "tech" },
  { name: "Markets", slug: "markets" },
] as const;

type Named = { name: string; slug: string };

/**
 * The footer's categories: those of an empty publication, as far as they exist, and then others up to their number. So a
 * renamed or added section is there, and six others never push the first ones out.
 */
export function footerCategories<Known extends Named>(all: readonly Known[]): (Known | Named)[] {
  const known = new Set(all.map(({ slug }) => slug));
  const firsts: Named[] = FIRST_CATEGORIES.filter(({ slug }) => known.has(slug));
  const isFirst = new Set(firsts.map(({ slug }) => slug));
  return [...firsts, ...all.filter(({ slug }) => !isFirst.has(slug))].slice(0, FIRST_CATEGORIES.length);
}
