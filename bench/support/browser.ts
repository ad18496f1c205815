import { type Browser, chromium, type Page } from "@playwright/test";
import { findBrowser } from "../../scripts/browser.mjs";

/**
 * A browser that is watched, as here, needs the lines of each error when it is made. React makes some while it loads, for
 * which V8 then compiles all of it once more, in one task of 40 ms. Readers' browsers never do; this keeps the lines from
 * the start.
 */
const AS_UNWATCHED = "--js-flags=--no-enable-lazy-source-positions";

export const BROWSER_ARGS = [
  AS_UNWATCHED,
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--no-first-run",
];

/** A browser of the system, else the one that Playwright installed. */
export const browserPath = (): string => findBrowser() ?? chromium.executablePath();

/** Starts the browser that the journeys use. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath(), args: BROWSER_ARGS });
}

/**
 * Opens a page in a fresh context, with an empty cache, as on a first visit; `use` gets it before it navigates. No service
 * worker starts: files that pass through one have no compressed size.
 */
export async function firstVisit<T>(browser: Browser, width: number, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    serviceWorkers: "block",
    ...(width < 600 ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
  });
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}
