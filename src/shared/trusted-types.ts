/** A policy's functions. They return trusted types, which the DOM's types see as text. */
type Rules = { createHTML?: (text: string) => string; createScript?: (text: string) => string };
type Factory = { createPolicy: <Given extends Rules>(name: string, rules: Given) => Given };

/**
 * A trusted types policy that turns text into HTML or a script, under a name that the page's policy allows
 * (platform/security-headers.ts). Browsers without trusted types, and the server, use the text itself. Call it only
 * once for each name.
 */
export function trustedPolicy<Given extends Rules>(name: string, rules: Given): Given {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory };
  return trustedTypes ? trustedTypes.createPolicy(name, rules) : rules;
}
