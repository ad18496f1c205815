import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ErrorCode } from "#shared/error-codes.ts";
import type { ErrorBody } from "#shared/schema.ts";
import { securityHeaders } from "./security-headers.ts";

/** How long a client may take to read the final response on its connection, in milliseconds. */
const LINGER_MS = 1_000;
/** The rest of a body is read and discarded up to this length; beyond it the connection is closed. */
const MAX_UNREAD_BYTES = 64 * 1024;

type Exchange = { request: IncomingMessage; response: ServerResponse };

/** The connections of a server and the responses in progress on each. */
export function trackConnections() {
  const sockets = new Set<Socket>();
  const exchanges = new Map<Socket, Exchange[]>();
  const lastRead = new WeakMap<Socket, number>();
  return {
    add(socket: Socket): void {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    },
    /** Counts a request as in progress until its response has been sent, or its connection has closed. */
    begin(request: IncomingMessage, response: ServerResponse): void {
      const { socket } = request;
      const exchange = { request, response };
      const others = exchanges.get(socket);
      if (others) others.push(exchange);
      else exchanges.set(socket, [exchange]);
      response.once("close", () => {
        const open = (exchanges.get(socket) ?? []).filter((other) => other !== exchange);
        if (open.length > 0) exchanges.set(socket, open);
        else exchanges.delete(socket);
      });
    },
    /** The responses in progress on one connection, in the order of their requests. */
    open: (socket: Socket): Exchange[] => exchanges.get(socket) ?? [],
    /** Adds `Connection: close` to every response that has not started yet, and ends event streams. */
    announceClose(): void {
      for (const { response } of [...exchanges.values()].flat())
        if (!response.headersSent) response.shouldKeepAlive = false;
        else if (response.getHeader("content-type") === "text/event-stream") response.end();
    },
    /** Closes the connections without a response in progress that have received nothing since the last call. */
    closeQuiet(): void {
      for (const socket of sockets) {
        const isQuiet = lastRead.get(socket) === socket.bytesRead;
        lastRead.set(socket, socket.bytesRead);
        if (isQuiet && !exchanges.has(socket) && socket.writableLength === 0) socket.destroySoon();
      }
    },
  };
}
export type Connections = ReturnType<typeof trackConnections>;

/**
 * Closes the connection if the response starts before the request's body has fully arrived: nothing more of it is read.
 * Called before the request is handled; a short remainder is left to Node, which discards it.
 */
export function closeIfUnread(request: IncomingMessage, response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...values: unknown[]) => ServerResponse;
  response.writeHead = (...values: unknown[]) => {
    const length = Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY);
    if (!request.complete && length > MAX_UNREAD_BYTES) {
      response.shouldKeepAlive = false;
      stopReading(request);
      request.socket.destroySoon = () => endAfterReading(request.socket);
    }
    return writeHead(...values);
  };
}

function stopReading(request: IncomingMessage): void {
  request.unpipe();
  // After the response, Node would read an unread request to its end.
  request.read(0);
  request.pause();
  request.socket.pause();
}

/**
 * Closes a connection that may have unread bytes. Closed immediately, the kernel would reset it, and the reset would
 * overtake the response; so the client gets a moment to read.
 */
export function endAfterReading(socket: Socket, last = ""): void {
  socket.pause();
  socket.end(last);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** An id of up to 64 harmless characters, as proxies create them. */
const REQUEST_ID = /^[\w.:-]{1,64}$/;

/** The id of a request in every log line: that of a trusted proxy, else a new one. */
export const requestId =
  (isProxied: (request: IncomingMessage) => boolean) =>
  (request: IncomingMessage): string => {
    const given = isProxied(request) ? request.headers["x-request-id"] : undefined;
    return typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
  };

const SCHEME_END = "://";

/**
 * Path and query of a request target (RFC 9112, 3.2). In the absolute form the host is ignored. Undefined for anything
 * without a path: `*`, the authority form of CONNECT, and invalid text.
 */
export function pathOfTarget(target: string): string | undefined {
  if (target.startsWith("/")) return target;
  const scheme = target.indexOf(SCHEME_END);
  if (scheme < 1) return undefined;
  const authority = target.slice(scheme + SCHEME_END.length);
  const end = authority.search(/[/?#]/);
  if (end === -1) return "/";
  const rest = authority.slice(end);
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** A response given before any route is matched: the status, code and sentence, and headers of its own. */
export type Rejection = { status: number; code: ErrorCode; detail: string; headers?: Record<string, string> };

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export const UNKNOWN_METHOD: Rejection = {
  status: 405,
  code: "method_not_allowed",
  detail: "Unknown method.",
  headers: { allow: [...METHODS].join(", ") },
};
export const NO_PATH: Rejection = { status: 400, code: "invalid_request", detail: "The request has no path." };
export const INTERNAL: Rejection = {
  status: 500,
  code: "internal_error",
  detail: "Something went wrong on the server.",
};
export const UNMET_EXPECTATION: Rejection = {
  status: 417,
  code: "expectation_failed",
  detail: "This expectation is not supported.",
};
const NO_HOST: Rejection = { status: 400, code: "invalid_request", detail: "The request has no Host header." };
const NOT_HTTP: Rejection = { status: 400, code: "invalid_request", detail: "The request is not valid HTTP." };
const TIMED_OUT: Rejection = { status: 408, code: "request_timeout", detail: "The request took too long to arrive." };
const LARGE_HEAD: Rejection = {
  status: 431,
  code: "headers_too_large",
  detail: "The address or the headers are too long.",
};
const LARGE_EXTENSIONS: Rejection = { status: 413, code: "request_too_large", detail: "The request is too large." };

/** A method's name as RFC 9110 allows it, at the start of the received bytes. */
const METHOD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ /;
const MAX_METHOD_LENGTH = 40;

/** What is wrong with a request's method or host; undefined for nothing. */
export function rejectionOf({ method = "", headers, httpVersion }: IncomingMessage): Rejection | undefined {
  if (!METHODS.has(method)) return UNKNOWN_METHOD;
  // RFC 9112, 3.2. Node's own check responds without a body.
  return headers.host === undefined && httpVersion === "1.1" ? NO_HOST : undefined;
}

/** An error of the HTTP parser, with the bytes received and how many of them were parsed. */
export type ParserError = { code?: string; rawPacket?: unknown; bytesParsed?: number };

function rejectionOfError(error: ParserError): Rejection {
  const { code } = error;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return TIMED_OUT;
  if (code === "HPE_HEADER_OVERFLOW") return LARGE_HEAD;
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return LARGE_EXTENSIONS;
  return code === "HPE_INVALID_METHOD" && METHOD_NAME.test(faultyLine(error)) ? UNKNOWN_METHOD : NOT_HTTP;
}

/** The start of the line in which the parser stopped. */
function faultyLine({ rawPacket, bytesParsed = 0 }: ParserError): string {
  if (!Buffer.isBuffer(rawPacket)) return "";
  const start = bytesParsed > 0 ? rawPacket.lastIndexOf("\n", bytesParsed - 1) + 1 : 0;
  return rawPacket.toString("latin1", start, start + MAX_METHOD_LENGTH + 1);
}

const bodyOf = ({ code, detail }: Rejection): string => JSON.stringify({ code, detail } satisfies ErrorBody);

function headersOf({ headers = {} }: Rejection, body: string, secure: boolean): Record<string, string> {
  return {
    ...securityHeaders("api", secure),
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    ...headers,
  };
}

/**
 * Sends a rejection as the response to a request, and closes the connection. `secure`: the site is served over HTTPS.
 */
export function reject(response: ServerResponse, rejection: Rejection, secure: boolean): void {
  response.shouldKeepAlive = false;
  const body = bodyOf(rejection);
  response.writeHead(rejection.status, headersOf(rejection, body, secure)).end(body);
}

/** The raw response to an error of the HTTP parser; it says that the connection closes. */
export function rawRejection(error: ParserError, secure: boolean): string {
  return wireOf(rejectionOfError(error), secure, faultyLine(error).startsWith("HEAD "));
}

/** A rejection as raw bytes, for a connection that Node has detached. */
export function wireOf(rejection: Rejection, secure: boolean, isHead = false): string {
  const body = bodyOf(rejection);
  const headers = { ...headersOf(rejection, body, secure), date: new Date().toUTCString(), connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${rejection.status} ${STATUS_CODES[rejection.status]}\r\n${lines.join("")}\r\n`;
  return isHead ? head : head + body;
}
