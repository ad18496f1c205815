import type { Page, Route } from "@playwright/test";

type Calls = Parameters<Page["route"]>[0];

/** Holds the page's calls to an address until the returned function is called: then they continue, or go to `then`. */
export async function holdCalls(
  page: Page,
  calls: Calls,
  then: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await held.promise;
    await then(route);
  });
  return held.resolve;
}
