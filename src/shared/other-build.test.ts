import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
});

/** The module in a document that arrived at `/news?page=2`. */
async function arrive(type: NavigationTimingType) {
  const location = { pathname: "/news", search: "?page=2" };
  vi.stubGlobal("location", location);
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ type } as PerformanceNavigationTiming]);
  vi.resetModules();
  return { location, ...(await import("./other-build.ts")) };
}

test("a document that came by a reload is not loaded again at the same address", async () => {
  const { canLoadDocument, location } = await arrive("reload");
  expect(canLoadDocument()).toBe(false);
  location.search = "?page=3";
  expect(canLoadDocument()).toBe(true);
});

test("a document that was opened may be loaded again once", async () => {
  const { canLoadDocument } = await arrive("navigate");
  expect(canLoadDocument()).toBe(true);
});

test("a server that is unavailable or unreachable is not there", async () => {
  const { isServerThere } = await arrive("navigate");
  const responses = [() => new Response(), () => new Response(null, { status: 404 })];
  const faults = [
    () => new Response(null, { status: 502 }),
    () => {
      throw new TypeError("Failed to fetch");
    },
  ];
  for (const [outcomes, isThere] of [[responses, true] as const, [faults, false] as const])
    for (const outcome of outcomes) {
      vi.stubGlobal("fetch", async () => outcome());
      expect(await isServerThere()).toBe(isThere);
    }
});
