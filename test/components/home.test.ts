import { apiUrl } from "#test/support/api-url.ts";
import { exampleSummary } from "#test/support/article-answers.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const openPage = (page: Page, address: string) => page.goto(address);

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Opens the home page from another one, so that the browser itself makes the calls. */
async function comeHome(page: Page): Promise<void> {
  await openPage(page, "/about");
  await page
    .getByRole("banner")
    .getByRole("link", { name: /Jarida/ })
    .click();
  await expect(page).toHaveURL("/");
}

test("the category bar links: all here, every other name to its page", async ({ page, request }) => {
  const categories: { name: string; slug: string }[] = await (await request.get(apiUrl.categories())).json();
  await openPage(page, "/");
  const bar = page.getByRole("navigation", { name: "Filter by category" });
  await expect(bar.getByRole("link")).toHaveText(["All", ...categories.map(({ name }) => name)]);
  await expect(bar.locator("[aria-current=page]")).toHaveText("All");
  const targets = await bar.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(targets).toEqual(["/", ...categories.map(({ slug }) => `/category/${slug}`)]);
  await bar.getByRole("link", { name: "Markets" }).click();
  await expect(page).toHaveURL("/category/markets");
});

test("without featured articles it says so, and the newest one leads", async ({ page }) => {
  const latest = ["Newest", "Older"].map((title, at) => exampleSummary({ id: 9_000 + at, title }));
  await page.route(`**${apiUrl.homeFeatured()}`, (route) => route.fulfill({ json: [] }));
  await page.route(`**${apiUrl.homeLatest()}`, (route) => route.fulfill({ json: latest }));
  await comeHome(page);
  await expect(page.getByText("No featured articles available.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Newest" })).toBeVisible();
  await expect(section(page, "Latest Articles").getByRole("heading", { level: 3 })).toHaveText(["Newest", "Older"]);
});

test("a section of a category links it, and marks what is paid for; a story without a picture has none", async ({
  page,
}) => {
  const [lead, line] = ["Large", "Line"].map((title, at) => exampleSummary({ id: 9_000 + at, title }));
  const articles = [
    { ...lead, image_url: "/fallback.jpg" },
    { ...line, genre: "sponsored" },
  ];
  const sections = [{ name: "Deep Tech", slug: "deep-tech", articles }];
  await page.route(`**${apiUrl.homeSections()}`, (route) => route.fulfill({ json: sections }));
  await comeHome(page);
  const shown = section(page, "Deep Tech");
  await expect(shown.getByRole("link", { name: "Deep Tech" })).toHaveAttribute("href", "/category/deep-tech");
  await expect(shown.getByRole("heading", { level: 3 })).toHaveText(["Large", "Line"]);
  await expect(shown.locator("picture")).toHaveCount(0);
  await expect(shown.getByRole("listitem").nth(1)).toContainText("Sponsored");
});

test("the second and third of four featured articles are below the carousel; three are all in it", async ({ page }) => {
  const titles = ["First", "Second", "Third", "Fourth"];
  const featured = titles.map((title, at) => exampleSummary({ id: 9_000 + at, title }));
  const slides = page.getByRole("region", { name: "Featured articles" }).getByRole("heading", { level: 2 });
  const show = async (count: number) => {
    await page.route(`**${apiUrl.homeFeatured()}`, (route) => route.fulfill({ json: featured.slice(0, count) }));
    await comeHome(page);
  };
  await show(4);
  await expect(slides).toHaveText(["First", "Fourth"]);
  await show(3);
  await expect(slides).toHaveText(["First", "Second", "Third"]);
});

test("a single featured article leads without the controls of a carousel", async ({ page }) => {
  const featured = [exampleSummary({ id: 9_000, title: "Alone" })];
  await page.route(`**${apiUrl.homeFeatured()}`, (route) => route.fulfill({ json: featured }));
  await comeHome(page);
  await expect(page.getByRole("heading", { level: 2, name: "Alone" })).toHaveCount(1);
  await expect(page.getByRole("button", { name: /slide/ })).toHaveCount(0);
});

test("when lists fail to load, the tab box says so, their sections stay empty, and the rest is shown", async ({
  page,
}) => {
  await page.route(/\/api\/articles\/(featured|editors-picks|trending)\//, (route) =>
    route.fulfill({ status: 404, json: { detail: "Away." } }),
  );
  await comeHome(page);
  const failure = page.getByRole("tabpanel").getByRole("alert");
  await expect(failure).toBeVisible();
  await page.getByRole("tab", { name: "Hot stories" }).click();
  await expect(failure).toBeVisible();
  await expect(section(page, "Editor's Picks").getByRole("article")).toHaveCount(0);
  await expect(section(page, "Trending").getByRole("listitem")).toHaveCount(0);
  // They failed to load; they are not empty.
  await expect(page.getByText(/No featured articles|No articles yet|No picks|Nothing is trending/)).toHaveCount(0);
  await expect(section(page, "Latest Articles").getByRole("article").first()).toBeVisible();
});
