import type { Page } from "@playwright/test";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { openPage } from "./open-page.ts";
import { expect, test } from "./site.ts";
import { misfits, setTextSize, tooSmall } from "./sizes.ts";

/** Every screen of the route table except the admin area, and the two error screens. */
const SCREENS = [
  { name: "home", path: "/" },
  { name: "category", path: "/category/blockchain" },
  { name: "article", path: "/article/40" },
  { name: "about", path: "/about" },
  { name: "contact", path: "/contact" },
  { name: "advertise", path: "/advertise" },
  { name: "privacy policy", path: "/privacy-policy" },
  { name: "unsubscribe", path: "/unsubscribe" },
  { name: "search", path: "/search?query=wallet" },
  { name: "search without results", path: "/search?query=zzzzqqqq" },
  { name: "unknown article", path: "/article/999999", status: 404 },
  { name: "unknown page", path: "/no/such/page", status: 404 },
];
type Screen = (typeof SCREENS)[number];
const GROUPS = [0, 1, 2, 3].map((group) => SCREENS.filter((_screen, at) => at % 4 === group));

/** A4 portrait, less the margins of the style sheet, in CSS pixels. */
const PAPER = { width: 660, height: 1000 };

type Shifts = { shift: number };

/** Adds up, in the page, how far things have moved (Layout Instability API). */
function watchShifts(): void {
  const state = window as unknown as Shifts;
  state.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) state.shift += (entry as unknown as { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
}

type Formats = { formats: string[] };

/** Notes, in the page, which formats of the platform are made: the first of them blocks a phone for a tenth of a second. */
function watchFormats(): void {
  const state = window as unknown as Formats;
  state.formats = [];
  const construct = (name: string) => (target: object, values: unknown[]) => {
    state.formats.push(name);
    return Reflect.construct(target as new (...all: unknown[]) => object, values);
  };
  for (const name of ["DateTimeFormat", "ListFormat", "NumberFormat", "RelativeTimeFormat"] as const)
    Object.assign(Intl, { [name]: new Proxy(Intl[name], { construct: construct(name) }) });
}

async function open(page: Page, { path, status = 200 }: Screen, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  const response = await page.goto(path, { waitUntil: "networkidle" });
  expect(response?.status()).toBe(status);
  expect(await page.evaluate(() => (window as unknown as Shifts).shift), "nothing moved").toBe(0);
  expect(await page.evaluate(() => (window as unknown as Formats).formats), "formats came with the page").toEqual([]);
  expect(await overflowOf(page)).toBe(0);
}

async function expectFit(page: Page, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft([await overflowOf(page), await misfits(page)], `${width} px`).toEqual([0, []]);
  }
}

async function expectLargeControls(page: Page, path: string): Promise<void> {
  const banner = page.getByRole("banner");
  if (path === "/") {
    await banner.getByRole("button", { name: "Open menu" }).click();
    expect(await tooSmall(banner.getByRole("navigation").getByRole("link"), 44), "menu").toEqual([]);
    await banner.getByRole("button", { name: "Close menu" }).click();
    expect(await tooSmall(page.getByRole("tab"), 44), "tabs").toEqual([]);
  }
  const main = page
    .locator("button:visible, input:visible, textarea:visible")
    .or(page.getByRole("navigation", { name: "Filter by category" }).getByRole("link"))
    .or(page.getByRole("region", { name: "Share this article" }).getByRole("link"));
  expect(await tooSmall(main, 44)).toEqual([]);
  expect(await tooSmall(page.getByRole("contentinfo").getByRole("link"), 24)).toEqual([]);
}

async function expectPrinted(page: Page, address: string): Promise<void> {
  await page.setViewportSize(PAPER);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(address, { exact: true })).toBeVisible();
  await expect(page.getByRole("main")).toBeVisible();
  for (const role of ["banner", "contentinfo"] as const) await expect(page.getByRole(role)).toHaveCount(0);
  expect(await overflowOf(page)).toBe(0);
  await page.emulateMedia({ media: "screen" });
}

/** How text gets to 200 %: the browser's own setting, or a user style sheet. */
async function expectLargeText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  await expectFit(page, [320, 375, 768]);
  await page.evaluate(() => document.documentElement.removeAttribute("style"));
  await setTextSize(page, 2);
  await expectFit(page, [320, 375, 768]);
  await setTextSize(page, 1);
}

for (const screens of GROUPS)
  test(`${screens.map(({ name }) => name).join(", ")}: right at every size and on paper`, async ({
    page,
    context,
    complaints,
    site,
  }) => {
    test.slow();
    const elsewhere: string[] = [];
    page.on("request", (request) => {
      const isOwn = request.url().startsWith(site.url) || request.url().startsWith("data:");
      if (!isOwn || request.url().includes("/assets/admin/")) elsewhere.push(request.url());
    });
    await page.addInitScript(watchShifts);
    await page.addInitScript(watchFormats);
    for (const screen of screens) {
      const { name, path, status } = screen;
      await test.step(`${name}: hydrates without warnings or shifts`, () => open(page, screen, 1280));
      if (!status)
        await test.step(`${name}: prints its text under its address, and fits the paper`, () =>
          expectPrinted(page, site.url + path));
      await test.step(`${name}: has no axe violations on a phone`, async () => {
        await open(page, screen, 375);
        await expectNoViolations(page);
      });
      await test.step(`${name}: main controls of a phone are at least 44 px, links of the footer 24 px`, () =>
        expectLargeControls(page, path));
      await test.step(`${name}: fits 320 px, and a phone at 200 % zoom: half as many pixels`, () =>
        expectFit(page, [320, 188]));
      await test.step(`${name}: text at 200 % fits, and nothing is cut off`, () => expectLargeText(page));
    }
    expect(
      [elsewhere, await context.cookies()],
      "no request leaves the site or loads the admin area, and no cookie is set",
    ).toEqual([[], []]);
    // The browser itself reports a document with status 404, and pictures preloaded for a size that is gone.
    expect(complaints.filter((line) => !/status of 404|preloaded using link preload/.test(line))).toEqual([]);
  });

test("what opens on request has no axe violations either: menu, search, whole article, rejected forms with and without scripts, toasts", async ({
  page,
  complaints,
}) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 375, height: 900 });
  await openPage(page, "/article/40");
  await page.getByRole("button", { name: "Read More" }).click();
  await page.getByRole("button", { name: "Open menu" }).click();
  // What the open menu partly covers cannot be reached until it is closed, and does not count as a target.
  await expectNoViolations(page, "#site-menu");
  await page.getByRole("button", { name: "Close menu" }).click();
  await page.getByRole("banner").getByRole("button", { name: "Search", exact: true }).click();
  await expectNoViolations(page);

  await page.route("**/api/contact/", (route) =>
    route.fulfill({ status: 400, json: { detail: "Not yet.", errors: { subject: "Say what it is about." } } }),
  );
  await openPage(page, "/contact");
  for (const field of await page.getByRole("main").getByRole("textbox").all())
    await field.fill("somebody@jarida.example");
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("Say what it is about.")).toBeVisible();
  // A pointer on the toasts keeps them open while they are checked.
  await page.getByPlaceholder("Your email").fill("reader@nowhere");
  await page.getByPlaceholder("Your email").press("Enter");
  await page.locator("[data-sonner-toast]").hover();
  await expectNoViolations(page);
  expect(complaints.filter((line) => !/status of 400/.test(line))).toEqual([]);

  await page.setViewportSize({ width: 320, height: 700 });
  await page.unrouteAll();
  const form = page.getByRole("main").locator("form");
  await form.getByRole("textbox", { name: "Subject", exact: true }).fill("   ");
  // As the browser itself submits a form, without our handler.
  await form.evaluate((element: HTMLFormElement) => HTMLFormElement.prototype.submit.call(element));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("That did not work");
  await expectNoViolations(page);
  expect(await overflowOf(page)).toBe(0);
});
