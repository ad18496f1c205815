import type { SiteInfo } from "#shared/page.ts";

/** What is shown of the publication if the document does not say it. */
export const defaultSite = (): SiteInfo => ({
  name: "Jarida",
  url: location.origin,
  title: "Cryptocurrency, blockchain and technology news",
  description: "Cutting-edge insights on cryptocurrency, blockchain technology, and digital innovation.",
  social: {},
});
