import type { Network, Route } from "./page/network.ts";
import type { Page } from "./page/page.ts";

type Pattern = Parameters<Network["route"]>[0];

/** Holds the page's requests to an address until the returned function is called; then they go on, or to `then`. */
export async function holdCalls(
  page: Page,
  pattern: Pattern,
  then: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await held.promise;
    await then(route);
  });
  return held.resolve;
}

/**
 * The first request of this method reaches the server, and its response is lost; no further request reaches it until the
 * returned function is called.
 */
export async function loseFirstResponse(page: Page, method: string, pattern: Pattern): Promise<() => void> {
  let isLost = false;
  let isBack = false;
  await page.route(pattern, async (route) => {
    if (isBack || route.request().method() !== method) return route.fallback();
    if (!isLost) {
      isLost = true;
      await route.fetch();
    }
    return route.abort("connectionreset");
  });
  return () => {
    isBack = true;
  };
}

/** Lets the page's requests to an address through, and holds the responses until the returned function is called. */
export async function holdAnswers(page: Page, pattern: Pattern, onResponse = () => {}): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    const response = await route.fetch();
    onResponse();
    await held.promise;
    await route.fulfill({ response });
  });
  return held.resolve;
}
