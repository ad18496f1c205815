import type { Page } from "@playwright/test";
import { holdCalls } from "./held-calls.ts";
import { openPage } from "./open-page.ts";
import { test } from "./publishing.ts";
import { expect } from "./site.ts";

const scrollTop = (page: Page) => page.evaluate(() => window.scrollY);
const results = (page: Page) => page.getByRole("region", { name: "Results" }).getByRole("article");
const articles = (page: Page) => page.getByRole("region", { name: "Articles", exact: true }).getByRole("article");

test("the next page of a list starts at its top, and Back restores the position", async ({ page, publishArticle }) => {
  for (let number = 1; number <= 30; number++) await publishArticle({ title: `Note ${number}`, category: "Markets" });
  for (const reducedMotion of ["reduce", "no-preference"] as const) {
    await page.emulateMedia({ reducedMotion });
    await openPage(page, "/category/markets");
    const next = page.getByRole("link", { name: "Next page" });
    await next.scrollIntoViewIfNeeded();
    const left = await scrollTop(page);
    expect(left).toBeGreaterThan(1000);
    // Slow, so that the page is short for a while.
    const release = await holdCalls(page, "**/api/categories/markets/?*");
    await next.click();
    await expect(page.getByText("Loading articles...")).toBeVisible();
    await expect.poll(() => scrollTop(page)).toBe(0);
    release();
    await expect(page.getByText("Page 2 of 2")).toBeVisible();
    expect(await scrollTop(page)).toBe(0);
    await page.unroute("**/api/categories/markets/?*");

    await articles(page).last().getByRole("heading").getByRole("link").click();
    await expect(page).toHaveURL(/\/article\/\d+$/);
    await page.goBack();
    await expect(page).toHaveURL("/category/markets?page=2");
    await expect(articles(page).last().getByRole("heading")).toBeInViewport();
    await page.goBack();
    await expect(page).toHaveURL("/category/markets");
    await expect.poll(async () => Math.abs((await scrollTop(page)) - left)).toBeLessThan(5);
  }
});

test("Back restores a position that was left before the browser announced it", async ({ page }) => {
  await openPage(page, "/search?query=wallet");
  const last = results(page).last().getByRole("link");
  // The event of scrolling comes with the next frame, which on a busy phone may be after the click.
  await page.evaluate(() => {
    const late = (event: Event) => event.stopImmediatePropagation();
    addEventListener("scroll", late, { capture: true });
    addEventListener("popstate", () => removeEventListener("scroll", late, { capture: true }));
  });
  await last.scrollIntoViewIfNeeded();
  const left = await scrollTop(page);
  expect(left).toBeGreaterThan(500);
  await last.click();
  await expect(results(page)).toHaveCount(0);
  await page.goBack();
  await expect(results(page).first()).toBeVisible();
  await expect.poll(async () => Math.abs((await scrollTop(page)) - left)).toBeLessThan(5);
});

test("Back restores the position in a list even if its calls are no longer cached", async ({ page }) => {
  await page.clock.install();
  await openPage(page, "/search?query=wallet");
  const last = results(page).last().getByRole("link");
  await last.scrollIntoViewIfNeeded();
  const left = await scrollTop(page);
  expect(left).toBeGreaterThan(500);
  await last.click();
  await expect(page).toHaveURL(/\/article\/\d+$/);
  await expect.poll(() => scrollTop(page)).toBe(0);
  await expect(results(page)).toHaveCount(0);
  // Cached for five minutes: who reads longer returns to a list that is loaded again.
  await page.clock.runFor(6 * 60_000);
  const release = await holdCalls(page, "**/api/articles/search/**");
  await page.goBack();
  await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeVisible();
  release();
  await expect(results(page).first()).toBeVisible();
  await expect.poll(async () => Math.abs((await scrollTop(page)) - left)).toBeLessThan(5);
  await expect(page.getByRole("main").getByRole("searchbox")).toHaveValue("wallet");

  await test.step("scrolling while such a list is loading is not overridden", async () => {
    await page.goForward();
    await expect(results(page)).toHaveCount(0);
    await page.clock.runFor(6 * 60_000);
    const finish = await holdCalls(page, "**/api/articles/search/**");
    await page.goBack();
    await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeVisible();
    // By the wheel: the focus does not decide what it scrolls. The browser scrolls asynchronously.
    await page.mouse.move(640, 400);
    await page.mouse.wheel(0, -5_000);
    await expect.poll(() => scrollTop(page)).toBe(0);
    finish();
    await expect(results(page).first()).toBeVisible();
    await page.clock.runFor(1_000);
    expect(await scrollTop(page)).toBe(0);
  });
});

test("fragments, and links with a modifier key, are left to the browser; the same address adds no history entry", async ({
  page,
  context,
}) => {
  await openPage(page, "/privacy-policy");
  const link = page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "Your rights" });
  await link.scrollIntoViewIfNeeded();
  const before = await scrollTop(page);
  await link.click();
  await expect(page).toHaveURL("/privacy-policy#rights");
  await expect(page.getByRole("heading", { name: "Your rights" })).toBeInViewport();
  expect(await scrollTop(page)).toBeGreaterThan(before);
  await page.goBack();
  await expect(page).toHaveURL("/privacy-policy");
  await expect.poll(() => scrollTop(page)).toBe(before);

  const contact = page.getByRole("contentinfo").getByRole("link", { name: "Contact", exact: true });
  const opened = context.waitForEvent("page");
  await contact.click({ modifiers: ["ControlOrMeta"] });
  await expect(await opened).toHaveURL("/contact");
  await expect(page).toHaveURL("/privacy-policy");
  await contact.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact Us");
  await contact.click();
  await expect(page).toHaveURL("/contact");
  await page.goBack();
  await expect(page).toHaveURL("/privacy-policy");
});
