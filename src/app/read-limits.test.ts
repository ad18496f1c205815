import Fastify from "fastify";
import { describe, expect, test } from "vitest";
import type { RequestCounts } from "#platform/request-counts.ts";
import type { ReadCost } from "#shared/endpoint.ts";
import { TooManyRequestsError } from "#shared/errors.ts";
import { limitReads, readLimit } from "./read-limits.ts";

/** Counts in memory, with what was counted. */
function setUp(left = 30_000) {
  const counted = new Map<string, number>();
  const count: RequestCounts["count"] = ({ name }, client, added = 1) => {
    const calls = (counted.get(`${name} ${client}`) ?? 0) + added;
    if (added > 0) counted.set(`${name} ${client}`, calls);
    return { calls, left };
  };
  const counts = { count } as Pick<RequestCounts, "count"> as RequestCounts;
  return { counted, counts };
}
const IP = "203.0.113.9";

describe("a picture", () => {
  async function start() {
    const { counted, counts } = setUp();
    const app = Fastify();
    limitReads(app, readLimit(counts));
    app.setErrorHandler((error, _request, reply) =>
      reply.status(error instanceof TooManyRequestsError ? 429 : 404).send(),
    );
    app.get<{ Params: { name: string } }>("/:name", { config: { cost: "picture" } }, async ({ params }, reply) => {
      if (params.name === "missing") throw new Error("Missing.");
      return reply.header("cache-control", params.name === "other" ? "no-store" : "immutable").send("bytes");
    });
    const get = async (url: string) => (await app.inject({ url, remoteAddress: IP })).statusCode;
    return { counted, get };
  }

  test("is a read if it is missing, or another one is served instead", async () => {
    const { counted, get } = await start();
    expect([await get("/there"), counted.get(`reads ${IP}`)]).toEqual([200, undefined]);
    expect([await get("/missing"), counted.get(`reads ${IP}`)]).toEqual([404, 1]);
    expect([await get("/other"), counted.get(`reads ${IP}`)]).toEqual([200, 2]);
  });

  test("is rejected once its client has used up its reads", async () => {
    const { counted, get } = await start();
    counted.set(`reads ${IP}`, 1_200);
    expect([await get("/there"), await get("/missing"), await get("/there")]).toEqual([200, 404, 429]);
  });
});

test("what is free because it is cached is a read with a token, which bypasses the cache", async () => {
  const { counted, counts } = setUp();
  const app = Fastify();
  limitReads(app, readLimit(counts));
  app.get("/prices", { config: { cost: "nothing" } }, async () => "prices");
  for (const headers of [{}, { authorization: "Bearer x" }])
    await app.inject({ url: "/prices", remoteAddress: IP, headers });
  expect([...counted]).toEqual([[`reads ${IP}`, 1]]);
});

describe("a read", () => {
  test.each<[ReadCost, string[]]>([
    ["nothing", []],
    ["read", ["reads"]],
    ["page", ["reads", "pages"]],
    ["search", ["reads", "searches"]],
    ["file", ["reads", "files"]],
    ["picture", ["pictures"]],
  ])("that costs %j is counted as %j", (cost, names) => {
    const { counted, counts } = setUp();
    readLimit(counts)({ ip: IP }, cost);
    expect([...counted.keys()]).toEqual(names.map((name) => `${name} ${IP}`));
  });

  test("costs what its route says, else as much as an ordinary one", () => {
    const { counted, counts } = setUp();
    const limit = readLimit(counts);
    limit({ ip: IP, routeOptions: { config: { cost: "search" } } });
    limit({ ip: IP, routeOptions: { config: {} } });
    limit({ ip: IP });
    expect(Object.fromEntries(counted)).toEqual({ [`reads ${IP}`]: 3, [`searches ${IP}`]: 1 });
  });

  test("is refused from one too many on, with whole seconds that are long enough", () => {
    const { counts } = setUp(1_001);
    const limit = readLimit(counts);
    for (let read = 0; read < 60; read += 1) limit({ ip: IP }, "file");
    expect(() => limit({ ip: IP }, "file")).toThrow(
      expect.objectContaining({ constructor: TooManyRequestsError, retryAfter: 2 }),
    );
    expect(() => limit({ ip: IP }, "search"), "of another kind is not").not.toThrow();
    expect(() => limit({ ip: "203.0.113.10" }, "file"), "of a neighbour is not").not.toThrow();
  });

  test("is counted for a whole IPv6 network: its customer has an address for every guess", () => {
    const { counted, counts } = setUp();
    for (const ip of ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:ffff:1:2:3"]) readLimit(counts)({ ip });
    expect([...counted.values()]).toEqual([3]);
  });
});
