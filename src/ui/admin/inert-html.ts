/** What the page's policy of trusted types lets HTML be made of; browsers without them take the text itself. */
type Policy = { createHTML: (html: string) => string };
type PolicyFactory = { createPolicy: (name: string, rules: Policy) => Policy };

const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
/** Not for others: only a document that is never shown may be made of any text. Named in security-headers.ts. */
const policy = trustedTypes?.createPolicy("jarida-inert", { createHTML: (html) => html });

/** HTML as a document of its own, in which nothing is fetched and nothing runs. */
export function parseInert(html: string): Document {
  return new DOMParser().parseFromString(policy ? policy.createHTML(html) : html, "text/html");
}
