import type { Page } from "@playwright/test";
import { openPage } from "./open-page.ts";
import { expect, test } from "./site.ts";

/** Articles with the specification's fields alone. */
const listed = (id: number, change: object = {}) => ({
  ...{
    id,
    title: `Story ${id}`,
    excerpt: `Excerpt ${id}`,
    category: "Deep Tech",
    published_date: "2025-01-05T10:00:00Z",
  },
  image_url: "/placeholder.jpg",
  author: "Amina Otieno",
  ...change,
});
const CATEGORIES = [{ id: 1, name: "Deep Tech", slug: "deep-tech", count: 30 }];
const SENTENCE = "Ten words of plain text stand in each of these. ";
const CONTENT = `<h1>Heading</h1><p onclick="alert(1)">${SENTENCE.repeat(6)}<a href="javascript:alert(1)">link</a></p>
  <script>alert(1)</script><p>${SENTENCE.repeat(9)}</p><ul><li>The last item</li></ul><img src="/placeholder.jpg">`;

type Answers = Record<string, unknown>;
const ANSWERS: Answers = {
  "categories/": CATEGORIES,
  "categories/deep-tech/": Array.from({ length: 30 }, (_, at) => listed(at + 1)),
  "articles/featured/": [listed(1, { image_url: null })],
  "articles/latest/": [listed(2, { image_url: null, content: '<p>a</p><img src="/og-default.jpg">' }), listed(3)],
  "articles/editors-picks/": [{ ...listed(4), author: undefined }],
  "articles/trending/": [listed(5)],
  "articles/search/": [{ id: 6, title: "Found", excerpt: "By its text" }],
  "articles/7/": {
    ...listed(7, { author: { name: "Amina Otieno", image_url: "", bio: "Writes." }, tags: "one, two" }),
    content: CONTENT,
    last_updated: "2025-02-01T10:00:00Z",
  },
  "articles/7/related/": [listed(8, { image_url: "" })],
};

/** Replaces the API by one with a few calls, and the documents by one without data and content. */
async function standIn(page: Page, change: Answers = {}): Promise<void> {
  const answers = { ...ANSWERS, ...change };
  await page.route("**/api/**", (route) => {
    const path = new URL(route.request().url()).pathname.slice("/api/".length);
    const json = answers[path];
    return json === undefined ? route.fulfill({ status: 404, json: {} }) : route.fulfill({ json });
  });
  await page.route(/:\d+\/(?!api|assets|media)[^.]*$/, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html
      .replace(/<div id="root">.*<\/div>/s, '<div id="root"></div>')
      .replace(/<script type="application\/json" id="page-state">.*?<\/script>/s, "");
    return route.fulfill({ response, body });
  });
}

/**
 * All but the calls beyond the specification, which browsers report as failed, and a handler that the page's policy
 * stopped: Chromium reports it while the content is parsed for its removal.
 */
const EXPECTED = /404|market\/ticker|\/ads\/|^Executing inline event handler violates/;
const unexpected = (complaints: string[]) => complaints.filter((text) => !EXPECTED.test(text));

test("readers' pages work with a backend of the specified endpoints alone", async ({ page, complaints }) => {
  test.slow();
  await test.step("an article's plain content is prepared in the browser: preview, headings, nothing that runs", async () => {
    await standIn(page);
    await openPage(page, "/article/7");
    const text = page.locator("#article-text");
    await expect(text.getByRole("heading", { level: 2, name: "Heading" })).toBeVisible();
    const shown = (await text.innerText()).replace(/\s+/g, " ").trim();
    // The last full stop before 500 characters, the line breaks between the elements included.
    expect(shown).toMatch(/ these\.\.\.$/);
    expect(shown.length).toBeGreaterThan(350);
    expect(shown.length).toBeLessThanOrEqual(503);
    await expect(text.getByText("The last item")).toBeHidden();
    await page.getByRole("button", { name: "Read More" }).click();
    await expect(text.getByText("The last item")).toBeVisible();
    await expect(page.getByRole("button", { name: "Read Less" })).toBeVisible();
    await expect(text.locator("script, [onclick], [href^=javascript]")).toHaveCount(0);

    await expect(page.getByText("January 5, 2025 (Updated: February 1, 2025)")).toBeVisible();
    await expect(page.getByRole("region", { name: "About Amina Otieno" })).toContainText("Writes.");
    await expect(page.getByRole("region", { name: "Tags" }).getByRole("link")).toHaveText(["one", "two"]);
    const related = page.getByRole("region", { name: "Related Articles" });
    await expect(related.getByRole("link", { name: "Story 8" })).toBeVisible();
    await expect(related.locator("img")).toHaveAttribute("src", "/placeholder.jpg");
    await expect(
      page.getByRole("region", { name: "Editor's Picks" }).getByRole("link", { name: "Story 4" }),
    ).toBeVisible();
    await expect(page).toHaveTitle("Story 7 | Jarida");
    expect(unexpected(complaints)).toEqual([]);
  });
  await page.unrouteAll();
  await test.step("lists without paging are paged by the page", async () => {
    await standIn(page);
    await openPage(page, "/category/deep-tech");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Deep Tech");
    const articles = page.getByRole("region", { name: "Articles" }).getByRole("article");
    await expect(articles).toHaveCount(24);
    await page.getByRole("link", { name: "Next page" }).click();
    await expect(articles).toHaveCount(6);
    await openPage(page, "/search?query=text");
    await expect(page.getByRole("status").filter({ hasText: "1 result" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Found" })).toHaveAttribute("href", "/article/6");
  });
});
