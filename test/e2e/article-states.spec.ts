import type { Page } from "@playwright/test";
import { updateArticle } from "#features/articles/commands.ts";
import { operator } from "#shared/actor.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { prepared } from "../support/content.ts";
import { holdCalls } from "./held-calls.ts";
import { openPage } from "./open-page.ts";
import { detailOf, listOf, test } from "./publishing.ts";
import { expect } from "./site.ts";

const HOME_LINK = "Go back to homepage";

/** Opens the newest article of a category from there, so that the browser itself makes the call. Returns its id. */
async function chooseArticle(page: Page): Promise<number> {
  const [newest] = await listOf(page.request, apiUrl.category("tech"));
  if (!newest) throw new Error("The first edition has articles on technology.");
  await openPage(page, "/category/tech");
  await page.getByRole("main").getByRole("link", { name: newest.title, exact: true }).first().click();
  await expect(page).toHaveURL(pageUrl.article(newest.id));
  return newest.id;
}
const DETAIL = /\/api\/articles\/\d+\/$/;

test("loading, missing and failed parts of an article say so", async ({ page }) => {
  test.slow();
  await test.step("shows 'Loading article...' while it is loading", async () => {
    const release = await holdCalls(page, DETAIL);
    const id = await chooseArticle(page);
    await expect(page.getByRole("status").filter({ hasText: "Loading article..." })).toBeVisible();
    release();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText((await detailOf(page.request, id)).title);
    await expect(page.getByText("Loading article...")).toBeHidden();
  });
  await page.unrouteAll();
  await test.step("in the page: the server's detail, or a default message", async () => {
    await page.route(DETAIL, (route) => route.fulfill({ status: 404, json: { detail: "It was taken down." } }));
    await chooseArticle(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Article Not Found");
    await expect(page.getByRole("alert")).toHaveText("It was taken down.");
    await page.unroute(DETAIL);
    await page.route(DETAIL, (route) => route.fulfill({ status: 410, body: "gone" }));
    await chooseArticle(page);
    await expect(page.getByRole("alert")).toHaveText("Failed to fetch the article.");
    await expect(page.getByRole("link", { name: HOME_LINK })).toHaveAttribute("href", "/");
  });
  await page.unrouteAll();
  await test.step("an article without related ones says so", async () => {
    await page.route("**/api/articles/*/related/", (route) => route.fulfill({ json: [] }));
    await chooseArticle(page);
    await expect(page.getByText("No related articles found")).toBeVisible();
  });
  await page.unrouteAll();
  await test.step("lists beside an article that failed to load stay empty and claim nothing", async () => {
    await page.route(/\/api\/articles\/(editors-picks|\d+\/related)\//, (route) =>
      route.fulfill({ status: 404, json: { detail: "Away." } }),
    );
    await chooseArticle(page);
    for (const name of ["Related Articles", "Editor's Picks"]) {
      const region = page.getByRole("region", { name });
      await expect(region).toBeVisible();
      await expect(region.getByRole("link")).toHaveCount(0);
      await expect(region).toHaveText(name);
    }
  });
});

for (const path of ["/article/999999", "/article/nonsense"]) {
  test(`${path} is not found: status 404, the server's message, and a link home`, async ({ page, request }) => {
    const answer = await request.get(`/api/articles/${path.slice("/article/".length)}/`);
    const { detail } = (await answer.json()) as { detail: string };
    const response = await openPage(page, path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Article Not Found");
    await expect(page.getByRole("alert")).toHaveText(detail);
    await page.getByRole("link", { name: HOME_LINK }).click();
    await expect(page).toHaveURL("/");
  });
}

test("without a connection it retries three times, says so, offers another try, and tries by itself when back online", async ({
  page,
}) => {
  let calls = 0;
  await page.clock.install();
  const release = await holdCalls(page, DETAIL, (route) => {
    calls++;
    return route.abort("internetdisconnected");
  });
  const id = await chooseArticle(page);
  const screen = page.getByRole("heading", { level: 1, name: "Connection Error" });
  await expect(page.getByText("Loading article...")).toBeVisible();
  release();
  await expect
    .poll(async () => {
      await page.clock.runFor(2_000);
      return screen.isVisible();
    })
    .toBe(true);
  expect(calls).toBeGreaterThanOrEqual(4);
  await expect(page.getByRole("alert")).toHaveText(
    "Unable to connect to the database. Please check your internet connection or try again later.",
  );
  const again = page.waitForEvent("requestfailed", (request) => DETAIL.test(request.url()));
  await page.getByRole("button", { name: "Try again" }).click();
  await again;
  await page.clock.runFor(30_000);
  await expect(screen).toBeVisible();
  await page.unroute(DETAIL);
  await page.evaluate(() => {
    dispatchEvent(new Event("offline"));
    dispatchEvent(new Event("online"));
  });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText((await detailOf(page.request, id)).title);
});

test("a failed prefetch does not count once the reader follows the link", async ({ page }) => {
  const [newest] = await listOf(page.request, apiUrl.category("tech"));
  await openPage(page, "/category/tech");
  const link = page
    .getByRole("main")
    .getByRole("link", { name: newest?.title ?? "", exact: true })
    .first();
  await page.route(DETAIL, (route) => route.abort("internetdisconnected"));
  const failed = page.waitForEvent("requestfailed", (request) => DETAIL.test(request.url()));
  await link.hover();
  await failed;
  await page.unroute(DETAIL);
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(newest?.title ?? "");
});

test("an auto-update article changes on the open page within 20 s, announced, without moving the reader", async ({
  page,
  store,
  publishArticle,
}) => {
  const filler = `<p>${"A sentence that fills the page. ".repeat(40)}</p>`.repeat(6);
  const id = await publishArticle({
    title: "Fees today",
    is_auto_update: true,
    content: `${filler}<p>The old end.</p>`,
  });
  await page.clock.install();
  await openPage(page, pageUrl.article(id));
  await page.getByRole("button", { name: "Read More" }).click();
  await page.getByText("The old end.").scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
  // Where what the reader sees is on the screen: lines may be added above it.
  const placeOnScreen = async () => Math.round((await page.locator("#article-text p").nth(5).boundingBox())?.y ?? 0);
  const position = await placeOnScreen();
  const announced = page.getByRole("status").filter({ hasText: "This article has been updated." });
  // From here on, time passes only when the test advances it, and no poll goes out that it does not ask for.
  await page.clock.pauseAt(Date.now() + 60_000);
  /** Polls, ten seconds apart, until a text is there. One that comes before an earlier one's answer is dropped. */
  const expectPolled = (text: string) =>
    expect
      .poll(async () => {
        await page.clock.runFor(5_000);
        return page.getByText(text).count();
      })
      .toBe(1);
  const answer = page.waitForResponse(DETAIL);
  await page.clock.runFor(10_000);
  await (await answer).finished();
  await expect(announced).toHaveCount(0);

  await updateArticle(store, operator, id, { content: prepared(`${filler}<p>The new end.</p>`) });
  await expectPolled("The new end.");
  await expect(page.getByText("The old end.")).toHaveCount(0);
  await expect(announced).toHaveCount(1);
  await expect(page.getByText(/\(Updated: /)).toBeAttached();
  await expect(page.getByRole("button", { name: "Read Less" })).toBeAttached();
  expect(await placeOnScreen()).toBe(position);

  // The announcement of an earlier change does not count.
  await announced.evaluate((status) => status.firstElementChild?.setAttribute("data-earlier", ""));
  await updateArticle(store, operator, id, { excerpt: "A new standfirst." });
  await expectPolled("A new standfirst.");
  await expect(announced.locator("span:not([data-earlier])")).toHaveCount(1);
});

test("an article without auto-update is not polled", async ({ page, publishArticle }) => {
  const id = await publishArticle({ title: "Said and done" });
  const calls: string[] = [];
  page.on("request", (request) => {
    if (DETAIL.test(request.url())) calls.push(request.url());
  });
  await page.clock.install();
  await openPage(page, pageUrl.article(id));
  const ticker = page.waitForResponse("**/api/market/ticker/");
  await page.clock.runFor(25_000);
  await ticker;
  expect(calls).toEqual([]);
});
