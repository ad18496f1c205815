import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { z } from "zod";

/** The proxies in front of the process: their number (0: trust none), or their addresses and networks. */
export type TrustedProxies = number | readonly string[];

/** Named networks, as Express and Fastify name them. */
const NAMED_NETWORKS: Record<string, readonly string[]> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};
/** A larger number of proxies is a typing error. */
const MAX_PROXIES = 20;

type Source = Pick<IncomingMessage, "headers" | "socket">;

export type ClientAddresses = {
  /**
   * The client's address: the connection's, or behind trusted proxies the last one in `X-Forwarded-For` that belongs to
   * none of them. Stops at an entry that is not an address.
   */
  addressOf: (request: Source) => string | undefined;
  /** Whether a trusted proxy made the connection. */
  isProxied: (request: Source) => boolean;
};

export function clientAddresses(trusted: TrustedProxies): ClientAddresses {
  const isTrusted = trustOf(trusted);
  return {
    addressOf: ({ headers, socket }) => {
      let address = socket.remoteAddress;
      const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
      for (let hop = 0; address !== undefined && forwarded.length > 0 && isTrusted(address, hop); hop += 1) {
        const next = addressIn(forwarded.pop() ?? "");
        if (next === undefined) break;
        address = next;
      }
      return address;
    },
    isProxied: ({ socket }) => isTrusted(socket.remoteAddress ?? "", 0),
  };
}

const EXPECTED = `must be off, on, a number of proxies up to ${MAX_PROXIES}, or addresses, networks (10.0.0.0/8) and ${Object.keys(NAMED_NETWORKS).join(", ")}, separated by commas`;

/** The setting; `on` trusts the one proxy right before the process. */
export const trustedProxies = z.string().transform((text, context): TrustedProxies => {
  if (text === "on" || text === "true") return 1;
  if (text === "off" || text === "false") return 0;
  if (/^\d+$/.test(text) && Number(text) <= MAX_PROXIES) return Number(text);
  const networks = text.split(",").map((network) => network.trim().toLowerCase());
  if (networks.every((network) => Object.hasOwn(NAMED_NETWORKS, network) || networkIn(network))) return networks;
  context.addIssue(EXPECTED);
  return z.NEVER;
});

/** Whether the address that is `hop` steps before the process belongs to a trusted proxy. */
function trustOf(trusted: TrustedProxies): (address: string, hop: number) => boolean {
  if (typeof trusted === "number") return (_address, hop) => hop < trusted;
  const list = new BlockList();
  for (const name of trusted) {
    for (const network of NAMED_NETWORKS[name] ?? [name]) {
      const parsed = networkIn(network);
      if (parsed) list.addSubnet(parsed.address, parsed.prefix, parsed.family);
    }
  }
  return (text) => {
    const address = text.split("%")[0] ?? "";
    const family = familyOf(address);
    return family !== undefined && list.check(address, family);
  };
}

/** An address, or a network such as `10.0.0.0/8`. Never all addresses: any client could claim to be another. */
function networkIn(text: string) {
  const [address = "", length, ...rest] = text.split("/");
  const family = familyOf(address);
  if (family === undefined || address.includes("%") || rest.length > 0) return undefined;
  const longest = family === "ipv4" ? 32 : 128;
  const prefix = length === undefined ? longest : Number(/^\d{1,3}$/.test(length) ? length : 0);
  return prefix >= 1 && prefix <= longest ? { address, prefix, family } : undefined;
}

/** The address of an entry as proxies write it, some with the client's port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function addressIn(entry: string): string | undefined {
  const text = entry.trim();
  if (isIP(text) !== 0) return text;
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? text.replace(/:\d{1,5}$/, "");
  return isIP(bare) === 0 ? undefined : bare;
}

function familyOf(address: string): "ipv4" | "ipv6" | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? "ipv4" : "ipv6";
}

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

/** A network too large to tell one person from another: an IPv4 /24, an IPv6 /48. */
export function approximateNetwork(address: string): string {
  const network = networkOf(address);
  if (network.includes(":")) return `${groupsOf(address).slice(0, 3).join(":")}::/48`;
  return `${network.split(".").slice(0, 3).join(".")}.0/24`;
}

function groupsOf(address: string): string[] {
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const rest = tail === "" ? 0 : tail.split(":").length;
    while (groups.length < 8 - rest) groups.push("0");
  }
  return groups.map((group) => group.replace(/^0+(?=.)/, ""));
}
