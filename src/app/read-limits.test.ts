import { describe, expect, test } from "vitest";
import type { RequestCounts } from "#platform/request-counts.ts";
import type { ReadCost } from "#shared/endpoint.ts";
import { TooManyRequestsError } from "#shared/errors.ts";
import { readLimit } from "./read-limits.ts";

/** Counts in memory, with what was counted. */
function setUp(left = 30_000) {
  const counted = new Map<string, number>();
  const add = (name: string, client: string) => {
    const calls = (counted.get(`${name} ${client}`) ?? 0) + 1;
    counted.set(`${name} ${client}`, calls);
    return { calls, left };
  };
  const counts = { count: ({ name }, client) => add(name, client) } as Pick<RequestCounts, "count"> as RequestCounts;
  return { counted, counts };
}
const IP = "203.0.113.9";

describe("a read", () => {
  test.each<[ReadCost, string[]]>([
    ["nothing", []],
    ["read", ["reads"]],
    ["page", ["reads", "pages"]],
    ["search", ["reads", "searches"]],
    ["file", ["reads", "files"]],
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
