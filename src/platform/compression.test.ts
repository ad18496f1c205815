import { Readable } from "node:stream";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import etag from "@fastify/etag";
import Fastify, { type FastifyInstance, type InjectOptions } from "fastify";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { acceptedEncoding, compressReplies, namesTag } from "./compression.ts";

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.0,gzip;q=0", "identity"],
  ["br;q=0.5", "br"],
  ["br;q=0.1, gzip;q=1", "gzip"],
  ["gzip;q=0.5, br;q=0.5", "br"],
  ["GZIP ; Q=0.8 , BR ; q = 0.9", "br"],
  ["*", "br"],
  ["br;q=0, *", "gzip"],
  ["*;q=0", "identity"],
  ["gzip, *;q=0", "gzip"],
  ["identity;q=0", "identity"],
  ["identity;q=0, gzip", "gzip"],
  ["identity;q=0, *;q=0.1", "br"],
  ["identity, gzip;q=0.5", "identity"],
  ["identity, gzip, br", "br"],
  ["x-gzip", "gzip"],
  ["deflate, zstd", "identity"],
  ["broken, abracadabra", "identity"],
  ["br;q=2, gzip", "gzip"],
  [",,;;q=,", "identity"],
])("Accept-Encoding %s is answered with %s", (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});

test.each([
  [undefined, false],
  ['W/"a"', true],
  ['"a"', true],
  ['"b", W/"a"', true],
  ["*", true],
  ['"b"', false],
  ["", false],
  ["a", false],
])("If-None-Match %s names the tag or not: %s", (header, isNamed) => {
  expect(namesTag(header, 'W/"a"')).toBe(isNamed);
});

const LONG = "Newsrooms write. ".repeat(500);
const BR = { "accept-encoding": "gzip, deflate, br" };

let app: FastifyInstance;
beforeEach(async () => {
  app = Fastify();
  await app.register(etag, { weak: true });
  compressReplies(app);
  app.get("/text", (_request, reply) => reply.type("text/plain").send(LONG));
  app.get("/short", (_request, reply) => reply.type("text/plain").send("Short."));
  app.get("/csv", (_request, reply) =>
    reply
      .type("text/csv; charset=utf-8")
      .header("content-length", 2 * LONG.length)
      .send(Readable.from([LONG, LONG])),
  );
  app.get("/picture", (_request, reply) => reply.type("image/png").send(Buffer.from(LONG)));
  app.get("/part", (_request, reply) => reply.code(206).type("text/plain").send(LONG));
  app.get("/events", (_request, reply) => reply.type("text/event-stream").send(Readable.from(["data: 1\n\n"])));
  app.get("/by-language", (_request, reply) => reply.header("vary", "accept-language").send({ text: LONG }));
  app.get("/broken", (_request, reply) =>
    reply.type("text/csv").send(
      Readable.from(
        (async function* () {
          yield LONG;
          throw new Error("The database is away.");
        })(),
      ),
    ),
  );
});
afterEach(() => app.close());
const get = (url: string, headers: InjectOptions["headers"] = BR) => app.inject({ url, headers });

describe("compression of replies", () => {
  test("a client gets the encoding that it prefers, and a cache learns of it", async () => {
    const asBrotli = await get("/text");
    expect(asBrotli.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
    expect(Number(asBrotli.headers["content-length"])).toBe(asBrotli.rawPayload.length);
    expect(brotliDecompressSync(asBrotli.rawPayload).toString()).toBe(LONG);
    const asGzip = await get("/text", { "accept-encoding": "br;q=0, gzip" });
    expect(asGzip.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(asGzip.rawPayload).toString()).toBe(LONG);
    const plain = await get("/text", {});
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.headers.vary).toBe("accept-encoding");
    expect(plain.body).toBe(LONG);
    expect((await get("/by-language")).headers.vary).toBe("accept-language, accept-encoding");
  });

  test("all forms of a text have one tag, by which it is not sent again", async () => {
    const { etag: tag } = (await get("/text")).headers;
    expect((await get("/text", {})).headers.etag).toBe(tag);
    const again = await get("/text", { ...BR, "if-none-match": String(tag) });
    expect(again.statusCode).toBe(304);
    expect(again.headers["content-encoding"]).toBeUndefined();
  });

  test("a stream is compressed while it is made, and without a length", async () => {
    const { headers, rawPayload } = await get("/csv");
    expect(headers["content-encoding"]).toBe("br");
    expect(headers["content-length"]).toBeUndefined();
    expect(brotliDecompressSync(rawPayload).toString()).toBe(LONG + LONG);
  });

  test("a stream that breaks off breaks the reply off", async () => {
    const address = await app.listen({ port: 0, host: "127.0.0.1" });
    await expect(fetch(`${address}/broken`, { headers: BR }).then((response) => response.text())).rejects.toThrow(
      "terminated",
    );
  });

  test.each(["/short", "/picture", "/part", "/events"])("%s stays as it is", async (url) => {
    const { headers } = await get(url);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers.vary).toBeUndefined();
  });
});
