import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { EVERYTHING, type ScopeList } from "#db/scopes.ts";
import { testClock } from "#test/support/clock.ts";
import { acceptedEncoding, createPageCache, type FreshPage, pageBytes } from "./page-cache.ts";

/** A cache with a render that is counted and can be held back. */
function setUp() {
  const clock = testClock();
  const state = {
    version: 1,
    next: null as number | null,
    renders: 0,
    status: 200,
    failing: false,
    scopes: EVERYTHING as ScopeList,
  };
  const cache = createPageCache({
    clock,
    database: {
      contentVersion: () => {
        if (state.failing) throw new Error("no version");
        return state.version;
      },
      // Everything changes with each version unless named otherwise.
      changedSince: (version, scopes) => version < state.version && scopes === EVERYTHING,
    },
    nextPublication: async () => state.next,
  });
  const render = async (): Promise<FreshPage> => {
    state.renders += 1;
    return {
      status: state.status,
      html: `render ${state.renders}`,
      etagSource: String(state.renders),
      scopes: state.scopes,
    };
  };
  const read = async () => (await pageBytes(await cache.get("/", render, "pages"), "identity")).toString();
  return { clock, state, cache, render, read };
}

test("concurrent requests for a page share one render", async () => {
  const { state, cache, render } = setUp();
  await Promise.all(Array.from({ length: 20 }, () => cache.get("/", render, "pages")));
  expect(state.renders).toBe(1);
});

test("a page is served for ten seconds, then once more while it is rendered again, then no longer", async () => {
  const { clock, read, cache } = setUp();
  expect(await read()).toBe("render 1");
  clock.advance(9_999);
  expect(cache.peek("/")).toBeDefined();
  expect(await read()).toBe("render 1");
  clock.advance(1);
  expect(cache.peek("/")).toBeUndefined();
  expect(await read()).toBe("render 1");
  await expect.poll(() => cache.peek("/")).toBeDefined();
  expect(await read()).toBe("render 2");
  clock.advance(15_000);
  expect(await read()).toBe("render 3");
});

test("a page of an older version is never served, even if its render was already running", async () => {
  const { state, cache, render } = setUp();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const slowRender = async () => {
    const page = await render();
    await held;
    return page;
  };
  const before = cache.get("/", slowRender, "pages");
  state.version = 2;
  const after = cache.get("/", slowRender, "pages");
  release();
  expect((await pageBytes(await before, "identity")).toString()).toBe("render 2");
  expect((await pageBytes(await after, "identity")).toString()).toBe("render 2");
});

test("a page expires when the next scheduled article is due", async () => {
  const { clock, state, cache, read } = setUp();
  state.next = clock.now() + 5_000;
  await read();
  clock.advance(4_999);
  expect(cache.peek("/")).toBeDefined();
  clock.advance(1);
  expect(cache.peek("/")).toBeUndefined();
  state.next = null;
  expect(await read()).toBe("render 2");
});

test("a failed render keeps the last complete page", async () => {
  const { clock, state, cache, read } = setUp();
  await read();
  clock.advance(60_000);
  state.status = 503;
  expect(await read()).toBe("render 1");
  const failing = () => Promise.reject(new Error("no database"));
  expect((await pageBytes(await cache.get("/", failing, "pages"), "identity")).toString()).toBe("render 1");
  state.status = 200;
  expect(await read()).toBe(`render ${state.renders}`);
});

test("pages with unbounded addresses evict only one another", async () => {
  const { clock, state, cache } = setUp();
  const large = (status: number) => async (): Promise<FreshPage> => {
    state.renders += 1;
    return { status, html: randomBytes(400_000).toString("base64"), etagSource: "", scopes: EVERYTHING };
  };
  await cache.get("/", large(200), "pages");
  for (let number = 0; number < 10; number += 1) {
    await cache.get(`/search?query=${number}`, large(200), "requests");
    await cache.get(`/article/${number}`, large(404), "pages");
  }
  expect(cache.peek("/"), "the publication's own page").toBeDefined();
  expect(cache.peek("/search?query=0")).toBeUndefined();
  expect(cache.peek("/article/0")).toBeUndefined();
  expect(cache.peek("/article/9"), "the last of them are kept, too").toBeDefined();
  // What was missing and now exists counts as one of the publication's pages from then on.
  clock.advance(60_000);
  await cache.get("/article/9", large(200), "pages");
  for (let number = 0; number < 10; number += 1) await cache.get(`/x${number}`, large(404), "pages");
  expect(cache.peek("/article/9")?.status).toBe(200);
});

test("a page for a single reader is rendered every time and never cached", async () => {
  const { state, cache, render } = setUp();
  await cache.get("/unsubscribe?token=a", render, "none");
  await cache.get("/unsubscribe?token=a", render, "none");
  expect(state.renders).toBe(2);
  expect(cache.peek("/unsubscribe?token=a")).toBeUndefined();
});

test("if the content version cannot be read, the last complete page is served; without one, the error is passed on", async () => {
  const { clock, state, cache, render, read } = setUp();
  await read();
  clock.advance(60_000);
  state.failing = true;
  expect(await read()).toBe("render 1");
  expect(() => cache.peek("/")).toThrow("no version");
  await expect(cache.get("/other", render, "pages")).rejects.toThrow("no version");
});

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
