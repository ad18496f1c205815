import type { Transform } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type { Encoding } from "./content-negotiation.ts";

/** An encoding that makes a body shorter. */
export type Compression = Exclude<Encoding, "identity">;

/** Shorter bodies do not get shorter by compressing them. */
export const MIN_COMPRESSED_CHARS = 1_024;
/** Of brotli: most of what the best has to offer, at a tenth of its time. */
const QUALITY = 5;
/** As a power of two in bytes: larger than nearly every body. The default is 4 MB, allocated for each of them. */
const WINDOW = 18;

const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_LGWIN]: WINDOW };
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** A whole body compressed, on another thread. */
export function compress(plain: Buffer, encoding: Compression): Promise<Buffer> {
  if (encoding === "gzip") return deflate(plain);
  return brotli(plain, { params: { ...params, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } });
}

/** What compresses a body while it is made. */
export const compressor = (encoding: Compression): Transform =>
  encoding === "gzip" ? createGzip() : createBrotliCompress({ params });
