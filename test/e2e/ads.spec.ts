import type { APIRequestContext, Page } from "@playwright/test";
import { AD_FIELDS } from "#features/ads/fields.ts";
import type { AdType } from "#features/ads/schema.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { overflowOf } from "./accessibility.ts";
import { picture, rowOf, test } from "./ad-spaces.ts";
import { openAdmin } from "./admin.ts";
import { openPage } from "./open-page.ts";
import { expect } from "./site.ts";

/** Counted as a reader: the test browser's own user agent is that of a machine. */
const READER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
test.use({ userAgent: READER });

const HEIGHT: Record<AdType, number> = { leaderboard: 90, rectangle: 250, sidebar: 250 };
const PLACES = [
  { location: "homepage", path: pageUrl.home() },
  { location: "category", path: pageUrl.category("blockchain") },
  { location: "article", path: pageUrl.article(40) },
];
const TARGET = "/advertise?from=ad";

/** The slots of a type that are visible on the page; some are shown on wide screens only. */
const slotsOf = (page: Page, type: AdType) =>
  page.getByRole("group", { name: "Advertisement" }).and(page.locator(`[data-ad-type=${type}]:visible`));
const creatives = (page: Page, name: string) => page.getByRole("img", { name, exact: true });

/** Every slot of the page has its type's height, and there is at least one of each. */
async function expectHeights(page: Page): Promise<void> {
  for (const type of AD_FIELDS.type.values) {
    const slots = await slotsOf(page, type).all();
    expect(slots.length, type).toBeGreaterThan(0);
    for (const slot of slots) expect((await slot.locator("> :last-child").boundingBox())?.height).toBe(HEIGHT[type]);
  }
}

/** How far things have moved by themselves since the page was opened (Cumulative Layout Shift). */
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
          resolve(shifts.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );

async function uploaded(api: APIRequestContext): Promise<string> {
  const answer = await api.post(editorApiUrl.upload(), { multipart: { file: await picture() } });
  expect(answer.status()).toBe(201);
  return (await answer.json()).url;
}

test("creatives fill the slots of their type at their location, without moving anything", async ({
  page,
  api,
  addSpace,
}) => {
  test.slow();
  const image_url = await uploaded(api);
  for (const { location } of PLACES)
    for (const type of AD_FIELDS.type.values)
      await addSpace({ name: type, type, location, image_url, alt: `The ${type} of ${location}`, target_url: TARGET });
  for (const { location, path } of PLACES)
    await test.step(location, async () => {
      await page.setViewportSize({ width: 1280, height: 720 });
      await openPage(page, path);
      await expect(page.getByText("This space is open")).toHaveCount(0);
      for (const type of AD_FIELDS.type.values) {
        for (const slot of await slotsOf(page, type).all()) {
          await expect(slot.getByText("Advertisement", { exact: true })).toBeVisible();
          const link = slot.getByRole("link", { name: `The ${type} of ${location}` });
          await expect(link).toHaveAttribute("href", /^\/go\/\d+$/);
          await slot.scrollIntoViewIfNeeded();
          await expect
            .poll(() => slot.getByRole("img").evaluate((image) => (image as HTMLImageElement).naturalWidth))
            .toBeGreaterThan(0);
        }
      }
      await expectHeights(page);
      expect(await shiftOf(page)).toBeLessThan(0.01);
      await page.setViewportSize({ width: 320, height: 640 });
      await expect.poll(() => overflowOf(page)).toBe(0);
      for (const slot of await slotsOf(page, "leaderboard").all())
        expect((await slot.locator("> :last-child").boundingBox())?.height).toBe(HEIGHT.leaderboard);
    });
});

test("a reader's view and click are counted once each, and show in the editors' table", async ({
  page,
  api,
  addSpace,
}) => {
  const name = "Counted";
  const space = { name, location: "homepage", image_url: await uploaded(api), alt: name, target_url: TARGET };
  const { id } = await addSpace(space);
  // The page cannot see a beacon's response; the table shows that it was counted.
  const sent = page.waitForRequest((request) => request.url().endsWith(apiUrl.adView(id)));
  await openPage(page, pageUrl.home());
  await creatives(page, name).first().scrollIntoViewIfNeeded();
  await sent;
  const opened = page.waitForEvent("popup");
  await creatives(page, name).first().click();
  await expect(await opened).toHaveURL(TARGET);
  await expect(async () => {
    await openAdmin(page, "Ad Management");
    const cells = rowOf(page, name).getByRole("cell");
    await expect(cells).toHaveText([name, "Leaderboard", "homepage", "Active", "1", "1", ""], { timeout: 2_000 });
  }).toPass();
});
