import type { Locator, Page } from "@playwright/test";
import { apiUrl } from "#shared/urls.ts";
import { openPage } from "./open-page.ts";
import { expect, listOf, test } from "./publishing.ts";

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const adsOf = (page: Page, type: string) => page.locator(`[data-ad-type=${type}]`);
const xs = async (parts: Locator) => (await parts.all()).map(async (part) => Math.round((await part.boundingBox())?.x ?? 0));
const AGO = /^\d+ (minute|hour|day|month|year)s? ago$|^just now$/;

/** Comes home from another page, so that the browser itself makes the calls. */
async function comeHome(page: Page): Promise<void> {
  await openPage(page, "/about");
  await page.getByRole("banner").getByRole("link", { name: /Jarida/ }).click();
  await expect(page).toHaveURL("/");
}

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test("latest articles stand in two columns, with picture, category, author and date", async ({ page, request }) => {
    const latest = await listOf(request, apiUrl.latest());
    await openPage(page, "/");
    const cards = section(page, "Latest Articles").getByRole("article");
    expect(await cards.count()).toBeGreaterThanOrEqual(8);
    expect(new Set(await Promise.all(await xs(cards))).size).toBe(2);
    for (const [place, card] of (await cards.all()).entries()) {
      const article = latest[place];
      if (!article) throw new Error("More cards than articles.");
      const headline = card.getByRole("link", { name: article.title, exact: true });
      await expect(headline).toHaveAttribute("href", `/article/${article.id}`);
      await expect(card.getByRole("link", { name: article.category, exact: true })).toHaveAttribute(
        "href",
        `/category/${article.category_slug}`,
      );
      await expect(card.locator("img")).toHaveAttribute("src", article.image_url);
      await expect(card.locator("time")).toHaveText(/^[A-Z][a-z]+ \d{2}, \d{4}$/);
    }
  });

  test("editor's picks are rows of image, category, title and excerpt", async ({ page, request }) => {
    const picks = await listOf(request, apiUrl.editorsPicks());
    await openPage(page, "/");
    const rows = section(page, "Editor's Picks").getByRole("article");
    expect(await rows.count()).toBe(Math.min(6, picks.length));
    expect(new Set(await Promise.all(await xs(rows))).size).toBe(1);
    for (const [place, row] of (await rows.all()).entries()) {
      const pick = picks[place];
      await expect(row.getByRole("heading")).toHaveText(pick?.title ?? "");
      await expect(row.getByRole("link", { name: pick?.category ?? "", exact: true })).toBeVisible();
      await expect(row).toContainText(pick?.excerpt ?? "");
      await expect(row.locator("img")).toHaveAttribute("src", pick?.image_url ?? "");
    }
  });

  test("the sidebar has a numbered trending list with relative times, ads and a newsletter box", async ({
    page,
    request,
  }) => {
    const trending = await listOf(request, apiUrl.trending());
    await openPage(page, "/");
    const sidebar = page.getByRole("complementary", { name: "More to read" });
    const items = sidebar.getByRole("region", { name: "Trending" }).getByRole("listitem");
    expect(await items.count()).toBeGreaterThanOrEqual(5);
    for (const [place, item] of (await items.all()).entries()) {
      await expect(item.getByText(`0${place + 1}`, { exact: true })).toBeVisible();
      await expect(item.getByRole("link")).toHaveText(trending[place]?.title ?? "");
      await expect(item.locator("time")).toHaveText(AGO);
    }
    await expect(sidebar.getByRole("textbox", { name: "Email address" })).toBeVisible();
    await expect(sidebar.locator("[data-ad-type]").first()).toBeVisible();
  });

  test("ads have the sizes of their types, and an empty slot leads to the advertising page", async ({ page }) => {
    await openPage(page, "/");
    for (const [type, height] of [
      ["leaderboard", 90],
      ["rectangle", 250],
      ["sidebar", 250],
    ] as const) {
      for (const slot of await adsOf(page, type).all()) {
        await expect(slot).toHaveAccessibleName("Advertisement");
        expect((await slot.getByRole("link").boundingBox())?.height, type).toBe(height);
        await expect(slot.getByRole("link")).toHaveAttribute("href", "/advertise");
      }
      expect(await adsOf(page, type).count()).toBeGreaterThanOrEqual(1);
    }
  });

  test("the tab box shows the editor's choice first, and hot stories on request, by pointer and by keys", async ({
    page,
    request,
  }) => {
    const titles = async (url: string) => (await listOf(request, url)).slice(0, 5).map(({ title }) => title);
    const [choice, hot] = [await titles(apiUrl.editorsPicks()), await titles(apiUrl.trending())];
    expect(choice).not.toEqual(hot);
    await openPage(page, "/");
    const tab = (name: string) => page.getByRole("tab", { name });
    const shown = page.getByRole("tabpanel").getByRole("link");
    await expect(tab("Editor's choice")).toHaveAttribute("aria-selected", "true");
    await expect(shown).toHaveText(choice);
    await tab("Hot stories").click();
    await expect(tab("Hot stories")).toHaveAttribute("aria-selected", "true");
    await expect(shown).toHaveText(hot);
    await page.keyboard.press("ArrowLeft");
    await expect(tab("Editor's choice")).toBeFocused();
    await expect(shown).toHaveText(choice);
    await page.keyboard.press("End");
    await expect(tab("Hot stories")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(shown.first()).toBeFocused();
  });
});

test("the category bar filters: all here, every other name to its page", async ({ page, request }) => {
  const categories: { name: string; slug: string }[] = await (await request.get(apiUrl.categories())).json();
  await openPage(page, "/");
  const bar = page.getByRole("navigation", { name: "Filter by category" });
  await expect(bar.getByRole("link")).toHaveText(["All", ...categories.map(({ name }) => name)]);
  await expect(bar.locator("[aria-current=page]")).toHaveText("All");
  for (const { name, slug } of categories)
    await expect(bar.getByRole("link", { name, exact: true })).toHaveAttribute("href", `/category/${slug}`);
  await bar.getByRole("link", { name: "Markets" }).click();
  await expect(page).toHaveURL("/category/markets");
});

test("on a phone the latest articles stand in one column, and the featured lead without the carousel", async ({
  page,
  request,
}) => {
  const [lead] = await listOf(request, apiUrl.featured());
  await page.setViewportSize({ width: 375, height: 800 });
  await openPage(page, "/");
  await expect(page.getByRole("region", { name: "Featured articles" })).toBeHidden();
  await expect(page.getByRole("heading", { level: 2, name: lead?.title ?? "" })).toBeVisible();
  expect(new Set(await Promise.all(await xs(section(page, "Latest Articles").getByRole("article")))).size).toBe(1);
});

test("without featured articles it says so", async ({ page }) => {
  await page.route("**/api/articles/featured/**", (route) => route.fulfill({ json: [] }));
  await comeHome(page);
  await expect(page.getByText("No featured articles available.")).toBeVisible();
});

test("lists that cannot be loaded: the tab box says so, the sections stay empty, the rest is there", async ({ page }) => {
  await page.route(/\/api\/articles\/(editors-picks|trending)\//, (route) =>
    route.fulfill({ status: 404, json: { detail: "Away." } }),
  );
  await comeHome(page);
  await expect(page.getByText("Failed to load articles")).toBeVisible();
  await page.getByRole("tab", { name: "Hot stories" }).click();
  await expect(page.getByText("Failed to load articles")).toBeVisible();
  await expect(section(page, "Editor's Picks").getByRole("article")).toHaveCount(0);
  await expect(section(page, "Trending").getByRole("listitem")).toHaveCount(0);
  await expect(section(page, "Latest Articles").getByRole("article").first()).toBeVisible();
});
