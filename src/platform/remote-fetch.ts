import { lookup as resolveName } from "node:dns";
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { isPublicAddress } from "./networks.ts";

/**
 * A failed fetch from another host, as a sentence for an editor. `isFinal`: retrying is pointless. `isMissing`: there is nothing
 * at the address, as its host says.
 */
export class RemoteError extends Error {
  override name = "RemoteError";
  readonly isFinal: boolean;
  readonly isMissing: boolean;
  constructor(sentence: string, isFinal = true, isMissing = false) {
    super(sentence);
    this.isFinal = isFinal;
    this.isMissing = isMissing;
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

/**
 * Reads something on another host again and again. `headers`: more of them, such as validators of the stored copy. Responses
 * may be compressed; `maxBytes` counts what comes out.
 */
export type RemoteRead = (
  address: string,
  ask: { accept: string; maxBytes: number; headers?: Record<string, string>; timeoutMs?: number },
) => Promise<RemoteReply>;

/**
 * A response of any status, with its body if that is 200. `address`: after all redirects; `moved`: where its host says that
 * it is from now on, empty if it has not moved.
 */
export type RemoteReply = {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  address: string;
  moved: string;
};

/** What another host responded to a message: the start of its body, as text. */
export type RemoteResponse = { status: number; text: string };

/**
 * Sends a message to an address that a person entered, once: redirects are not followed. Rejects with RemoteError if there is
 * no response.
 */
export type RemotePost = (
  address: string,
  message: { headers: Record<string, string>; body: string; signal?: AbortSignal },
) => Promise<RemoteResponse>;

/**
 * `standIn`: the server to connect to instead of an address's own, by TLS if `isSecure`. For tests only: no setting leads
 * here.
 */
export type RemoteFetchParts = {
  standIn?: ((url: URL) => { host: string; port: number; isSecure?: true }) | undefined;
  timeoutMs?: number;
};

/** For a complete fetch, including redirects. */
const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 2_000;
const MAX_REDIRECTS = 3;

export const PRIVATE = "It is on a private network.";

/** Resolves a name once, for the connection itself; rejects it if any of its addresses is not permitted. */
export const lookupWhere =
  (isPermitted: (address: string) => boolean): LookupFunction =>
  (hostname, options, done) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      const [first] = addresses;
      if (!first || addresses.some(({ address }) => !isPermitted(address))) return done(new RemoteError(PRIVATE), []);
      if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };

const publicLookup = lookupWhere(isPublicAddress);

/** An address at the standard port of its scheme, on no private network as far as it says. Throws RemoteError. */
export function permitted(address: string, base?: URL): URL {
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
export function remoteFetch(parts: RemoteFetchParts = {}): RemoteFetch {
  return async (address, { accept, types, maxBytes, isBeginningEnough = false }) => {
    const found = await follow(address, { accept, "accept-encoding": "identity" }, parts, async (response) => {
      const { statusCode = 0, headers } = response;
      if (statusCode !== 200) {
        const isMissing = statusCode === 404 || statusCode === 410;
        throw new RemoteError(`Its host responded with ${statusCode}.`, !isTemporary(statusCode), isMissing);
      }
      const type = headers["content-type"]?.toLowerCase() ?? "";
      if (!types.some((known) => type.startsWith(known))) throw new RemoteError("It is of another kind.");
      if ((headers["content-encoding"] ?? "identity") !== "identity")
        throw new RemoteError("Its host sent a compressed response, which is not supported.");
      return readBody(response, response, maxBytes, isBeginningEnough);
    });
    return { bytes: found.bytes, type: found.headers["content-type"] ?? "", address: found.address };
  };
}

/** Reads under the rules of `remoteFetch`; what a status means is left to the caller. */
export function remoteRead(parts: RemoteFetchParts = {}): RemoteRead {
  return (address, { accept, maxBytes, headers, timeoutMs }) => {
    const limits = timeoutMs === undefined ? parts : { timeoutMs, ...parts };
    return follow(address, { accept, "accept-encoding": "gzip", ...headers }, limits, async (response) => {
      const { statusCode = 0, headers } = response;
      if (statusCode !== 200) return Buffer.alloc(0);
      const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
      if (encoding === "identity") return readBody(response, response, maxBytes, false);
      if (encoding !== "gzip" && encoding !== "x-gzip")
        throw new RemoteError("Its host compresses in a way that it was not asked for.");
      // The errors of both streams reach the loop that reads.
      return readBody(
        response,
        pipeline(response, createGunzip(), () => {}),
        maxBytes,
        false,
      );
    });
  };
}

/** Follows redirects, and reads the response at their end. `read` rejects what it does not want. */
async function follow(
  address: string,
  headers: Record<string, string>,
  parts: RemoteFetchParts,
  read: (response: IncomingMessage) => Promise<Buffer>,
): Promise<RemoteReply> {
  const signal = AbortSignal.timeout(parts.timeoutMs ?? TIMEOUT_MS);
  let url = permitted(address);
  let isPermanent = true;
  for (let redirects = 0; ; redirects++) {
    const response = await get(url, signal, headers, parts, read).catch((error: unknown) => {
      throw error instanceof RemoteError ? error : unreached(error, signal);
    });
    if (!("location" in response)) return { ...response, moved: redirects > 0 && isPermanent ? url.href : "" };
    if (redirects === MAX_REDIRECTS) throw new RemoteError("Its host redirects too often.");
    isPermanent &&= response.status === 301 || response.status === 308;
    url = permitted(response.location, url);
  }
}

const unreached = (error: unknown, signal: AbortSignal) => {
  const reason = reasonOf(error, signal);
  return new RemoteError(reason, false, reason === NO_HOST);
};

const NO_HOST = "Its host does not exist.";

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "Its host took too long.";
  const { code = "" } = error as NodeJS.ErrnoException;
  if (["CERT", "ERR_TLS", "UNABLE_TO"].some((part) => code.includes(part))) return "Its certificate is not valid.";
  return code === "ENOTFOUND" ? NO_HOST : "Its host could not be reached.";
}

/** A request to a permitted address, or to what stands in for its host. */
function requestTo(url: URL, options: RequestOptions, { standIn }: RemoteFetchParts): ClientRequest {
  if (!standIn) {
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    return send(url, { ...options, agent: false, lookup: publicLookup });
  }
  const { isSecure, ...where } = standIn(url);
  const request = { ...options, ...where, agent: false, path: url.pathname + url.search };
  return isSecure ? requestHttps({ ...request, servername: url.hostname }) : requestHttp(request);
}

/** Sends messages under the rules of `remoteFetch`. A response beyond the limits is cut: its status counts. */
export function remotePost(parts: RemoteFetchParts = {}): RemotePost {
  return async (address, { headers, body, signal: given }) => {
    const timeout = AbortSignal.timeout(parts.timeoutMs ?? TIMEOUT_MS);
    const signal = given ? AbortSignal.any([timeout, given]) : timeout;
    const url = permitted(address);
    const sent = { host: url.host, "accept-encoding": "identity", "user-agent": "Jarida", ...headers };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      requestTo(url, { method: "POST", signal, headers: { ...sent, "content-length": Buffer.byteLength(body) } }, parts)
        .on("error", reject)
        .on("response", resolve)
        .end(body);
    }).catch((error: unknown) => {
      throw error instanceof RemoteError ? error : new RemoteError(reasonOf(error, signal), false);
    });
    return { status: response.statusCode ?? 0, text: await startOf(response) };
  };
}

/** The start of a response's body; empty if it is compressed. */
async function startOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    if ((response.headers["content-encoding"] ?? "identity") !== "identity") return "";
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_RESPONSE_BYTES) break;
    }
  } catch {
    // It was cut off, or took too long: what arrived is enough.
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES).toString("utf8");
}

/** Statuses that a later attempt may not get. */
const isTemporary = (status: number) => status >= 500 || status === 408 || status === 425 || status === 429;

/** What a host responds: something that is read, or the target of a redirect. */
function get(
  url: URL,
  signal: AbortSignal,
  given: Record<string, string>,
  parts: RemoteFetchParts,
  read: (response: IncomingMessage) => Promise<Buffer>,
): Promise<Omit<RemoteReply, "moved"> | { location: string; status: number }> {
  const headers = { host: url.host, "user-agent": "Jarida", ...given };
  return new Promise((resolve, reject) => {
    const request = requestTo(url, { signal, headers }, parts);
    request.on("error", reject);
    request.on("response", (response) => {
      const { statusCode: status = 0, headers } = response;
      if (status >= 300 && status < 400 && headers.location) resolve({ location: headers.location, status });
      else read(response).then((bytes) => resolve({ status, headers, bytes, address: url.href }), reject);
      // An unread body would keep the connection open.
      if (status !== 200) request.destroy();
    });
    request.end();
  });
}

/** The bytes of a body, which `stream` decodes. */
async function readBody(
  response: IncomingMessage,
  stream: Readable,
  maxBytes: number,
  isBeginningEnough: boolean,
): Promise<Buffer> {
  const tooLarge = new RemoteError("It is too large.");
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    if (!isBeginningEnough && Number(response.headers["content-length"] ?? 0) > maxBytes) throw tooLarge;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
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
