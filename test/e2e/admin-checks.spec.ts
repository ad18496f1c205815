import type { ArticleSummary } from "#features/articles/schema.ts";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { fields } from "./article-form.ts";
import { test } from "./newsroom.ts";
import { toolOf } from "./rich-text.ts";
import { expect } from "./site.ts";

test.use({ viewport: { width: 1280, height: 700 } });

test("checks are a count in the bar, name what was found, lead to it, and go when it is fixed", async ({
  page,
  request,
  writeArticle,
}) => {
  const [pictured]: ArticleSummary[] = await (await request.get(apiUrl.featured())).json();
  const long = `<p>${"Words that fill a screen. ".repeat(60)}</p>`.repeat(3);
  const { id } = await writeArticle({
    title: "To be checked",
    excerpt: "In short.",
    content: `<h3>Too deep</h3>${long}<p><a href="/article/999999999">a lost page</a></p>${long}<img src="${pictured?.image_url}" />`,
  });
  await page.goto(adminUrl.article(id));
  const { content } = fields(page);
  const checks = page.getByRole("list", { name: "Checks" });
  const finding = (words: RegExp) => checks.getByRole("button", { name: words });
  const [picture, link, heading] = [
    finding(/^An image in the text has no alternative text/),
    finding(/^Readers cannot open the page that “a lost page” links to/),
    finding(/^The heading “Too deep” has level 3 instead of 2/),
  ];
  const openChecks = (count: number) =>
    page.getByRole("button", { name: new RegExp(`^People and checks.* ${count} open$`) }).click();
  await openChecks(3);
  await expect(checks.getByRole("listitem")).toHaveCount(3);

  await picture.press("Enter");
  await expect(checks).toHaveCount(0);
  await expect(content.locator("img").first()).toBeInViewport();
  await toolOf(page, "Image").click();
  const dialog = page.getByRole("dialog", { name: "Change image" });
  await dialog.getByLabel("Alternative text").fill("A drawing");
  await dialog.getByRole("button", { name: "Change image" }).click();

  await openChecks(2);
  await link.press("Enter");
  await expect(content.getByText("a lost page")).toBeInViewport();
  await expect(content).toBeFocused();
  await expect(toolOf(page, "Link")).toHaveAttribute("aria-pressed", "true");

  await openChecks(2);
  await heading.press("Enter");
  await expect(content.getByText("Too deep")).toBeInViewport();
  await toolOf(page, "Heading 2").click();
  await openChecks(1);
  await expect(checks.getByRole("listitem")).toHaveCount(1);
  await expect(link).toBeVisible();
});
