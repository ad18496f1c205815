import { pipeline, Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { compress, compressor, MIN_COMPRESSED_CHARS } from "./compression.ts";
import { acceptedEncoding } from "./content-negotiation.ts";

/** Texts, JSON and XML in all their forms; pictures and archives are compressed already. */
const COMPRESSIBLE = /^text\/(?!event-stream)|^application\/(?:[\w.-]+\+)?(?:json|xml|javascript)\b|^image\/svg\+xml/;

/** Compresses what an app sends as its client prefers, streams too. After hooks that read the body, as for its ETag. */
export function compressReplies(app: FastifyInstance): void {
  app.addHook("onSend", async ({ headers }, reply, payload) => {
    if (!isCompressible(reply, payload)) return payload;
    reply.header("vary", withEncoding(reply.getHeader("vary")));
    const encoding = acceptedEncoding(headers["accept-encoding"]);
    if (encoding === "identity") return payload;
    reply.header("content-encoding", encoding).removeHeader("content-length");
    if (!(payload instanceof Readable)) return compress(Buffer.from(payload), encoding);
    // Whoever sends the result meets its failure, which is that of the payload.
    return pipeline(payload, compressor(encoding), () => undefined);
  });
}

/** A part of a body names bytes of the plain one, so it stays plain. */
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
