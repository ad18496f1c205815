import Fastify from "fastify";
import { beforeEach, describe, expect, test } from "vitest";
import { collectShown, type Scope, type ScopeList, scope, shows } from "#db/scopes.ts";
import { articleDetail, trendingArticles } from "#features/articles/calls.ts";
import { ANYBODY } from "#shared/viewer.ts";
import { type ReadForPage, shareReads } from "./read-in-process.ts";

const [TRENDING] = trendingArticles().queryKey;
const [ARTICLE] = articleDetail("1").queryKey;
const list = scope("latest");
const other = scope("picks");

/** A publication with one list, whose reads are counted, and whose changes are made by hand. */
function start() {
  const changes: { version: number; touched: Scope }[] = [];
  const state = { now: 0, reads: 0, next: null as number | null, onRead: () => {} };
  const version = () => changes.length + 1;
  const database = {
    contentVersion: version,
    changedSince: (since: number, scopes: ScopeList) =>
      changes.some((change) => change.version > since && scopes.split(" ").includes(change.touched)),
  };
  const change = (touched: Scope) => void changes.push({ version: version() + 1, touched });
  const source: ReadForPage = async () => {
    state.reads += 1;
    const answer = [state.reads];
    shows(list);
    await Promise.resolve();
    state.onRead();
    return answer;
  };
  const clock = { now: () => state.now };
  const read = shareReads(source, { clock, database, nextPublication: async () => state.next });
  const { log } = Fastify({ logger: { level: "silent" } });
  return { state, change, read: (url: string, shape: "body") => read(url, shape, { viewer: ANYBODY, log }) };
}
let site: ReturnType<typeof start>;
beforeEach(() => {
  site = start();
});

describe("what many pages show is read once", () => {
  test("for pages that are rendered at the same time, and for those after them", async () => {
    const both = await Promise.all([site.read(TRENDING, "body"), site.read(TRENDING, "body")]);
    expect([...both, await site.read(TRENDING, "body")]).toEqual([[1], [1], [1]]);
  });

  test("and every page that shows it ends with what it shows", async () => {
    for (const _page of [1, 2]) {
      const shown = collectShown();
      await shown.during(() => site.read(TRENDING, "body"));
      expect(shown.list()).toBe(list);
    }
  });

  test("but not what only one page shows", async () => {
    await site.read(ARTICLE, "body");
    expect(await site.read(ARTICLE, "body")).toEqual([2]);
  });
});

describe("it is read again", () => {
  const readAgain = async () => (await site.read(TRENDING, "body")) as number[];
  beforeEach(() => site.read(TRENDING, "body"));

  test("after a change of what it shows, and of nothing else", async () => {
    site.change(other);
    expect(await readAgain()).toEqual([1]);
    site.change(list);
    expect(await readAgain()).toEqual([2]);
  });

  test("after two seconds, as views and prices are no content", async () => {
    site.state.now = 1_999;
    expect(await readAgain()).toEqual([1]);
    site.state.now = 2_000;
    expect(await readAgain()).toEqual([2]);
  });

  test("once for all pages that wait for it", async () => {
    site.change(list);
    expect(await Promise.all([readAgain(), readAgain()])).toEqual([[2], [2]]);
  });
});

test("it ends when a scheduled article appears", async () => {
  site.state.next = 500;
  await site.read(TRENDING, "body");
  site.state.now = 499;
  expect(await site.read(TRENDING, "body")).toEqual([1]);
  site.state.now = 500;
  expect(await site.read(TRENDING, "body")).toEqual([2]);
});

test("a change while it is read counts for the page that begins after it", async () => {
  let after: Promise<unknown> | undefined;
  site.state.onRead = () => {
    site.state.onRead = () => {};
    site.change(list);
    after = site.read(TRENDING, "body");
  };
  await site.read(TRENDING, "body");
  expect(await after).toEqual([2]);
});

test("a failure is not kept", async () => {
  site.state.onRead = () => {
    site.state.onRead = () => {};
    throw new Error("away");
  };
  const failed = site.read(TRENDING, "body");
  await expect(failed).rejects.toThrow("away");
  expect(await site.read(TRENDING, "body")).toEqual([2]);
});
