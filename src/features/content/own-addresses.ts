import { type ContentNode, contentElement } from "./model.ts";
import { hasScheme, isCard } from "./rules.ts";

/** Hosts whose pages are the site's own, with their ports and without `www.`. */
export type SiteHosts = readonly string[];

const withoutWww = (host: string) => host.replace(/^www\./, "");

/** The host of a site's address, in the form of `SiteHosts`. */
export const siteHost = (siteUrl: string): string => withoutWww(new URL(siteUrl).host);

const MAILBOX = /^[^\s@/:]+@[^\s@/:.]+(?:\.[^\s@/:.]+)+$/;

/** Slashes at the start would be another host. */
const pathOf = ({ pathname, search, hash }: URL) => pathname.replace(/^\/+/, "/") + search + hash;

const isOwn = ({ protocol, host, username, password }: URL, hosts: SiteHosts) =>
  /^https?:$/.test(protocol) && username === "" && password === "" && hosts.includes(withoutWww(host));

/**
 * Returns an allowed address in a form that means the same on every page, in feeds and in mails, also after the site has
 * moved to another host: complete, a path from the root, or a fragment. Relative ones are below the site's root.
 */
export function resolvedAddress(address: string, hosts: SiteHosts): string {
  if (/^[#/]/.test(address)) return address;
  if (hasScheme(address)) {
    const url = URL.parse(address);
    return url && isOwn(url, hosts) ? pathOf(url) : address;
  }
  if (MAILBOX.test(address)) return `mailto:${address}`;
  if (/^www\./i.test(address)) return resolvedAddress(`https://${address}`, hosts);
  const url = URL.parse(address, "https://site.invalid/");
  return url ? pathOf(url) : address;
}

/** Resolves the addresses of links and pictures. Cards keep theirs: what they show was fetched from it. */
export const withResolvedAddresses = (nodes: ContentNode[], hosts: SiteHosts): ContentNode[] =>
  nodes.map((node): ContentNode => {
    const isFixed: boolean = isCard(node);
    if (typeof node === "string" || isFixed) return node;
    const rules = contentElement(node.name)?.attributes;
    const attributes = node.attributes.map(([name, value]): [string, string] => {
      const isAddress = rules?.[name] === "link" || rules?.[name] === "picture";
      return [name, isAddress ? resolvedAddress(value, hosts) : value];
    });
    return { ...node, attributes, children: withResolvedAddresses(node.children, hosts) };
  });
