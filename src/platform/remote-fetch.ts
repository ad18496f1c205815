import { lookup as resolveName } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./networks.ts";

/** A failed fetch from another host, as a sentence for an editor. `isFinal`: retrying is pointless. */
export class RemoteError extends Error {
  override name = "RemoteError";
  readonly isFinal: boolean;
  constructor(sentence: string, isFinal = true) {
    super(sentence);
    this.isFinal = isFinal;
  }
}

/** What to fetch: `types` are accepted media types, by their first part. */
export type RemoteAsk = {
  accept: string;
  types: readonly string[];
  maxBytes: number;
  /** Returns the start of a larger file instead of rejecting it. */
  isBeginningEnough?: boolean;
};

/** `address`: after all redirects. */
export type RemoteFile = { bytes: Buffer; type: string; address: string };

/** Fetches a file that an editor named by its address on another host. Rejects with RemoteError. */
export type RemoteFetch = (address: string, ask: RemoteAsk) => Promise<RemoteFile>;

/** `standIn`: the server to connect to instead of an address's own. For tests only: no setting leads here. */
export type RemoteFetchParts = { standIn?: (url: URL) => { host: string; port: number }; timeoutMs?: number };

/** For a complete fetch, including redirects. */
const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 3;

const PRIVATE = "It is on a private network.";

/** Resolves a name once, for the connection itself; rejects it if any of its addresses is not public. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, []);
    const [first] = addresses;
    if (!first || addresses.some(({ address }) => !isPublicAddress(address))) return done(new RemoteError(PRIVATE), []);
    if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  });
};

/** The address to fetch, at the standard port of its scheme. Throws RemoteError. */
function permitted(address: string, base?: URL): URL {
  const url = URL.parse(address, base);
  if (url?.protocol !== "https:" && url?.protocol !== "http:")
    throw new RemoteError("Its address is not an http or https address.");
  if (url.username !== "" || url.password !== "") throw new RemoteError("Its address contains a password.");
  if (url.port !== "") throw new RemoteError("Its address has an unusual port.");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new RemoteError(PRIVATE);
  return url;
}

/**
 * Fetches over HTTP(S) from public networks only, whatever a name resolves to or a redirect leads to, with limits on
 * time and size. Sends neither credentials nor addresses of this site.
 */
export function remoteFetch({ standIn, timeoutMs = TIMEOUT_MS }: RemoteFetchParts = {}): RemoteFetch {
  return async (address, ask) => {
    const signal = AbortSignal.timeout(timeoutMs);
    let url = permitted(address);
    for (let redirects = 0; ; redirects++) {
      const response = await get(url, signal, ask, standIn).catch((error: unknown) => {
        throw error instanceof RemoteError ? error : new RemoteError(reasonOf(error, signal), false);
      });
      if ("bytes" in response) return response;
      if (redirects === MAX_REDIRECTS) throw new RemoteError("Its host redirects too often.");
      url = permitted(response.location, url);
    }
  };
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "Its host took too long.";
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOTFOUND" ? "Its host does not exist." : "Its host could not be reached.";
}

/** Statuses that a later attempt may not get. */
const isTemporary = (status: number) => status >= 500 || status === 408 || status === 425 || status === 429;

/** The body of a success, or the target of a redirect. */
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
      // An unread body would keep the connection open.
      if (statusCode !== 200) request.destroy();
    });
    request.end();
  });
}

async function readBody(response: IncomingMessage, { types, maxBytes, isBeginningEnough }: RemoteAsk): Promise<Buffer> {
  const { statusCode = 0, headers } = response;
  if (statusCode !== 200) throw new RemoteError(`Its host responded with ${statusCode}.`, !isTemporary(statusCode));
  const type = headers["content-type"]?.toLowerCase() ?? "";
  if (!types.some((known) => type.startsWith(known))) throw new RemoteError("It is of another kind.");
  if ((headers["content-encoding"] ?? "identity") !== "identity")
    throw new RemoteError("Its host sent a compressed response, which is not supported.");
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
