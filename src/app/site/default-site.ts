import type { SiteInfo } from "#shared/page.ts";

/** The publication's details for a document without a page state. */
export const defaultSite = (): SiteInfo => ({
  name: "Jarida",
  url: location.origin,
  title: "Cryptocurrency, blockchain and technology news",
  description: "Cutting-edge insights on cryptocurrency, blockchain technology, and digital innovation.",
  social: ["Twitter", "Facebook", "LinkedIn", "Instagram"].map((label) => ({ label, url: "" })),
});
