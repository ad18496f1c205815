import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NetworkError } from "#shared/api-client.ts";
import type { PageModule } from "#shared/page.ts";
import { textIn } from "#shared/translate.ts";
import type { PageName } from "#shared/urls.ts";
import { loadPage, startMessages } from "./loaded-pages.ts";
import { notFoundRoute, siteRoutes } from "./routes.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const MODULE = { Page: () => null } as unknown as PageModule;

/** A route of its own for each test, as what is loaded stays loaded. */
let serial = 0;
function routeThat(...outcomes: ("loads" | "fails")[]) {
  let tries = 0;
  serial += 1;
  const route = {
    ...notFoundRoute,
    name: `page ${serial}` as PageName,
    load: async () => {
      tries += 1;
      if (outcomes[tries - 1] === "fails") throw new TypeError("Failed to fetch dynamically imported module");
      return MODULE;
    },
  };
  return { route, tries: () => tries };
}

test("a page's module is loaded once, and read synchronously from then on", async () => {
  const { route, tries } = routeThat("loads");
  const first = loadPage(route);
  expect(loadPage(route)).toBe(first);
  await first;
  // What React's `use` looks for: without it, it would show the page's fallback for a moment.
  expect(loadPage(route)).toMatchObject({ status: "fulfilled", value: MODULE });
  vi.advanceTimersByTime(3_600_000);
  expect(loadPage(route)).toBe(first);
  expect(tries()).toBe(1);
});

test("a module that failed to load is a lost connection, and is requested again after a while", async () => {
  const { route, tries } = routeThat("fails", "loads");
  await expect(loadPage(route)).rejects.toBeInstanceOf(NetworkError);
  // React renders again at once, several times.
  await expect(loadPage(route)).rejects.toBeInstanceOf(NetworkError);
  vi.advanceTimersByTime(999);
  expect(loadPage(route)).toMatchObject({ status: "rejected" });
  expect(tries()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await loadPage(route)).toBe(MODULE);
  expect(tries()).toBe(2);
});

test("a token in an address keeps its page out of every cache", () => {
  for (const { name, parameters, secrets } of siteRoutes) {
    expect(parameters.includes("token"), name).toBe(secrets.includes("token"));
    // A secret that the page does not know would be dropped from its address.
    for (const secret of secrets) expect(parameters).toContain(secret);
  }
});

test("the newsroom's words come with the first page as far as it shows them, and all of them with the next", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return new Response(JSON.stringify({ Home: "Start", About: "Us" }));
  });
  startMessages({ words: "/theme/words/en/0123456789ab.json" }, { About: "Us" });
  const t = textIn();
  await loadPage(routeThat("loads").route);
  expect([asked, t("Home"), t("About")]).toEqual([[], "Home", "Us"]);
  await loadPage(routeThat("loads").route);
  expect([asked, t("Home"), t("About")]).toEqual([["/theme/words/en/0123456789ab.json"], "Start", "Us"]);
  vi.unstubAllGlobals();
});
