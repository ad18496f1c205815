import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { parseKept } from "./reading-list.ts";
import { followReader } from "./reading-place.ts";

const stored = new Map<string, string>();
/** How much of the text a reader has passed. */
let part = 0;

beforeEach(() => {
  vi.useFakeTimers();
  stored.clear();
  const text = {
    querySelector: () => null,
    querySelectorAll: () => [],
    getBoundingClientRect: () => ({ top: 1_000 - part * 2_000, height: 2_000 }),
  };
  vi.stubGlobal("document", { getElementById: () => text });
  vi.stubGlobal("innerHeight", 1_000);
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  vi.stubGlobal("dispatchEvent", () => true);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const ARTICLE = { id: 7, slug: "a", title: "A", image: "" };
function readTo(reached: number, isPart: boolean): void {
  part = reached;
  const end = followReader({ article: ARTICLE, isPart });
  vi.runAllTimers();
  end();
}
const idsIn = (list: Parameters<typeof parseKept>[0]) =>
  parseKept(list, stored.get(list) ?? "", Date.now()).map(({ id }) => id);

test("a part of a series that was read to its end is kept as read, and any other article is forgotten then", () => {
  readTo(0.6, true);
  expect([idsIn("started-articles"), idsIn("read-articles")]).toEqual([[7], []]);
  readTo(0.95, true);
  expect([idsIn("started-articles"), idsIn("read-articles")]).toEqual([[], [7]]);
  stored.clear();
  readTo(0.95, false);
  expect([...stored.keys()].filter((list) => list === "read-articles")).toEqual([]);
});

/** The marks of two parts after the script of a series' page, by list. */
function marksWith(kept: string | null): boolean[] {
  const notes = [7, 8].map((id) => ({ hidden: true, dataset: { part: String(id), in: "read-articles" } }));
  const code = readFileSync(new URL("../../../../public/series.js", import.meta.url), "utf8");
  runInNewContext(code, {
    document: { querySelectorAll: () => notes },
    localStorage: { getItem: () => kept },
    addEventListener: () => undefined,
  });
  return notes.map(({ hidden }) => !hidden);
}

test("the page of a series marks the parts that this browser has kept", () => {
  readTo(0.95, true);
  expect(marksWith(stored.get("read-articles") ?? null)).toEqual([true, false]);
});

test.each([null, "", "no JSON", "null", '{"id":7}', "[null, 7]"])(
  "it marks nothing where the browser has %j",
  (kept) => {
    expect(marksWith(kept)).toEqual([false, false]);
  },
);
