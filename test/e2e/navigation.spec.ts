import type { Page } from "@playwright/test";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { holdCalls } from "./held-calls.ts";
import { openPage } from "./open-page.ts";
import { listOf, test } from "./publishing.ts";
import { expect } from "./site.ts";

test.use({ viewport: { width: 1280, height: 900 } });

/** Marks the document: a page that was reloaded has lost the mark. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isSameDocument: true }));
const isSameDocument = (page: Page) => page.evaluate(() => "isSameDocument" in window);
const scrollTop = (page: Page) => page.evaluate(() => window.scrollY);
const DETAIL = /\/api\/articles\/\d+\/$/;
const metaOf = (page: Page, selector: string) => page.locator(`head ${selector}`);

test("a chosen article loads through the API into the same document, with its own title, head and scrolled to the top", async ({
  page,
  request,
  site,
}) => {
  const [, , , article] = await listOf(request, apiUrl.homeLatest());
  if (!article) throw new Error("The first edition has articles.");
  const documents: string[] = [];
  await openPage(page, "/");
  await mark(page);
  page.on("request", (sent) => {
    if (sent.resourceType() === "document") documents.push(sent.url());
  });
  const called = page.waitForResponse(`**${apiUrl.article(article.id)}`);
  const link = page.getByRole("region", { name: "Latest Articles" }).getByRole("link", { name: article.title });
  await link.scrollIntoViewIfNeeded();
  expect(await scrollTop(page)).toBeGreaterThan(0);
  await link.click();
  expect((await called).status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(article.title);
  await expect(page).toHaveTitle(`${article.title} | Jarida`);
  await expect.poll(() => scrollTop(page)).toBe(0);
  await expect(page.getByRole("main")).toBeFocused();
  const address = `${site.url}${pageUrl.article(article.id)}`;
  await expect(metaOf(page, "link[rel=canonical]")).toHaveAttribute("href", address);
  await expect(metaOf(page, "meta[name=description]")).toHaveAttribute("content", article.excerpt);
  await expect(metaOf(page, "meta[property='og:url']")).toHaveAttribute("content", address);
  await expect(metaOf(page, "meta[property='og:title']")).toHaveAttribute("content", article.title);
  const kinds = await metaOf(page, "script[type='application/ld+json']").evaluateAll((scripts) =>
    scripts.map((script) => JSON.parse(script.textContent ?? "")["@type"]),
  );
  expect(kinds.toSorted()).toEqual(["BreadcrumbList", "NewsArticle", "NewsMediaOrganization", "WebSite"]);
  expect(await isSameDocument(page)).toBe(true);
  expect(documents).toEqual([]);
});

test("going back restores the previous page and position, without another request; forward works too", async ({
  page,
}) => {
  await openPage(page, "/");
  await mark(page);
  const link = page.getByRole("region", { name: "Editor's Picks" }).getByRole("heading").last().getByRole("link");
  await link.scrollIntoViewIfNeeded();
  const [title, left] = [await link.innerText(), await scrollTop(page)];
  expect(left).toBeGreaterThan(500);
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect.poll(() => scrollTop(page)).toBe(0);
  const calls: string[] = [];
  page.on("request", (sent) => {
    if (sent.url().includes(apiUrl.featured())) calls.push(sent.url());
  });
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect(link).toBeInViewport();
  await expect.poll(async () => Math.abs((await scrollTop(page)) - left)).toBeLessThan(5);
  await expect(page).toHaveTitle(/^Cryptocurrency, blockchain and technology news/);
  expect(calls).toEqual([]);
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  expect(await isSameDocument(page)).toBe(true);
});

test("going back while the code for titles is loading keeps the title of the page shown", async ({ page }) => {
  await openPage(page, "/");
  const title = await page.title();
  const release = await holdCalls(page, "**/apply-head-*.js");
  const link = page.getByRole("region", { name: "Editor's Picks" }).getByRole("heading").last().getByRole("link");
  const requested = page.waitForRequest("**/apply-head-*.js");
  await link.click();
  await requested;
  await page.goBack();
  await expect(page.getByRole("region", { name: "Latest Articles" })).toBeVisible();
  const loaded = page.waitForResponse("**/apply-head-*.js");
  release();
  await (await loaded).finished();
  await expect(metaOf(page, "link[rel=canonical]")).toHaveAttribute("href", /\/$/);
  await expect(page).toHaveTitle(title);
});

test("every screen of the route table is reached in the page, with its own title", async ({ page }) => {
  await openPage(page, "/");
  await mark(page);
  const footer = page.getByRole("contentinfo");
  const titles = new Set([await page.title()]);
  for (const [name, path] of [
    ["About", "/about"],
    ["Contact", "/contact"],
    ["Advertise", "/advertise"],
    ["Privacy Policy", "/privacy-policy"],
    ["Markets", "/category/markets"],
    ["Home", "/"],
  ] as const) {
    await footer.getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    if (path !== "/") await expect.poll(async () => titles.has(await page.title())).toBe(false);
    titles.add(await page.title());
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expect(metaOf(page, "link[rel=canonical]")).toHaveAttribute("href", new RegExp(`${path}$`));
  }
  expect(titles.size).toBe(6);
  expect(await isSameDocument(page)).toBe(true);
});

test("pointing at a link prefetches the page, and following it makes no more requests", async ({ page, request }) => {
  const [article] = await listOf(request, apiUrl.category("ai"));
  if (!article) throw new Error("The first edition has articles on AI.");
  const calls: string[] = [];
  page.on("request", (sent) => {
    if (sent.url().endsWith(apiUrl.article(article.id))) calls.push(sent.url());
  });
  await openPage(page, "/category/ai");
  const link = page.getByRole("main").getByRole("link", { name: article.title, exact: true }).first();
  const ahead = page.waitForResponse(`**${apiUrl.article(article.id)}`);
  await link.hover();
  await ahead;
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(article.title);
  expect(calls).toHaveLength(1);

  await test.step("a prefetch that fails does not count once the link is followed", async () => {
    const others = page.getByRole("region", { name: "Related Articles" }).getByRole("heading", { level: 3 }).first();
    const title = await others.innerText();
    await page.route(DETAIL, (route) => route.abort("internetdisconnected"));
    const failed = page.waitForEvent("requestfailed", (sent) => DETAIL.test(sent.url()));
    await others.getByRole("link").hover();
    await failed;
    await page.unroute(DETAIL);
    await others.getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  });
});

test("a link that is followed during hydration leads to a page with its own title", async ({ page }) => {
  await page.addInitScript(() => {
    const follow = () => {
      const link = document.querySelector<HTMLElement>("header a[href='/category/ai']");
      const isOwned = link && Object.keys(link).some((key) => key.startsWith("__react"));
      if (isOwned) link.click();
      else setTimeout(follow);
    };
    follow();
  });
  await page.goto("/");
  await expect(page).toHaveURL("/category/ai");
  await expect(page).toHaveTitle(/^AI \|/);
});

test("a picture that is still on another host is not asked for there: the placeholder is shown", async ({
  page,
  request,
}) => {
  const [article] = await listOf(request, apiUrl.latest());
  if (!article) throw new Error("The first edition has articles.");
  const asked: string[] = [];
  await page.route("https://pictures.example/**", (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await page.route(`**${apiUrl.category(article.category_slug)}*`, async (route) => {
    const response = await route.fetch();
    const articles = (await response.json()).map((each: object) => ({
      ...each,
      image_url: "https://pictures.example/a.png",
    }));
    await route.fulfill({ response, json: articles });
  });
  await openPage(page, pageUrl.about());
  await page.getByRole("banner").getByRole("link", { name: article.category, exact: true }).click();
  const picture = page.locator("picture", { has: page.locator("img[src^='https://pictures.example/']") }).first();
  await expect(picture).toHaveCSS("background-image", /\/fallback\.jpg/);
  await expect(picture.locator("img")).toBeHidden();
  expect(asked).toEqual([]);
});
