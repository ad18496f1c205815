import { openPage } from "./open-page.ts";
import { expect, test } from "./site.ts";

test.afterEach(({ complaints }) => {
  expect(complaints).toEqual([]);
});

/** The files are named by scripts/fonts.mjs, and get a hash in the build. */
const nameOf = (url: string) => /\/([a-z-]+)-[\w-]{8}\.woff2$/.exec(url)?.[1];

test("text is set in the publication's fonts, and a page loads only those it shows", async ({ page }) => {
  const fetched: (string | undefined)[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith(".woff2") && response.ok()) fetched.push(nameOf(response.url()));
  });
  await openPage(page, "/contact");
  await page.evaluate(() => document.fonts.ready);
  await expect
    .poll(() => fetched.toSorted())
    .toEqual(["libre-franklin-basic", "newsreader-basic", "newsreader-display-basic"]);
  const isLoaded = (font: string, text: string) =>
    page.evaluate(async ([font = "", text]) => (await document.fonts.load(font, text)).length, [font, text]);
  expect(await isLoaded("400 1rem Newsreader", "Word")).toBe(1);
  expect(await isLoaded("italic 400 1rem Newsreader", "Word")).toBe(1);
  expect(await isLoaded("italic 700 1rem Newsreader", "Word")).toBe(1);
  expect(await isLoaded("600 1rem 'Libre Franklin'", "Zieliński")).toBe(2);
  await expect
    .poll(() => fetched.slice(3).toSorted())
    .toEqual(["libre-franklin-polish", "newsreader-bold-italic-basic", "newsreader-italic-basic"]);
  // One file has the Arabic letters of all families and weights.
  expect(await isLoaded("700 1rem 'Newsreader Display'", "كتاب")).toBe(1);
  expect(await isLoaded("400 1rem Newsreader", "كتاب")).toBe(1);
  expect(await isLoaded("400 1rem 'Libre Franklin'", "كتاب")).toBe(1);
  await expect.poll(() => fetched.slice(6)).toEqual(["arabic"]);
});
