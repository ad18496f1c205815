import { randomBytes } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createChangeRecord, EVERYTHING, type Scope, type ScopeList, scope } from "#db/scopes.ts";
import { operator } from "#shared/actor.ts";
import { NotFoundError } from "#shared/errors.ts";
import { ANYBODY, viewerOf } from "#shared/viewer.ts";
import { testClock } from "#test/support/clock.ts";
import type { Encoding } from "./compression.ts";
import { createResponseCache, createSegmentedCache, type Keeping, variantOf } from "./response-cache.ts";
import type { FreshResponse } from "./response-forms.ts";

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

test("a crowd that comes once evicts nothing that has come back, and takes no more room", () => {
  const dropped: string[] = [];
  const cache = createSegmentedCache<string>(10_000, (value) => dropped.push(value));
  for (const home of ["home", "news"]) {
    cache.set(home, home, 1_000);
    expect(cache.get(home)).toBe(home);
  }
  for (let number = 0; number < 10_000; number += 1) {
    cache.set(`article ${number}`, `article ${number}`, 500);
    expect(cache.bytes()).toBeLessThanOrEqual(10_000);
  }
  expect([cache.get("home"), cache.get("news")]).toEqual(["home", "news"]);
  expect(dropped).toHaveLength(10_000 - (cache.count() - 2));
});

test("what comes back pushes out what does not", () => {
  const cache = createSegmentedCache<number>(10_000, () => undefined);
  for (let number = 0; number < 20; number += 1) {
    cache.set(`old ${number}`, number, 1_000);
    cache.get(`old ${number}`);
  }
  for (let number = 0; number < 5; number += 1) {
    cache.set(`new ${number}`, number, 1_000);
    cache.get(`new ${number}`);
  }
  for (let number = 0; number < 5; number += 1) expect(cache.peek(`new ${number}`), `new ${number}`).toBe(number);
});

test("what is read in turn is held as far as there is room, also before anything is read twice", () => {
  const cache = createSegmentedCache<number>(10_000, () => undefined);
  for (let number = 0; number < 20; number += 1) cache.set(`article ${number}`, number, 500);
  for (let number = 0; number < 20; number += 1) expect(cache.get(`article ${number}`)).toBe(number);
});

test("a value that is too large is not kept, nor its predecessor", () => {
  const dropped: string[] = [];
  const cache = createSegmentedCache<string>(10_000, (value) => dropped.push(value));
  cache.set("page", "small", 100);
  cache.set("page", "large", 9_000);
  expect(cache.peek("page")).toBeUndefined();
  expect(dropped).toEqual(["large"]);
  expect(cache.bytes()).toBe(0);
});

test(`the bound holds whatever is done, and whoever leaves is announced (seed ${SEED})`, () => {
  const key = fc.integer({ min: 0, max: 30 }).map(String);
  const step = fc.oneof(
    fc.record({ kind: fc.constant("set" as const), key, size: fc.integer({ min: 1, max: 600 }) }),
    fc.record({ kind: fc.constant("get" as const), key, size: fc.constant(0) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const held = new Map<string, object>();
      const cache = createSegmentedCache<{ key: string }>(2_000, (value) => {
        if (held.get(value.key) === value) held.delete(value.key);
      });
      for (const { kind, key, size } of steps) {
        if (kind === "get") cache.get(key);
        else {
          const value = { key };
          held.set(key, value);
          cache.set(key, value, size);
        }
        expect(cache.bytes()).toBeLessThanOrEqual(2_000);
        for (const name of held.keys()) expect(cache.peek(name)).toBe(held.get(name));
        expect(cache.count()).toBe(held.size);
      }
    }),
    { seed: SEED, numRuns: 300 },
  );
});

const MEBIBYTE = 1024 * 1024;
const PAGE: Keeping = { partition: "pages", encoding: "gzip", outlivesFaults: true };
const API: Keeping = { partition: "pages", encoding: "gzip" };
const [latest, picks] = [scope("latest"), scope("picks")];
/** Long enough to be compressed. */
const FILLING = " ".repeat(1_024);

/** A cache over a record of changes, with a render that is counted. */
function setUp(maxBytes = 16 * MEBIBYTE) {
  const clock = testClock();
  const record = createChangeRecord();
  record.catchUp(1, []);
  const state = {
    renders: 0,
    status: 200,
    isAway: false,
    next: null as number | null,
    scopes: EVERYTHING as ScopeList,
  };
  const cache = createResponseCache({
    clock,
    maxBytes,
    maxConcurrent: 2,
    database: {
      contentVersion: () => {
        if (state.isAway) throw new Error("no version");
        return record.version();
      },
      changedSince: record.changedSince,
    },
    nextPublication: async () => state.next,
  });
  const render = async (): Promise<FreshResponse> => {
    state.renders += 1;
    const body = `${FILLING}render ${state.renders}`;
    return { status: state.status, headers: {}, body, scopes: state.scopes };
  };
  const change = (...scopes: Scope[]) =>
    record.add({ version: record.version() + 1, scopes: (scopes.join(" ") || EVERYTHING) as ScopeList });
  const read = async (how = PAGE, made = render) => {
    const answer = await cache.get("/", how, made);
    return (await cache.form("/", answer, "identity")).body.toString().trim();
  };
  /** Whether it would be sent at once, in a turn of the event loop of its own. */
  const isAtHand = async (key: string) => {
    await new Promise(setImmediate);
    return cache.findByKey(key) !== undefined;
  };
  return { clock, state, cache, render, read, change, isAtHand };
}

const sized =
  (bytes: number, status = 200) =>
  async (): Promise<FreshResponse> => ({
    status,
    headers: {},
    body: randomBytes(Math.ceil((bytes * 3) / 4)).toString("base64"),
    scopes: EVERYTHING,
  });

test("concurrent requests share one render", async () => {
  const { state, cache, render } = setUp();
  await Promise.all(Array.from({ length: 20 }, () => cache.get("/", PAGE, render)));
  expect(state.renders).toBe(1);
});

test("it is served for ten seconds, then five more while it is made again, then no longer", async () => {
  const { clock, read, isAtHand } = setUp();
  expect(await read()).toBe("render 1");
  clock.advance(9_999);
  expect(await isAtHand("/")).toBe(true);
  expect(await read()).toBe("render 1");
  clock.advance(1);
  expect(await isAtHand("/")).toBe(false);
  expect(await read()).toBe("render 1");
  await expect.poll(() => isAtHand("/")).toBe(true);
  expect(await read()).toBe("render 2");
  clock.advance(15_000);
  expect(await read()).toBe("render 3");
});

test("while others wait for a first response, a late one is served and not made again", async () => {
  const { clock, state, cache, read, render, isAtHand } = setUp();
  const late = { ...PAGE, staleFor: 30_000 };
  await read(late);
  clock.advance(39_999);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const making: string[] = [];
  const first = ["a", "b", "c"].map((key) =>
    cache.get(key, PAGE, async () => {
      making.push(key);
      await held;
      return render();
    }),
  );
  await expect.poll(() => making).toEqual(["a", "b"]);
  expect(await read(late)).toBe("render 1");
  release();
  await Promise.all(first);
  expect([making, state.renders]).toEqual([["a", "b", "c"], 4]);
  expect(await read(late)).toBe("render 1");
  // Rendered is not yet kept.
  await expect.poll(() => isAtHand("/")).toBe(true);
  clock.advance(40_000);
  expect(await read(late)).toBe("render 6");
});

test("a change ends what shows it, and nothing else", async () => {
  const { state, change, read } = setUp();
  state.scopes = latest as string as ScopeList;
  await read();
  change(picks);
  expect(await read()).toBe("render 1");
  change(latest, picks);
  expect(await read()).toBe("render 2");
  state.scopes = EVERYTHING;
  change(latest);
  expect(await read()).toBe("render 3");
  change(picks);
  expect(await read()).toBe("render 4");
});

test("nothing from before a change is served, even if it was already being made", async () => {
  const { change, cache, render } = setUp();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const slowRender = async () => {
    const page = await render();
    await held;
    return page;
  };
  const body = async (answer: ReturnType<typeof cache.get>) =>
    (await cache.form("/", await answer, "identity")).body.toString().trim();
  const before = cache.get("/", PAGE, slowRender);
  change();
  const after = cache.get("/", PAGE, slowRender);
  release();
  expect(await body(before)).toBe("render 2");
  expect(await body(after)).toBe("render 2");
});

test("it expires when the next scheduled article is due", async () => {
  const { clock, state, read, isAtHand } = setUp();
  state.next = clock.now() + 5_000;
  await read();
  clock.advance(4_999);
  expect(await isAtHand("/")).toBe(true);
  clock.advance(1);
  expect(await isAtHand("/")).toBe(false);
  state.next = null;
  expect(await read()).toBe("render 2");
});

test("a failed render keeps the last complete page", async () => {
  const { clock, state, read } = setUp();
  await read();
  clock.advance(60_000);
  state.status = 503;
  expect(await read()).toBe("render 1");
  expect(await read(PAGE, () => Promise.reject(new Error("no database")))).toBe("render 1");
  state.status = 200;
  expect(await read()).toBe(`render ${state.renders}`);
});

test("what is gone, or cannot be read, is an error to the API's clients", async () => {
  const { clock, change, read } = setUp();
  const gone = () => Promise.reject(new NotFoundError("not_found", "Gone."));
  await expect(read(API, gone)).rejects.toThrow("Gone.");
  await read(API);
  change();
  await expect(read(API, gone)).rejects.toThrow("Gone.");
  await read(API);
  clock.advance(15_000);
  await expect(read(API, () => Promise.reject(new Error("no database")))).rejects.toThrow("no database");
  await read(API);
  clock.advance(10_000);
  expect(await read(API, gone), "nothing has changed").toMatch(/^render/);
});

test("if the content version cannot be read, the last complete page is served; without one, the error is passed on", async () => {
  const { clock, state, cache, render, read } = setUp();
  await read();
  clock.advance(60_000);
  state.isAway = true;
  expect(await read()).toBe("render 1");
  expect(() => cache.has("/")).toThrow("no version");
  await expect(cache.get("/other", PAGE, render)).rejects.toThrow("no version");
  await expect(read(API)).rejects.toThrow("no version");
});

test("a page for a single reader is rendered every time and never kept", async () => {
  const { state, cache, render } = setUp();
  const how: Keeping = { ...PAGE, partition: "none", target: "/unsubscribe?token=a" };
  for (const _ of [1, 2]) await cache.get("/unsubscribe?token=a", how, render);
  expect(state.renders).toBe(2);
  expect(cache.findByTarget("/unsubscribe?token=a")).toBeUndefined();
  expect(cache.stats()).toMatchObject({ bytes: 0, entries: 0 });
});

test("each form is made once, whoever asks first, and all have one tag", async () => {
  const { cache, render } = setUp();
  const answer = await cache.get("/", PAGE, render);
  expect(Object.keys(answer.forms)).toEqual(["gzip"]);
  const all = await Promise.all([1, 2, 3].map(() => cache.form("/", answer, "br")));
  expect(new Set(all).size).toBe(1);
  const br = all[0]?.body ?? Buffer.alloc(0);
  const gzip = (await cache.form("/", answer, "gzip")).body;
  expect(brotliDecompressSync(br)).toEqual(gunzipSync(gzip));
  for (const encoding of ["br", "gzip", "identity"] as Encoding[]) {
    const { head } = await cache.form("/", answer, encoding);
    expect(head[head.indexOf("etag") + 1]).toBe(answer.etag);
  }
});

test("a crawl over many pages evicts neither what is read again and again nor its other spellings", async () => {
  const { cache } = setUp(2 * MEBIBYTE);
  const home = { ...PAGE, target: "/?from=mail" };
  for (const _ of [1, 2]) await cache.get("/", home, sized(40_000));
  for (let number = 0; number < 400; number += 1) {
    await cache.get(`/article/${number}`, { ...PAGE, target: `/article/${number}` }, sized(20_000));
    expect(cache.stats().bytes).toBeLessThanOrEqual(2 * MEBIBYTE);
  }
  expect(cache.findByTarget("/?from=mail")).toBeDefined();
  expect(cache.findByTarget("/article/399")).toBeDefined();
  expect(cache.findByTarget("/article/0"), "its target is forgotten with it").toBeUndefined();
});

test("what clients can multiply at will evicts only its like", async () => {
  const { clock, cache } = setUp(2 * MEBIBYTE);
  const has = (key: string) => cache.has(key);
  await cache.get("/", PAGE, sized(40_000));
  for (let number = 0; number < 30; number += 1) {
    await cache.get(`/search?query=${number}`, { ...PAGE, partition: "requests" }, sized(40_000));
    await cache.get(`/article/${number}`, PAGE, sized(40_000, 404));
  }
  expect(has("/"), "the publication's own page").toBe(true);
  expect([has("/search?query=0"), has("/article/0")]).toEqual([false, false]);
  expect(has("/article/29"), "the last of them are kept, too").toBe(true);
  // What was missing and now exists counts as one of the publication's pages from then on.
  clock.advance(60_000);
  await cache.get("/article/29", PAGE, sized(40_000));
  for (let number = 0; number < 30; number += 1) await cache.get(`/x${number}`, PAGE, sized(40_000, 404));
  expect(has("/article/29")).toBe(true);
});

test("neither many spellings of one address nor long ones make the cache hold more", async () => {
  const { cache, render } = setUp();
  await cache.get("/", PAGE, render);
  const { bytes } = cache.stats();
  for (let number = 0; number < 1_000; number += 1) {
    await cache.get("/", { ...PAGE, target: `/?x=${number}` }, render);
    cache.findByKey("/", `/?y=${number}`);
    cache.findByKey("/", `/?z=${"z".repeat(10_000)}${number}`);
  }
  expect(cache.stats()).toMatchObject({ entries: 1, renders: 1 });
  expect(cache.stats().bytes - bytes).toBeLessThan(5_000);
  await cache.get(`/search?query=${"q".repeat(5_000)}`, { ...PAGE, partition: "requests" }, render);
  expect(cache.stats().entries).toBe(1);
});

test("all that is held counts: both encodings, and what they are found by", async () => {
  const { cache } = setUp();
  const answer = await cache.get("/", PAGE, sized(100_000));
  const gzip = answer.forms.gzip?.body.length ?? 0;
  expect(cache.stats().bytes).toBeGreaterThan(gzip);
  const br = (await cache.form("/", answer, "br")).body;
  expect(cache.stats().bytes).toBeGreaterThan(gzip + br.length);
  expect(br.buffer.byteLength, "no larger buffer is held by it").toBe(br.length);
});

test("it counts what it does", async () => {
  const { cache, render, clock } = setUp();
  await cache.get("/", PAGE, render);
  await cache.get("/", PAGE, render);
  clock.advance(10_000);
  await cache.get("/", PAGE, render);
  await expect.poll(() => cache.stats()).toMatchObject({ hits: 1, misses: 1, stale: 1, renders: 2, entries: 1 });
});

test("a viewer's variant of a response has a key of its own, and only the one for everybody is found without routing", () => {
  expect(variantOf(ANYBODY, "/about", "/about/")).toEqual({ key: "/about", target: "/about/" });
  const member = variantOf({ kind: "member", tier: "paid" }, "/about", "/about/");
  expect(member).toEqual({ key: "paid /about", target: undefined });
  expect(() => variantOf(viewerOf(operator), "/about")).toThrow("not cached");
});
