import { afterEach, beforeEach, expect, test, vi } from "vitest";

type Seen = (entries: { isIntersecting: boolean }[]) => void;

let sent: string[];
let seen: Seen;
let watched: unknown[];
let page: { referrer: string; isPartial: boolean };

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  [sent, watched, page] = [[], [], { referrer: "", isPartial: false }];
  vi.stubGlobal("navigator", { sendBeacon: (url: string) => sent.push(url) });
  vi.stubGlobal("location", { hostname: "news.example" });
  vi.stubGlobal("document", {
    get referrer() {
      return page.referrer;
    },
    querySelector: () => (page.isPartial ? {} : null),
  });
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: Seen) {
        seen = callback;
      }
      observe = (element: unknown) => watched.push(element);
      disconnect = () => (watched = []);
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const load = () => import("./report-reading.ts");

test("the first view names the host of another site, and later ones name none", async () => {
  page.referrer = "https://www.search.example:444/find?q=a+person";
  const { reportView } = await load();
  for (const id of [1, 2]) reportView(id);
  expect(sent).toEqual(["/api/articles/1/view/?from=www.search.example", "/api/articles/2/view/"]);
});

test.each(["", "https://news.example:8080/article/2"])("a view after the page %j names no host", async (referrer) => {
  page.referrer = referrer;
  const { reportView } = await load();
  reportView(1);
  expect(sent).toEqual(["/api/articles/1/view/"]);
});

test("the end counts once, after some time, and not while the text is shown in part", async () => {
  const { watchEnd } = await load();
  watchEnd({} as Element, 7);
  expect(watched).toEqual([]);
  vi.advanceTimersByTime(10_000);
  expect(watched).toHaveLength(1);
  page.isPartial = true;
  seen([{ isIntersecting: true }]);
  page.isPartial = false;
  seen([{ isIntersecting: false }]);
  expect(sent).toEqual([]);
  seen([{ isIntersecting: true }]);
  expect(sent).toEqual(["/api/articles/7/view/?finished=true"]);
  expect(watched).toEqual([]);
});

test("nothing is watched any more after the article was left", async () => {
  const { watchEnd } = await load();
  watchEnd({} as Element, 7)();
  vi.advanceTimersByTime(60_000);
  expect(watched).toEqual([]);
});
