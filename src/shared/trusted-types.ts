/** What a policy of trusted types makes text of; to the DOM's types it stays text. */
type Rules = { createHTML?: (text: string) => string; createScript?: (text: string) => string };
type Factory = { createPolicy: <Given extends Rules>(name: string, rules: Given) => Given };

/**
 * A way in which text may become HTML or a script, under a name that the page's policy has (platform/security-headers.ts).
 * Browsers without trusted types, and the server, take the text itself. Only once for each name.
 */
export function trustedPolicy<Given extends Rules>(name: string, rules: Given): Given {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory };
  return trustedTypes ? trustedTypes.createPolicy(name, rules) : rules;
}
