/** The categories of an empty publication; the footer links to them. */
export const FIRST_CATEGORIES = [
  { name: "Blockchain", slug: "blockchain" },
  { name: "Crypto", slug: "crypto" },
  { name: "NFTs", slug: "nfts" },
  { name: "AI", slug: "ai" },
  { name: "Tech", slug: "tech" },
  { name: "Markets", slug: "markets" },
] as const;
