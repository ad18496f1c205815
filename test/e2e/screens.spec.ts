import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { openPage } from "./open-page.ts";
import { expect, test } from "./site.ts";

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
const NARROW = 375;
const WIDTHS = [NARROW, 1280];

type Shifts = { shift: number };

/** Adds up, in the page, how far things have moved (Layout Instability API). */
function watchShifts(): void {
  const state = window as unknown as Shifts;
  state.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) state.shift += (entry as unknown as { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
}

const GROUPS = [0, 1, 2, 3].map((group) => SCREENS.filter((_screen, at) => at % 4 === group));

for (const screens of GROUPS)
  test(`${screens.map(({ name }) => name).join(", ")}: hydrate without warnings or shifts, without axe violations, without sideways scrolling`, async ({
    page,
    complaints,
  }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript(watchShifts);
    for (const { path, status = 200 } of screens)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const response = await page.goto(path, { waitUntil: "networkidle" });
        expect(response?.status()).toBe(status);
        expect(await page.evaluate(() => (window as unknown as Shifts).shift), `${path} at ${width} px`).toBe(0);
        if (width === NARROW) await expectNoViolations(page);
        expect(await overflowOf(page), `${path} at ${width} px`).toBe(0);
      }
    // The browser itself reports a document with status 404, which is intended here.
    expect(complaints.filter((line) => !/status of 404/.test(line))).toEqual([]);
  });

test("what opens on request has no axe violations either: menu, search, whole article, rejected forms, toasts", async ({
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
});

test("no request leaves the site, and no cookie is set", async ({ page, context, site }) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(site.url) && !request.url().startsWith("data:")) elsewhere.push(request.url());
  });
  for (const path of ["/", "/article/40", "/category/ai", "/search?query=wallet"])
    await page.goto(path, { waitUntil: "networkidle" });
  expect(elsewhere).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});
