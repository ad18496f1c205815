import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * The client's address before the framework has looked at the request, as its `request.ip` would say it: the
 * connection's, or behind a trusted proxy the address that it appended last. Undefined where the header is odd.
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? headers["x-forwarded-for"] : undefined;
  if (forwarded === undefined) return socket.remoteAddress;
  const last = String(forwarded);
  const address = last.slice(last.lastIndexOf(",") + 1).trim();
  return isIP(address) === 0 ? undefined : address;
}
