import type { Browser, Page } from "@playwright/test";
import { pageUrl } from "#shared/urls.ts";
import { launchBrowser } from "./support/browser.ts";
import { median, milliseconds, type Outcome } from "./support/outcome.ts";
import { type Publications, startSite } from "./support/publication.ts";

const MAX_MS = 100;
const ROUNDS = 7;
/** Milliseconds that a finger stays on the screen in a tap. */
const PRESS = 80;
/** A phone's processor is this many times slower. */
const SLOWDOWN = 4;

/** What is tapped: a visible link of the page `from`. */
type Tap = { name: string; from: string; selector: string };
const TAPS: Tap[] = [
  { name: "home to article", from: pageUrl.home(), selector: "main article h2 a" },
  { name: "category to article", from: pageUrl.category("blockchain"), selector: "main article h2 a" },
  { name: "article to category", from: pageUrl.article(40), selector: "main article a[href^='/category/']" },
];

/** From the end of a tap on a link to the frame that shows the next page's heading, on a slow phone. */
export async function measureTaps(publications: Publications): Promise<Outcome> {
  const site = await startSite(await publications.make(0));
  const browser = await launchBrowser();
  try {
    const taken: { name: string; times: number[] }[] = [];
    for (const tap of TAPS) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) times.push(await measureTap(browser, site.url, tap));
      taken.push({ name: tap.name, times });
    }
    return {
      limit: `the next page ${MAX_MS} ms after a tap (median of ${ROUNDS}; server at hand, processor ${SLOWDOWN} times slower)`,
      columns: ["from, to", "median", "longest"],
      rows: taken.map(({ name, times }) => [name, milliseconds(median(times)), milliseconds(Math.max(...times))]),
      passed: taken.every(({ times }) => median(times) <= MAX_MS),
      figures: taken.map(({ name, times }) => ({
        what: `tap, ${name}, on a processor ${SLOWDOWN} times slower`,
        limit: milliseconds(MAX_MS),
        measured: milliseconds(median(times)),
        held: median(times) <= MAX_MS,
      })),
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function measureTap(browser: Browser, origin: string, { from, selector }: Tap): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 375, height: 800 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
    await page.goto(origin + from, { waitUntil: "networkidle" });
    await isHydrated(page);
    const link = page.locator(selector).filter({ visible: true }).first();
    await link.scrollIntoViewIfNeeded();
    const box = await link.boundingBox();
    if (!box) throw new Error(`${from} has no ${selector}`);
    const painted = page.evaluate(timeToNextHeading);
    const point = { x: box.x + 8, y: box.y + 8 };
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
    await page.waitForTimeout(PRESS);
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    return await painted;
  } finally {
    await context.close();
  }
}

const isHydrated = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.getElementById("main") ?? {}).some((key) => key.startsWith("__react")),
  );

/** In the page: milliseconds from the click to the first frame after the heading has changed. */
function timeToNextHeading(): Promise<number> {
  const heading = () => document.querySelector("#main h1")?.textContent;
  const before = heading();
  return new Promise((resolve) => {
    let began = 0;
    addEventListener("click", (event) => (began = event.timeStamp), { capture: true, once: true });
    const observer = new MutationObserver(() => {
      const now = heading();
      if (!now || now === before) return;
      observer.disconnect();
      // The second frame's callback runs when the first one has been painted.
      requestAnimationFrame(() => requestAnimationFrame((time) => resolve(time - began)));
    });
    observer.observe(document.getElementById("main") as Element, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
}
