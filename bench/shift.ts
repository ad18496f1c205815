import type { Page } from "@playwright/test";
import { firstVisit, launchBrowser } from "./support/browser.ts";
import type { Outcome } from "./support/outcome.ts";
import { type Publications, startSite } from "./support/publication.ts";
import { SCREENS, WIDTHS } from "./support/screens.ts";

/** Wait after network idle, in milliseconds: late fonts, prices and the carousel's motion. */
const SETTLE = 2_000;

/**
 * A fast connection shows what moves at hydration, a slow one what moves when fonts, pictures and scripts arrive late.
 */
const LINES = [
  { name: "fast", latency: 0, bytesPerSecond: -1, slowdown: 1 },
  { name: "slow", latency: 150, bytesPerSecond: (1.6 * 1024 * 1024) / 8, slowdown: 4 },
];
type Line = (typeof LINES)[number];

type Shift = { value: number; sources: string[] };

/** Cumulative layout shift while a screen loads. */
export async function measureShift(publications: Publications): Promise<Outcome> {
  const site = await startSite(await publications.make(0));
  const browser = await launchBrowser();
  try {
    const rows: string[][] = [];
    const notes: string[] = [];
    let passed = true;
    for (const { name, path } of SCREENS) {
      const cells = [name];
      for (const width of WIDTHS) {
        for (const line of LINES) {
          const shifts = await firstVisit(browser, width, (page) => load(page, `${site.url}${path}`, line));
          const sum = shifts.reduce((total, { value }) => total + value, 0);
          cells.push(sum === 0 ? "0" : sum.toFixed(4));
          if (sum === 0) continue;
          passed = false;
          const moved = new Set(shifts.flatMap(({ sources }) => sources));
          notes.push(`${name} at ${width} px, ${line.name}: ${[...moved].join(", ")}`);
        }
      }
      rows.push(cells);
    }
    return {
      limit: "nothing moves while a screen loads (fast line, and slow 4G with a slow processor)",
      columns: ["screen", ...WIDTHS.flatMap((width) => LINES.map((line) => `${width} ${line.name}`))],
      rows,
      passed,
      notes,
      figures: [
        {
          what: `${SCREENS.length} screens that move while they load, phone and desktop, fast and slow`,
          limit: "none",
          measured: String(rows.filter(([, ...sums]) => sums.some((sum) => sum !== "0")).length),
          held: passed,
        },
      ],
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function load(page: Page, url: string, line: Line): Promise<Shift[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: line.latency,
    downloadThroughput: line.bytesPerSecond,
    uploadThroughput: line.bytesPerSecond,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: line.slowdown });
  await page.addInitScript(() => {
    type Source = { node?: Element | null };
    const seen: { value: number; sources: string[] }[] = [];
    (window as unknown as { shifts: typeof seen }).shifts = seen;
    const name = ({ node }: Source) =>
      node ? `${node.nodeName.toLowerCase()} ${node.textContent?.slice(0, 30) ?? ""}` : "?";
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: Source[] })[])
        seen.push({ value: entry.value, sources: entry.sources.map(name) });
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForTimeout(SETTLE);
  return page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
}
