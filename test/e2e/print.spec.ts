import { pageUrl } from "#shared/urls.ts";
import { overflowOf } from "./accessibility.ts";
import { openPage } from "./open-page.ts";
import { detailOf, test } from "./publishing.ts";
import { expect } from "./site.ts";

const ID = 40;

/** A4 portrait, less the margins of the style sheet, in CSS pixels. */
test.use({ viewport: { width: 660, height: 1000 } });

test("a printed article is the text on white paper", async ({ page, request, site, publishArticle }) => {
  test.slow();
  await test.step("a printed article has its address, its whole text and the targets of its links, and nothing else", async () => {
    const words = "All of this stands on paper. ".repeat(60);
    const id = await publishArticle({
      title: "Printed matter",
      content: `<p>${words}</p><p>See <a href="https://bitcoin.org/bitcoin.pdf">the paper</a>, <a href="/article/40">another story</a>.</p><details><summary>More</summary><p>In a toggle.</p></details><p>The last words.</p>`,
    });
    await openPage(page, pageUrl.article(id));
    await expect(page.getByText("The last words.")).toBeHidden();
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText(`${site.url}${pageUrl.article(id)}`)).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("The last words.")).toBeVisible();
    await expect(page.getByText("In a toggle.")).toBeVisible();
    // The page listens once it is hydrated, which is some time after it can be read.
    const after = (name: string) =>
      page.getByRole("link", { name }).evaluate((link) => {
        dispatchEvent(new Event("beforeprint"));
        return getComputedStyle(link, "::after").content;
      });
    await expect.poll(() => after("the paper")).toBe('" (https://bitcoin.org/bitcoin.pdf)"');
    await expect.poll(() => after("another story")).toBe(`" (${site.url}/article/40)"`);
    const openToggles = page.locator("#article-text details[open]");
    await expect(openToggles).toHaveCount(1);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await expect(openToggles).toHaveCount(0);
    for (const role of ["banner", "contentinfo", "navigation"] as const)
      await expect(page.getByRole(role)).toHaveCount(0);
    await expect(page.locator("button:visible, input:visible, [data-ad-type]:visible")).toHaveCount(0);
    for (const name of ["Editor's Picks", "Share this article", "Related Articles", "Market prices"])
      await expect(page.getByRole("region", { name }), name).toHaveCount(0);
    const article = await detailOf(request, id);
    await expect(page.getByText(`About ${article.author.name}`)).toBeVisible();
    expect(await overflowOf(page)).toBe(0);
  });
  await page.unrouteAll();
  await test.step("paper is white and its ink dark in every theme, and nothing is split between pages", async () => {
    await page.addInitScript(() => localStorage.setItem("theme", "dark"));
    await openPage(page, pageUrl.article(ID));
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const colours = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body);
      return { color, backgroundColor };
    });
    expect(colours).toEqual({ color: "rgb(20, 23, 31)", backgroundColor: "rgb(255, 255, 255)" });
    expect(
      await page
        .locator("#article-text :is(figure, picture, blockquote)")
        .evaluateAll((all) => [...new Set(all.map((part) => getComputedStyle(part).breakInside))]),
    ).toEqual(["avoid"]);
  });
});

test("the printed address is the page's own, and hydrates without warnings", async ({ page, site, complaints }) => {
  for (const [path, printed] of [
    ["/article/40?utm_source=mail", "/article/40"],
    ["/search?ref=feed&query=cold%20wallet", "/search?query=cold+wallet"],
  ] as const) {
    await openPage(page, path);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText(`${site.url}${printed}`, { exact: true })).toBeVisible();
    await page.emulateMedia({ media: "screen" });
  }
  // Cached once for all unknown addresses: none of them may appear on another's print.
  for (const path of ["/no/such/page", "/nor/this"]) await page.request.get(path);
  await page.goto("/nor/this");
  await expect(page.locator("body")).not.toContainText("/no/such/page");
  expect(complaints.filter((line) => !/status of 404/.test(line))).toEqual([]);
});
