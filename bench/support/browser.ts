import { type Browser, chromium, type Page } from "@playwright/test";
import { findBrowser } from "../../scripts/browser.mjs";

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--no-first-run",
];

/** Starts the browser that the journeys use. `args` are added to its command line. */
export function launchBrowser(args: string[] = []): Promise<Browser> {
  const executablePath = findBrowser();
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args: [...ARGS, ...args] });
}

/** Opens a page in a context of its own, with an empty cache, as on a first visit; `use` sees it before it navigates. */
export async function firstVisit<T>(browser: Browser, width: number, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    ...(width < 600 ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
  });
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}
