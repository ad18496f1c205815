import { afterEach, beforeEach, expect, test, vi } from "vitest";

const sent: string[] = [];
let fetchApi: (url: string, init?: RequestInit) => Promise<Response>;

/** A browser whose requests fail if `isStopped`; the server answers 404 to unknown names. */
function browser(isStopped: (url: string) => boolean, status = 200): void {
  vi.stubGlobal("fetch", async (url: string, { method = "GET" }: RequestInit) => {
    sent.push(`${method} ${url}`);
    if (isStopped(url)) throw new TypeError("Failed to fetch");
    return new Response(null, { status });
  });
}

beforeEach(async () => {
  sent.length = 0;
  vi.resetModules();
  ({ fetchApi } = await import("./api-client.ts"));
});
afterEach(() => vi.unstubAllGlobals());

test("reads ad spaces by their other name if a blocker stops them, and then writes by it", async () => {
  browser((url) => url.includes("/api/ads/"));
  expect((await fetchApi("/api/ads/?location=homepage")).status).toBe(200);
  await fetchApi("/api/ads/7/", { method: "PUT" });
  await fetchApi("/api/articles/7/");
  expect(sent).toEqual([
    "GET /api/ads/?location=homepage",
    "GET /api/spaces/?location=homepage",
    "PUT /api/spaces/7/",
    "GET /api/articles/7/",
  ]);
});

test("sends a write once, as its answer may have been lost", async () => {
  browser(() => true);
  await expect(fetchApi("/api/ads/", { method: "POST" })).rejects.toThrow("Failed to fetch");
  expect(sent).toEqual(["POST /api/ads/"]);
});

test.each([
  ["nothing can be reached", () => true, 200],
  ["a backend lacks the other name", (url: string) => url.includes("/api/ads/"), 404],
])("fails as before where %s, and keeps the specified name", async (_where, isStopped, status) => {
  browser(isStopped, status);
  await expect(fetchApi("/api/ads/")).rejects.toThrow("Failed to fetch");
  browser(() => false);
  await fetchApi("/api/ads/");
  expect(sent.at(-1)).toBe("GET /api/ads/");
});

test.each(["/api/articles/1/", "/api/categories/ads/"])("reads %s once, and under no other name", async (url) => {
  browser((stopped) => stopped.includes("/ads/"));
  await fetchApi("/api/ads/");
  sent.length = 0;
  browser(() => true);
  await expect(fetchApi(url)).rejects.toThrow("Failed to fetch");
  expect(sent).toEqual([`GET ${url}`]);
});
