import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { securityHeaders } from "./security-headers.ts";

/** A response given before any route is matched: the status, one sentence, and headers of its own. */
export type Refusal = { status: number; detail: string; headers?: Record<string, string> };

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export const UNKNOWN_METHOD: Refusal = {
  status: 405,
  detail: "This method is not known here.",
  headers: { allow: [...METHODS].join(", ") },
};
export const NO_PATH: Refusal = { status: 400, detail: "The request names no path." };
export const INTERNAL: Refusal = { status: 500, detail: "Something went wrong on the server." };
export const UNMET_EXPECTATION: Refusal = { status: 417, detail: "This expectation cannot be met." };
const NO_HOST: Refusal = { status: 400, detail: "The request names no host." };
const NOT_HTTP: Refusal = { status: 400, detail: "The request is not valid HTTP." };
const TIMED_OUT: Refusal = { status: 408, detail: "The request took too long to arrive." };
const LARGE_HEAD: Refusal = { status: 431, detail: "The address or the headers are too long." };
const LARGE_EXTENSIONS: Refusal = { status: 413, detail: "The request is too large." };

/** A method's name as RFC 9110 allows it, at the start of the received bytes. */
const METHOD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ /;
const MAX_METHOD_LENGTH = 40;

/** What is wrong with a request's method or host; undefined for nothing. */
export function refusalOf({ method = "", headers, httpVersion }: IncomingMessage): Refusal | undefined {
  if (!METHODS.has(method)) return UNKNOWN_METHOD;
  // RFC 9112, 3.2. Node's own check responds without a body.
  return headers.host === undefined && httpVersion === "1.1" ? NO_HOST : undefined;
}

/** An error of the HTTP parser, with the bytes received and how many of them were parsed. */
export type ParserError = { code?: string; rawPacket?: unknown; bytesParsed?: number };

/** The refusal for an error of the HTTP parser. */
function refusalOfError(error: ParserError): Refusal {
  const { code } = error;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return TIMED_OUT;
  if (code === "HPE_HEADER_OVERFLOW") return LARGE_HEAD;
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return LARGE_EXTENSIONS;
  return code === "HPE_INVALID_METHOD" && METHOD_NAME.test(faultyLine(error)) ? UNKNOWN_METHOD : NOT_HTTP;
}

/** The beginning of the line in which the parser stopped. */
function faultyLine({ rawPacket, bytesParsed = 0 }: ParserError): string {
  if (!Buffer.isBuffer(rawPacket)) return "";
  const start = bytesParsed > 0 ? rawPacket.lastIndexOf("\n", bytesParsed - 1) + 1 : 0;
  return rawPacket.toString("latin1", start, start + MAX_METHOD_LENGTH + 1);
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

/** Sends a refusal as the response to a request, and closes the connection. `secure`: the site is served over HTTPS. */
export function refuse(response: ServerResponse, refusal: Refusal, secure: boolean): void {
  response.shouldKeepAlive = false;
  const body = JSON.stringify({ detail: refusal.detail });
  response.writeHead(refusal.status, headersOf(refusal, body, secure)).end(body);
}

/** The raw response to an error of the HTTP parser; it says that the connection closes. */
export function rawRefusal(error: ParserError, secure: boolean): string {
  return wireOf(refusalOfError(error), secure, faultyLine(error).startsWith("HEAD "));
}

/** A refusal as raw bytes, for a connection that Node has detached. */
export function wireOf(refusal: Refusal, secure: boolean, isHead = false): string {
  const body = JSON.stringify({ detail: refusal.detail });
  const headers = { ...headersOf(refusal, body, secure), date: new Date().toUTCString(), connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join("")}\r\n`;
  return isHead ? head : head + body;
}
