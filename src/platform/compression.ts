import { pipeline, Readable, type Transform } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply } from "fastify";
import { acceptedEncoding, type Encoding } from "./content-negotiation.ts";

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
