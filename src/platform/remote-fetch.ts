import { lookup as resolveName } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Something of another host that could not be had, in a sentence for an editor. `isFinal`: asking again is pointless. */
export class RemoteError extends Error {
  override name = "RemoteError";
  readonly isFinal: boolean;
  constructor(sentence: string, isFinal = true) {
    super(sentence);
    this.isFinal = isFinal;
  }
}

/** What is asked for: `types` are the beginnings of the media types that are taken. */
export type RemoteAsk = {
  accept: string;
  types: readonly string[];
  maxBytes: number;
  /** Takes the beginning of what is larger, instead of refusing it. */
  isBeginningEnough?: boolean;
};

/** `address`: after all redirects. */
export type RemoteFile = { bytes: Buffer; type: string; address: string };

/** Fetches a file that an editor named by its address on another host. Rejects with RemoteError. */
export type RemoteFetch = (address: string, ask: RemoteAsk) => Promise<RemoteFile>;

/**
 * `standIn`: which server answers for an address, and is connected to whatever its own address is. Only tests have one:
 * no setting leads here.
 */
export type RemoteFetchParts = { standIn?: (url: URL) => { host: string; port: number }; timeoutMs?: number };

/** For all of a fetch, redirects included. */
const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 3;

/** Everything that is not a public address: one's own machine and network, and what is reserved. */
const INNER = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  INNER.addSubnet(network, prefix, "ipv4");
/** The public addresses of version 6: neither those that stand for one of version 4, nor NAT64, lie in it. */
const PUBLIC_6 = new BlockList();
PUBLIC_6.addSubnet("2000::", 3, "ipv6");
/** What of these embeds an address of version 4, or is reserved. */
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  INNER.addSubnet(network, prefix, "ipv6");

/** Whether an IP address belongs to a public network. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !INNER.check(address, "ipv4");
  return isIP(address) === 6 && PUBLIC_6.check(address, "ipv6") && !INNER.check(address, "ipv6");
}

const PRIVATE = "It is on a private network.";

/** Resolves a name once, for the connection that asks; refuses it where any of its addresses is an inner one. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, []);
    const [first] = addresses;
    if (!first || addresses.some(({ address }) => !isPublicAddress(address))) return done(new RemoteError(PRIVATE), []);
    if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  });
};

/** The address to be fetched, at the standard port of its scheme. Throws RemoteError. */
function permitted(address: string, base?: URL): URL {
  const url = URL.parse(address, base);
  if (url?.protocol !== "https:" && url?.protocol !== "http:")
    throw new RemoteError("Its address is not a web address.");
  if (url.username !== "" || url.password !== "") throw new RemoteError("Its address has a password in it.");
  if (url.port !== "") throw new RemoteError("Its address has an unusual port.");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new RemoteError(PRIVATE);
  return url;
}

/**
 * Fetches over HTTP(S) from public networks only, whatever a name resolves to or a redirect leads to, within a time and
 * a size. Neither a credential nor an address of this site is sent along.
 */
export function remoteFetch({ standIn, timeoutMs = TIMEOUT_MS }: RemoteFetchParts = {}): RemoteFetch {
  return async (address, ask) => {
    const signal = AbortSignal.timeout(timeoutMs);
    let url = permitted(address);
    for (let redirects = 0; ; redirects++) {
      const answer = await get(url, signal, ask, standIn).catch((error: unknown) => {
        throw error instanceof RemoteError ? error : new RemoteError(reasonOf(error, signal), false);
      });
      if ("bytes" in answer) return answer;
      if (redirects === MAX_REDIRECTS) throw new RemoteError("Its host redirects too often.");
      url = permitted(answer.location, url);
    }
  };
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "Its host took too long.";
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOTFOUND" ? "Its host does not exist." : "Its host could not be reached.";
}

/** Statuses that another attempt may not get. */
const isTemporary = (status: number) => status >= 500 || status === 408 || status === 425 || status === 429;

/** The body of a success, or where it redirects to. */
function get(
  url: URL,
  signal: AbortSignal,
  ask: RemoteAsk,
  standIn: RemoteFetchParts["standIn"],
): Promise<RemoteFile | { location: string }> {
  const send = url.protocol === "https:" && !standIn ? requestHttps : requestHttp;
  const headers = { host: url.host, accept: ask.accept, "accept-encoding": "identity", "user-agent": "Jarida" };
  const where = standIn ? { ...standIn(url), path: url.pathname + url.search } : { lookup: publicLookup };
  return new Promise((resolve, reject) => {
    const options = { signal, agent: false, headers, ...where };
    const request = standIn ? requestHttp(options) : send(url, options);
    request.on("error", reject);
    request.on("response", (response) => {
      const { statusCode = 0, headers } = response;
      if (statusCode >= 300 && statusCode < 400 && headers.location) resolve({ location: headers.location });
      else
        readBody(response, ask).then(
          (bytes) => resolve({ bytes, type: headers["content-type"] ?? "", address: url.href }),
          reject,
        );
      // What was neither read nor refused would keep the connection.
      if (statusCode !== 200) request.destroy();
    });
    request.end();
  });
}

async function readBody(response: IncomingMessage, { types, maxBytes, isBeginningEnough }: RemoteAsk): Promise<Buffer> {
  const { statusCode = 0, headers } = response;
  if (statusCode !== 200) throw new RemoteError(`Its host answered ${statusCode}.`, !isTemporary(statusCode));
  const type = headers["content-type"]?.toLowerCase() ?? "";
  if (!types.some((known) => type.startsWith(known))) throw new RemoteError("It is of another kind.");
  if ((headers["content-encoding"] ?? "identity") !== "identity") throw new RemoteError("It is packed.");
  const tooLarge = new RemoteError("It is too large.");
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    if (!isBeginningEnough && Number(headers["content-length"] ?? 0) > maxBytes) throw tooLarge;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      chunks.push(chunk);
      if (size > maxBytes && !isBeginningEnough) throw tooLarge;
      if (size > maxBytes) break;
    }
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}
