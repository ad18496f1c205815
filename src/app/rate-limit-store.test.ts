import { describe, expect, test } from "vitest";
import type { CallLimit, RequestCounts } from "#platform/request-counts.ts";
import { rateLimitStore } from "./read-limits.ts";

const IP = "203.0.113.9";

/** Counts in memory, with what was counted exactly. */
function setUp() {
  const counted = new Map<string, number>();
  const exact: string[] = [];
  const count = ({ name }: CallLimit, client: string) => {
    const calls = (counted.get(`${name} ${client}`) ?? 0) + 1;
    counted.set(`${name} ${client}`, calls);
    return { calls, left: 30_000 };
  };
  const countExactly: RequestCounts["countExactly"] = async (limit, client) => {
    exact.push(limit.name);
    return count(limit, client);
  };
  return { exact, counts: { count, countExactly, jobs: [] } satisfies RequestCounts };
}

describe("a call with a limit of its own", () => {
  type Store = InstanceType<ReturnType<typeof rateLimitStore>>;
  const storeOf = (counts: RequestCounts, method: string | string[], url: string, more = {}): Store => {
    const root = new (rateLimitStore(counts))({} as never);
    return root.child({ routeInfo: { method, url }, ...more } as never) as Store;
  };
  const hit = (store: Store, client = IP) =>
    new Promise((resolve) => store.incr(client, (error, result) => resolve(error ?? result), 60_000, 5));

  test("is counted exactly where it writes, and in memory where it reads or says so", async () => {
    const { counts, exact } = setUp();
    for (const method of ["POST", "DELETE", "PUT"]) await hit(storeOf(counts, method, "/x"));
    expect(exact).toEqual(["POST /x", "DELETE /x", "PUT /x"]);
    for (const method of ["GET", "HEAD"]) await hit(storeOf(counts, method, "/x"));
    await hit(storeOf(counts, "POST", "/x", { isApproximate: true }));
    expect(exact).toHaveLength(3);
  });

  test("is counted apart from others of the same client", async () => {
    const { counts } = setUp();
    const one = storeOf(counts, "POST", "/one");
    const two = storeOf(counts, "POST", "/two");
    expect(await hit(one)).toEqual({ current: 1, ttl: 30_000 });
    expect(await hit(one)).toEqual({ current: 2, ttl: 30_000 });
    expect(await hit(two)).toEqual({ current: 1, ttl: 30_000 });
    expect(await hit(one, "203.0.113.10")).toEqual({ current: 1, ttl: 30_000 });
  });

  test("fails where it cannot be counted, rather than hanging or passing", async () => {
    const { counts } = setUp();
    const broken = { ...counts, countExactly: () => Promise.reject(new Error("database away")) };
    expect(await hit(storeOf(broken, "POST", "/x"))).toEqual(new Error("database away"));
  });
});
