import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { acceptedEncoding } from "#platform/compression.ts";
import { type Partition, sendResponse, variantOf, withScopes } from "#platform/response-cache.ts";

type File = {
  key: string;
  type: string;
  maxAge: number;
  partition?: Partition;
  headers?: () => Promise<Record<string, string>>;
  make: () => Promise<string>;
};

/** Serves files that are created once for all readers, until something that they show changes. */
export function cachedFile({ responses: cache }: FastifyInstance, headers: Record<string, string>) {
  return async (request: FastifyRequest, reply: FastifyReply, file: File) => {
    const { type, maxAge, partition = "pages", headers: readHeaders, make } = file;
    const { key, target } = variantOf(request.viewer, file.key, request.raw.url);
    const encoding = acceptedEncoding(request.headers["accept-encoding"]);
    const response = await cache.get(key, { partition, encoding, target }, async () => {
      const { made, scopes } = await withScopes(async () => ({ body: await make(), more: await readHeaders?.() }));
      const own = { "content-type": type, "cache-control": `public, max-age=${maxAge}`, vary: "accept-encoding" };
      return { status: 200, headers: { ...headers, ...own, ...made.more }, body: made.body, scopes };
    });
    return sendResponse(request, reply, { key, response, cache });
  };
}
export type CachedFile = ReturnType<typeof cachedFile>;
