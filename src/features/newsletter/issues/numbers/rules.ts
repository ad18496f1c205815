import { pathKey } from "#features/addresses/rules.ts";

/** For how long after its start an issue counts the readers who unsubscribe by its link, in days. */
export const UNSUBSCRIPTION_DAYS = 30;

/** Names the address of a link in a mail. `label`: its words. */
export type LinkTo = (url: string, label: string) => string;

/** Paths on this site whose links are never counted: those with tokens, of the admin area, and those that count clicks themselves. */
const UNCOUNTED = /^\/(?:admin|api|go|preview|r|unsubscribe|newsletter\/(?:confirm|unsubscribe))(?:\/|$)/;

/** Words that look like an address: mail programs warn of a link that leads elsewhere than its words say. */
function isAddress(label: string): boolean {
  const [host = ""] = label.trim().split("/");
  const labels = host.split(".");
  const isHost = labels.length > 1 && /^[\w.-]+$/.test(host) && /^[a-z]{2,}$/i.test(labels.at(-1) ?? "");
  return isHost || /^(?:https?:|www\.)/i.test(host);
}

/** Where a link leads, as it is stored if its clicks are counted: a path on this site; undefined if they are not. */
export function countedTarget(siteUrl: string, url: string, label: string): string | undefined {
  const target = URL.parse(url);
  if (!target || !/^https?:$/.test(target.protocol) || isAddress(label)) return undefined;
  if (target.origin !== new URL(siteUrl).origin) return target.href;
  return UNCOUNTED.test(pathKey(target.pathname)) ? undefined : target.href.slice(target.origin.length);
}

/** The inverse: the complete address of a stored one. A path is appended, so that none leads to another host. */
export const targetUrl = (siteUrl: string, stored: string): string =>
  stored.startsWith("/") ? `${siteUrl}${stored}` : stored;
