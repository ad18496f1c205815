import { trustedPolicy } from "#shared/html.ts";

/** Not exported: arbitrary text may only become a document that is never rendered. */
const policy = trustedPolicy("jarida-inert", { createHTML: (html) => html });

/** Parses HTML into a separate document, in which nothing is fetched and nothing runs. */
export function parseInert(html: string): Document {
  return new DOMParser().parseFromString(policy.createHTML(html), "text/html");
}
