import { isIP } from "node:net";
import ipaddr, { type IPv4, type IPv6 } from "ipaddr.js";

/** The address in a text, without its zone; undefined for anything else, also for short forms such as `127.1`. */
const parse = (text: string): IPv4 | IPv6 | undefined =>
  isIP(text) === 0 ? undefined : ipaddr.parse(text.split("%")[0] ?? "");

/** What IANA allocates to the internet. The library also calls addresses public that are not allocated yet. */
const ALLOCATED = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an address is on the internet: not this machine or its network, nor in a range for special purposes or one
 * that embeds an IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  const address = text.includes("%") ? undefined : parse(text);
  return address?.range() === "unicast" && (address.kind() === "ipv4" || address.match(ALLOCATED));
}

/** Whether the host of a URL certainly is this machine. */
export function isThisMachine(host: string): boolean {
  return host.toLowerCase() === "localhost" || parse(host.replace(/^\[|\]$/g, ""))?.range() === "loopback";
}

/** The first byte of the IPv4 address in an IPv6 address, in ranges that embed one for a single client. */
const EMBEDDED: Record<string, number> = { ipv4Mapped: 12, rfc6052: 12, "6to4": 2 };

function plain(text: string): IPv4 | IPv6 | undefined {
  const address = parse(text);
  const start = address && EMBEDDED[address.range()];
  return start === undefined ? address : ipaddr.fromByteArray(address?.toByteArray().slice(start, start + 4) ?? []);
}

function network(text: string, ipv4: number, ipv6: number): string {
  const address = plain(text);
  if (!address) return text;
  if (address.kind() === "ipv6") return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${ipv6}`)}/${ipv6}`;
  return ipv4 === 32 ? `${address}` : `${ipaddr.IPv4.networkAddressFromCIDR(`${address}/${ipv4}`)}/${ipv4}`;
}

/**
 * What counts as one client: an IPv4 address, or the /64 network that one IPv6 customer controls, who could otherwise
 * use a new address for each guess.
 */
export const networkOf = (address: string): string => network(address, 32, 64);

/** A network too large to tell one person from another: an IPv4 /24, an IPv6 /48. */
export const approximateNetwork = (address: string): string => network(address, 24, 48);
