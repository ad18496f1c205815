import { pipeline, Readable, type Transform } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply } from "fastify";

export type Encoding = "identity" | "gzip" | "br";

/** What current browsers send: no weights, so nothing to parse. */
const PLAIN = /^gzip, deflate, br(?:, zstd)?$/;

/**
 * The encoding a client prefers by the weights of `Accept-Encoding` (RFC 9110, 12.5.3); brotli before gzip among
 * equals. `identity` is used even if everything is rejected, as any response is better than a 406.
 */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (!header) return "identity";
  if (PLAIN.test(header) || header === "br") return "br";
  if (header === "gzip") return "gzip";
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, "");
    weights.set(name === "x-gzip" ? "gzip" : name, weight === undefined ? 1 : weightOf(weight));
  }
  const rest = weights.get("*") ?? 0;
  const br = weights.get("br") ?? rest;
  const gz = weights.get("gzip") ?? rest;
  // If not listed, identity is acceptable but never preferred, unless everything else is rejected.
  const identity = weights.get("identity") ?? 0;
  if (br > 0 && br >= gz && br >= identity) return "br";
  return gz > 0 && gz >= identity ? "gzip" : "identity";
}

/** A weight from 0 to 1; invalid ones are 0. */
function weightOf(text: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}

/** Whether an `If-None-Match` names this tag (RFC 9110: a list of tags, compared weakly, or `*`). */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  if (header === etag) return true;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.trim() === "*" || header.split(",").some((tag) => opaque(tag) === opaque(etag));
}

export type Compression = Exclude<Encoding, "identity">;

/** Shorter bodies do not get shorter by compression. */
export const MIN_COMPRESSED_CHARS = 1_024;
/** Of brotli: most of the benefit of the best level, in a tenth of its time. */
const QUALITY = 5;
/** As a power of two in bytes: larger than nearly every body. The default is 4 MB, allocated for each of them. */
const WINDOW = 18;

const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_LGWIN]: WINDOW };
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Compresses a complete body on another thread. */
export function compress(plain: Buffer, encoding: Compression): Promise<Buffer> {
  if (encoding === "gzip") return deflate(plain);
  return brotli(plain, { params: { ...params, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } });
}

/** Compresses a body as a stream. */
const compressor = (encoding: Compression): Transform =>
  encoding === "gzip" ? createGzip() : createBrotliCompress({ params });

/** Texts, JSON and XML in all their forms; pictures and archives are compressed already. */
const COMPRESSIBLE = /^text\/(?!event-stream)|^application\/(?:[\w.-]+\+)?(?:json|xml|javascript)\b|^image\/svg\+xml/;

/**
 * Compresses the responses of an app, also streams, as the client prefers. Runs after hooks that read the body, such as
 * the one for its ETag.
 */
export function compressReplies(app: FastifyInstance): void {
  app.addHook("onSend", async ({ headers }, reply, payload) => {
    if (!isCompressible(reply, payload)) return payload;
    reply.header("vary", withEncoding(reply.getHeader("vary")));
    const encoding = acceptedEncoding(headers["accept-encoding"]);
    if (encoding === "identity") return payload;
    reply.header("content-encoding", encoding).removeHeader("content-length");
    if (!(payload instanceof Readable)) return compress(Buffer.from(payload), encoding);
    // The receiver of the result gets its failure, which is that of the payload.
    return pipeline(payload, compressor(encoding), () => undefined);
  });
}

/** A range names bytes of the plain body, so it stays plain. */
function isCompressible(reply: FastifyReply, payload: unknown): payload is string | Buffer | Readable {
  if (reply.statusCode === 206 || reply.hasHeader("content-encoding")) return false;
  if (!COMPRESSIBLE.test(String(reply.getHeader("content-type") ?? ""))) return false;
  return typeof payload === "string" || payload instanceof Buffer
    ? payload.length >= MIN_COMPRESSED_CHARS
    : payload instanceof Readable;
}

function withEncoding(vary: number | string | string[] | undefined): string {
  const names = [vary ?? []].flat().join(", ");
  if (/\baccept-encoding\b|\*/i.test(names)) return names;
  return names ? `${names}, accept-encoding` : "accept-encoding";
}
