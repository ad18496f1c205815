import type { Browser, Page } from "@playwright/test";
import { launchBrowser } from "./support/browser.ts";
import type { Outcome } from "./support/outcome.ts";
import { type Publications, startSite } from "./support/publication.ts";
import { SCREENS } from "./support/screens.ts";

const VIEWPORTS = [375, 768, 1280].flatMap((width) => [1, 2].map((density) => ({ width, density })));
const PAGES = SCREENS.filter(({ name }) => ["home", "article", "category", "search"].includes(name));
/** The widths that pictures are stored in: the next one that is at least as wide as the box may be chosen, no other. */
const STEPS = [160, 320, 640, 960, 1280, 1600];

type Shown = { file: string; box: number; chosen: number };

/** No picture is fetched larger than it is shown, by more than the next width that it is stored in. */
export async function measurePictureSizes(publications: Publications): Promise<Outcome> {
  const site = await startSite(await publications.make(0));
  const browser = await launchBrowser();
  try {
    const rows: string[][] = [];
    const notes: string[] = [];
    for (const { name, path } of PAGES) {
      const cells = [name];
      for (const viewport of VIEWPORTS) {
        const shown = await picturesOf(browser, `${site.url}${path}`, viewport);
        const large = shown.filter((one) => isTooLarge(one, shown));
        cells.push(`${large.length} of ${shown.length}`);
        for (const { file, box, chosen } of large)
          notes.push(`${name} at ${viewport.width} x ${viewport.density}: ${file} is ${chosen} for ${Math.round(box)}`);
      }
      rows.push(cells);
    }
    const isSeen = rows.every((cells) => cells.slice(1).every((cell) => !cell.endsWith(" of 0")));
    const passed = notes.length === 0 && isSeen;
    return {
      limit: "no picture is fetched larger than shown, by more than one step of its widths",
      columns: ["too large", ...VIEWPORTS.map(({ width, density }) => `${width} x ${density}`)],
      rows,
      passed,
      notes,
      figures: [
        {
          what: "pictures fetched in a larger width than the next one that fills their box",
          limit: "none",
          measured: String(notes.length),
          held: passed,
        },
      ],
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}

/** A file that a larger box of the page needs is not fetched twice: browsers show it in the smaller one, too. */
function isTooLarge({ file, chosen }: Shown, shown: readonly Shown[]): boolean {
  const largest = Math.max(...shown.filter((other) => other.file === file).map(({ box }) => box));
  return chosen > (STEPS.find((step) => step >= largest) ?? chosen);
}

/** Stored pictures of a page, all the way down, with the width of the box and of the file in device pixels. */
async function picturesOf(
  browser: Browser,
  url: string,
  viewport: { width: number; density: number },
): Promise<Shown[]> {
  const context = await browser.newContext({
    viewport: { width: viewport.width, height: 900 },
    deviceScaleFactor: viewport.density,
    isMobile: viewport.width < 600,
  });
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: "networkidle" });
    await loadAll(page);
    return await page.evaluate(() =>
      [...document.images].flatMap(({ currentSrc, clientWidth }) => {
        const chosen = /\/media\/[^/]+\/(\d+)\.\w+$/.exec(currentSrc)?.[1];
        if (clientWidth === 0 || !chosen) return [];
        return { file: new URL(currentSrc).pathname, box: clientWidth * devicePixelRatio, chosen: Number(chosen) };
      }),
    );
  } finally {
    await context.close();
  }
}

/** Lazy pictures load when they come near. */
async function loadAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const image of document.images) image.loading = "eager";
  });
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
}
