import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import proxyAddr from "@fastify/proxy-addr";
import { z } from "zod";

/** The proxies in front of the process: their number (0: trust none), or their addresses and networks. */
export type TrustedProxies = number | readonly string[];

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
      if (socket.remoteAddress === undefined) return undefined;
      const entries = String(headers["x-forwarded-for"] ?? "")
        .split(",")
        .map(addressIn);
      const known = entries.slice(entries.lastIndexOf(undefined) + 1);
      const request: Source = { headers: { "x-forwarded-for": known.join() }, socket };
      return proxyAddr(request as IncomingMessage, isTrusted);
    },
    isProxied: ({ socket }) => isTrusted(socket.remoteAddress ?? "", 0),
  };
}

const NAMES = new Set(["loopback", "linklocal", "uniquelocal"]);
const EXPECTED = `must be off, on, a number of proxies up to ${MAX_PROXIES}, or addresses, networks (10.0.0.0/8) and ${[...NAMES].join(", ")}, separated by commas`;

/** The setting; `on` trusts the one proxy right before the process. */
export const trustedProxies = z.string().transform((text, context): TrustedProxies => {
  if (text === "on" || text === "true") return 1;
  if (text === "off" || text === "false") return 0;
  if (/^\d+$/.test(text) && Number(text) <= MAX_PROXIES) return Number(text);
  const networks = text.split(",").map((network) => network.trim().toLowerCase());
  if (networks.every((network) => NAMES.has(network) || isNetwork(network))) return networks;
  context.addIssue(EXPECTED);
  return z.NEVER;
});

/** Whether the address that is `hop` steps before the process belongs to a trusted proxy. */
function trustOf(trusted: TrustedProxies): (address: string, hop: number) => boolean {
  if (typeof trusted === "number") return (_address, hop) => hop < trusted;
  const isListed = proxyAddr.compile([...trusted]);
  // The library does not know every name of an interface, as in `fe80::1%br-lan`.
  return (address, hop) => isListed(address.split("%")[0] ?? "", hop);
}

/** An address, or a network such as `10.0.0.0/8`. Never all addresses: any client could claim to be another. */
function isNetwork(text: string): boolean {
  const [address = ""] = text.split("/");
  if (isIP(address) === 0 || address.includes("%")) return false;
  try {
    proxyAddr.compile(text);
    return true;
  } catch {
    return false;
  }
}

/** The address of an entry as proxies write it, some with the client's port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function addressIn(entry: string): string | undefined {
  const text = entry.trim();
  if (isIP(text) !== 0) return text;
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? text.replace(/:\d{1,5}$/, "");
  return isIP(bare) === 0 ? undefined : bare;
}
