/**
 * What counts as one client: an IPv4 address, or the /64 network that one IPv6 customer controls, who could otherwise
 * use a new address for each guess.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!address.includes(":")) return address;
  return `${groupsOf(address).slice(0, 4).join(":")}::/64`;
}

/** A network that an address is in, too large to tell one person from another: an IPv4 /24, an IPv6 /48. */
export function approximateNetwork(address: string): string {
  const network = networkOf(address);
  if (network.includes(":")) return `${groupsOf(address).slice(0, 3).join(":")}::/48`;
  return `${network.split(".").slice(0, 3).join(".")}.0/24`;
}

/** The groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const rest = tail === "" ? 0 : tail.split(":").length;
    while (groups.length < 8 - rest) groups.push("0");
  }
  return groups.map((group) => group.replace(/^0+(?=.)/, ""));
}
