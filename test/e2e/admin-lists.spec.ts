import type { Page } from "@playwright/test";
import type { AdSpace } from "#features/ads/schema.ts";
import type { Category } from "#features/categories/endpoints.ts";
import type { ContactMessage } from "#features/contact/endpoints.ts";
import type { OutboxMail } from "#features/mail/endpoints.ts";
import type { Subscriber } from "#features/newsletter/endpoints.ts";
import type { Issue } from "#features/newsletter/issues/endpoints.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { exampleSummary } from "#test/support/article-answers.ts";
import { expectFits, expectNoViolations, overflowOf } from "./accessibility.ts";
import { choose, openAdmin, toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./site.ts";

const DATE = "2026-11-20T12:00:00.000Z";
const TOTAL = 120;
const LONG = "an address or a title that is rather long for its column";

/** What every row of a list shows: its position in the whole list, counted from 1. */
const numbered = (place: number) => `Row ${place}`;

const article = (place: number) =>
  exampleSummary({
    id: place,
    title: `${numbered(place)}: ${LONG}`,
    category: "Decentralised finance",
    category_slug: "defi",
    image_url: "",
    author: "Wanjiru Kamau-Odhiambo",
    published_date: DATE,
    is_auto_update: true,
    is_featured: true,
    is_editors_pick: true,
  });
const subscriber = (place: number): Subscriber => ({
  id: place,
  email: `${numbered(place)}@${LONG.replaceAll(" ", ".")}.example`,
  name: LONG,
  status: "active",
  bouncing: true,
  created_at: DATE,
  changed_at: DATE,
});
const message = (place: number): ContactMessage => ({
  id: place,
  subject: `${numbered(place)}: ${LONG}`,
  firstName: "Wanjiru",
  lastName: "Kamau-Odhiambo",
  email: `wanjiru@${LONG.replaceAll(" ", ".")}.example`,
  message: "Words",
  created_at: DATE,
  state: "read",
});
const mail = (place: number): OutboxMail => ({
  id: place,
  kind: "contact",
  state: "uncertain",
  is_file: false,
  email: `${numbered(place)}@${LONG.replaceAll(" ", ".")}.example`,
  subject: LONG,
  issue_id: null,
  attempts: 3,
  last_error: LONG,
  created_at: DATE,
  due_at: DATE,
  settled_at: DATE,
});
const issue = (place: number): Partial<Issue> => ({
  id: place,
  state: "sent",
  subject: `${numbered(place)}: ${LONG}`,
  is_digest: true,
  started_at: DATE,
  finished_at: DATE,
  recipients: 123_456,
  counts: {
    waiting: 0,
    sent: 123_456,
    failed: 1,
    rejected: 1,
    uncertain: 1,
    cancelled: 0,
    unsubscribed: 12_345,
    clicks: 54_321,
  },
});

/** Every paged list: where it is, the calls it makes, its rows, and one of its filters. */
const LISTS = [
  { name: "articles", path: pageUrl.admin(), call: /\/api\/articles\/\?/, row: article, filter: "status=published" },
  {
    name: "subscribers",
    path: adminUrl.audience(),
    call: /\/subscribers\/\?/,
    row: subscriber,
    filter: "status=active",
  },
  { name: "messages", path: adminUrl.audience("messages"), call: /\/contact\/\?/, row: message, filter: "state=read" },
  { name: "mails", path: adminUrl.audience("outbox"), call: /\/outbox\/\?/, row: mail, filter: "state=uncertain" },
  { name: "issues", path: adminUrl.audience("issues"), call: /\/issues\/\?/, row: issue, filter: "" },
] as const;

type List = (typeof LISTS)[number];

/** Gives a list 120 rows. */
async function fill(page: Page, { call, row }: List): Promise<void> {
  await page.route(call, (route) => {
    const { searchParams } = new URL(route.request().url());
    const [limit, offset] = [Number(searchParams.get("limit")), Number(searchParams.get("offset"))];
    const count = Math.max(0, Math.min(limit, TOTAL - offset));
    const json = Array.from({ length: count }, (_, at) => row(offset + at + 1));
    return route.fulfill({ json, headers: { [TOTAL_HEADER]: String(TOTAL) } });
  });
}

const rowAt = (page: Page, place: number) => page.getByRole("row").filter({ hasText: new RegExp(`Row ${place}\\b`) });
const next = (page: Page) => page.getByRole("button", { name: "Next page" });
const rowsOf = (page: Page) => page.getByRole("row").filter({ hasText: /Row \d/ });

test("another page of a list starts at its top, and Back keeps page and filter", async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 1280, height: 800 });
  // All lists page by the same component.
  for (const list of LISTS.slice(0, 2))
    await test.step(list.name, async () => {
      await fill(page, list);
      await page.goto(`${list.path}?${list.filter}`);
      await expect(rowAt(page, 1)).toBeInViewport();
      const size = await rowsOf(page).count();
      await next(page).click();
      await expect(page).toHaveURL(new RegExp(`${list.filter}&?page=2$`));
      await expect(rowAt(page, size + 1)).toBeInViewport();
      const region = page.getByRole("region", { name: `List of ${list.name}` });
      await expect(region).toBeFocused();

      // By keyboard as well, from the top of the list.
      await next(page).focus();
      await page.keyboard.press("Enter");
      await expect(rowAt(page, 2 * size + 1)).toBeInViewport();
      await expect(region).toBeFocused();

      await page.goBack();
      await expect(page).toHaveURL(new RegExp(`${list.filter}&?page=2$`));
      await expect(rowAt(page, size + 1)).toBeVisible();
      await page.reload();
      await expect(rowAt(page, size + 1)).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL(new RegExp(`\\?${list.filter}$|${list.path}$`));
      await expect(rowAt(page, 1)).toBeVisible();
      await page.goForward();
      await expect(rowAt(page, size + 1)).toBeVisible();
    });
});

test("every list fits every width, and another page starts at its top", async ({ page }) => {
  test.setTimeout(240_000);
  for (const list of LISTS)
    await test.step(list.name, async () => {
      await fill(page, list);
      await page.setViewportSize({ width: 320, height: 700 });
      await page.goto(list.path);
      await expect(rowAt(page, 1)).toBeVisible();
      for (const width of [320, 375, 768, 1024]) {
        await page.setViewportSize({ width, height: 700 });
        await expect.poll(() => overflowOf(page), `${width} px`).toBe(0);
        // The hit areas of buttons and checkboxes overlap on purpose.
        const cells = rowAt(page, 1).locator("td:not([data-card=actions], [data-card=select])");
        const excess = await cells.evaluateAll((all) => all.map((cell) => cell.scrollWidth - cell.clientWidth));
        expect(Math.max(...excess), `${width} px`).toBeLessThanOrEqual(0);
      }
      await page.setViewportSize({ width: 320, height: 700 });
      const size = await rowsOf(page).count();
      await next(page).click();
      await expect(rowAt(page, size + 1)).toBeInViewport();
      await expectFits(page);
    });
});

const LONG_WORD = `Long${"name".repeat(20)}`;
const CATEGORY: Category = {
  id: 7,
  name: LONG_WORD,
  slug: LONG_WORD.toLowerCase(),
  description: "",
  editor: "",
  image_url: "",
  accent: "",
  count: 0,
};
const AD: AdSpace = {
  id: 7,
  name: LONG_WORD,
  type: "rectangle",
  location: "place".repeat(15),
  active: true,
  image_url: "",
  alt: "",
  target_url: "",
};

test("long words fit a phone in lists, forms, confirmations and toasts", async ({
  page,
  store,
  editor,
  writeArticle,
}) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 320, height: 700 });
  for (const [tab, call, row] of [
    ["Categories", /\/api\/categories\/$/, CATEGORY],
    ["Ad Management", /\/api\/ads\/$/, AD],
  ] as const)
    await test.step(tab, async () => {
      await page.route(call, (route) => route.fulfill({ json: [row] }));
      await openAdmin(page, tab);
      await expect(page.getByRole("row").filter({ hasText: LONG_WORD })).toBeVisible();
      for (const name of [`Edit ${LONG_WORD}`, `Delete ${LONG_WORD}`]) {
        expect(await overflowOf(page)).toBe(0);
        await page.getByRole("button", { name, exact: true }).click();
        expect(await overflowOf(page), name).toBe(0);
        await expectNoViolations(page);
      }
    });
  await test.step("an article's row, its excerpt and the question before it is deleted", async () => {
    const { title } = await writeArticle({ title: `Unbreakable${"y".repeat(120)}`, excerpt: "In short." });
    await openAdmin(page, undefined, { query: title });
    const menu = page.getByRole("button", { name: /^Actions for Unbreakable/ });
    await menu.click();
    await page.getByRole("menuitem", { name: "Show excerpt" }).click();
    await expectNoViolations(page);
    expect(await overflowOf(page)).toBe(0);
    await menu.click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await overflowOf(page)).toBe(0);
  });
  await test.step("a profile with an error", async () => {
    const { db } = store.database;
    const words = { name: "Long".repeat(25), bio: "word".repeat(100) };
    await db.updateTable("account").set(words).where("email", "=", editor.email).execute();
    await openAdmin(page, "Author Profile");
    await page.getByRole("textbox", { name: "Image URL" }).fill("not an address");
    await page.getByRole("button", { name: "Update Profile" }).click();
    await toastOf(page, "Error updating profile").hover();
    expect(await overflowOf(page)).toBe(0);
    await expectNoViolations(page);
  });
  await test.step("a preview of imported subscribers", async () => {
    await page.goto(adminUrl.audience());
    await page.getByRole("button", { name: "Import CSV" }).click();
    await page.getByRole("textbox", { name: "Or paste addresses" }).fill(`${"x".repeat(90)}\nb@c`);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await expect(page.getByRole("region", { name: "Import preview" })).toBeVisible();
    expect(await overflowOf(page)).toBe(0);
    await expectNoViolations(page);
  });
});

const BAR_HEIGHT = 57;

test("on a phone rows are cards with labelled values, and the order is chosen from a select", async ({ page }) => {
  test.slow();
  const [articles] = LISTS;
  await fill(page, articles);
  for (const [width, height, top, rowHeight] of [
    [1280, 800, 260, 56],
    [375, 812, 200, 88],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(articles.path);
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    const box = await rowAt(page, 1).boundingBox();
    // Below the bar, and a notice of the system, if there is one.
    const start = (await page.getByRole("main").boundingBox())?.y ?? 0;
    expect((box?.y ?? 0) - start + BAR_HEIGHT, `the first row at ${width} px`).toBeLessThan(top);
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.height).toBeLessThanOrEqual(rowHeight);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  await page.getByRole("button", { name: "Filters" }).click();
  const order = page.getByRole("combobox", { name: "Order" });
  await expect(order).toHaveText("Newest first");
  await choose(order, "Title, A to Z");
  await page.getByRole("button", { name: "Show articles" }).click();
  await expect(page).toHaveURL(`${articles.path}?sort=title&order=asc`);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Title/ })).toBeHidden();
  const cell = (label: string) => rowAt(page, 1).locator(`td[data-label="${label}"]`);
  const topOf = async (label: string) => (await cell(label).boundingBox())?.y ?? 0;
  for (const label of ["Category", "Date", "Last edit", "Views", "Auto-Update", "Featured", "Editor's Pick"])
    await expect(cell(label)).toBeHidden();
  const [title, state, author, actions] = [
    await topOf("Title"),
    await topOf("Status"),
    await topOf("Author"),
    await topOf("Actions"),
  ];
  expect(title).toBeLessThan(actions);
  expect(Math.abs(state - author)).toBeLessThan(2);
  expect(state).toBeGreaterThanOrEqual(actions);
  await expectNoViolations(page);
  await page.setViewportSize({ width: 1280, height: 700 });
  await expect(order).toBeHidden();
  await expect(page.getByRole("columnheader", { name: "Title" })).toHaveAttribute("aria-sort", "ascending");
  await test.step("each value is labelled with its column", async () => {
    const [, , , , issues] = LISTS;
    await page.setViewportSize({ width: 320, height: 700 });
    await fill(page, issues);
    await page.goto(issues.path);
    await expect(rowAt(page, 1)).toBeVisible();
    for (const label of ["State", "Delivered", "Rejected", "Recipients"]) {
      const cell = rowAt(page, 1).locator(`td[data-label="${label}"]`);
      expect(await cell.evaluate((element) => getComputedStyle(element, "::before").content)).toBe(`"${label}"`);
    }
  });
});
