import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { securityHeaders } from "./security-headers.ts";

/** An answer given before any route is asked: the status, one sentence, and headers of its own. */
export type Refusal = { status: number; detail: string; headers?: Record<string, string> };

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export const UNKNOWN_METHOD: Refusal = {
  status: 405,
  detail: "This method is not known here.",
  headers: { allow: [...METHODS].join(", ") },
};
export const NO_PATH: Refusal = { status: 400, detail: "The request names no path." };
export const UNMET_EXPECTATION: Refusal = { status: 417, detail: "This expectation cannot be met." };
const NO_HOST: Refusal = { status: 400, detail: "The request names no host." };
const NOT_HTTP: Refusal = { status: 400, detail: "The request is not valid HTTP." };
const TIMED_OUT: Refusal = { status: 408, detail: "The request took too long to arrive." };
const LARGE_HEAD: Refusal = { status: 431, detail: "The address or the headers are too long." };
const LARGE_EXTENSIONS: Refusal = { status: 413, detail: "The request is too large." };

/** A method's name as RFC 9110 allows it, at the start of what was received. */
const METHOD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ /;
const MAX_METHOD_LENGTH = 40;

/** What is wrong with a request's method or host; undefined for nothing. */
export function refusalOf({ method = "", headers, httpVersion }: IncomingMessage): Refusal | undefined {
  if (!METHODS.has(method)) return UNKNOWN_METHOD;
  // RFC 9112, 3.2. Node's own check answers without a body.
  return headers.host === undefined && httpVersion === "1.1" ? NO_HOST : undefined;
}

/** An error of the HTTP parser, with what it had received. */
export type ParserError = { code?: string; rawPacket?: unknown };

/** What the HTTP parser's error becomes. */
export function refusalOfError({ code, rawPacket }: ParserError): Refusal {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return TIMED_OUT;
  if (code === "HPE_HEADER_OVERFLOW") return LARGE_HEAD;
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return LARGE_EXTENSIONS;
  const start = Buffer.isBuffer(rawPacket) ? rawPacket.toString("latin1", 0, MAX_METHOD_LENGTH + 1) : "";
  return code === "HPE_INVALID_METHOD" && METHOD_NAME.test(start) ? UNKNOWN_METHOD : NOT_HTTP;
}

function headersOf({ headers = {} }: Refusal, body: string, secure: boolean): Record<string, string> {
  return {
    ...securityHeaders("api", secure),
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    ...headers,
  };
}

/** Sends a refusal as the answer to a request. `secure`: the site is served by https. */
export function refuse(response: ServerResponse, refusal: Refusal, secure: boolean): void {
  const body = JSON.stringify({ detail: refusal.detail });
  response.writeHead(refusal.status, headersOf(refusal, body, secure)).end(body);
}

/** A refusal as it goes over the wire, for a connection on which no request was understood; it says that it closes. */
export function rawRefusal(refusal: Refusal, secure: boolean): string {
  const body = JSON.stringify({ detail: refusal.detail });
  const headers = { ...headersOf(refusal, body, secure), date: new Date().toUTCString(), connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join("")}\r\n${body}`;
}
