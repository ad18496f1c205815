import type { Page } from "@playwright/test";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { overflowOf } from "./accessibility.ts";
import { columnsOf, seenCards } from "./cards.ts";
import { openPage } from "./open-page.ts";
import { detailOf, listOf, test } from "./publishing.ts";
import { expect } from "./site.ts";

/** A long article of the first edition. */
const ID = 40;
const text = (page: Page) => page.locator("#article-text");
const squeeze = (words: string) => words.replace(/\s+/g, " ").trim();

test.use({ viewport: { width: 1280, height: 900 } });

test("the main picture is shown, related articles are in three columns, and ads around", async ({ page, request }) => {
  const article = await detailOf(request, ID);
  const picks = await listOf(request, apiUrl.editorsPicks());
  const related = await listOf(request, apiUrl.related(ID));
  await openPage(page, pageUrl.article(ID));
  const hero = page.getByRole("main").locator(`img[src="${article.image_url}"]`);
  await expect(hero).toHaveAttribute("alt", article.image_alt);
  expect(
    await hero.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(300);
  const [pick] = await seenCards(page.getByRole("region", { name: "Editor's Picks" }).getByRole("listitem"));
  expect(pick).toMatchObject({
    title: picks[0]?.title,
    category: picks[0]?.category,
    image: picks[0]?.image_url,
    dates: [expect.stringMatching(/^[A-Z][a-z]+ \d{2}, \d{4}$/)],
  });
  const cards = await seenCards(page.getByRole("region", { name: "Related Articles" }).getByRole("article"));
  expect(cards.map(({ title }) => title)).toEqual(related.slice(0, 6).map(({ title }) => title));
  expect(columnsOf(cards)).toBe(3);
  expect(new Set(cards.slice(0, 3).map(({ y }) => y)).size).toBe(1);
  expect(await page.locator("[data-ad-type=leaderboard]").count()).toBe(2);
  expect(await page.locator("[data-ad-type=rectangle]").count()).toBe(1);
});

test("a long text is previewed, and opened by its button or a footnote", async ({ page, publishArticle }) => {
  test.slow();
  await test.step("the preview ends at a full stop before 500 characters; 'Read More' expands it, 'Read Less' collapses it", async () => {
    await openPage(page, pageUrl.article(ID));
    const more = page.getByRole("button", { name: "Read More" });
    await expect(more).toHaveAttribute("aria-expanded", "false");
    const bare = (words: string) => words.replace(/\s/g, "");
    const whole = bare(((await text(page).textContent()) ?? "").replace("...", ""));
    const preview = squeeze(await text(page).innerText());
    expect(preview).toMatch(/[^.]\.\.\.$/);
    expect(preview.length).toBeLessThanOrEqual(503);
    expect(preview.length).toBeGreaterThan(350);
    // The text continues with the full stop that the dots replaced.
    expect(whole.startsWith(`${bare(preview.slice(0, -3))}.`)).toBe(true);
    const last = text(page).locator("p").last();
    await expect(last).toBeHidden();

    await more.click();
    await expect(last).toBeVisible();
    const less = page.getByRole("button", { name: "Read Less" });
    await expect(less).toHaveAttribute("aria-expanded", "true");
    expect(squeeze(await text(page).innerText())).not.toContain("...");
    // With the keyboard one continues reading where the preview ended.
    expect(await page.evaluate(() => document.activeElement?.matches("#article-text [data-rest]"))).toBe(true);
    await less.click();
    await expect(last).toBeHidden();
    await expect(more).toBeInViewport();
  });
  await page.unrouteAll();
  await test.step("a footnote beyond the preview opens the text", async () => {
    const rest = "<p>More words.</p>".repeat(80);
    const id = await publishArticle({
      title: "With a footnote",
      content: `<p>Early<sup><a href="#fn-1" id="fnref-1">1</a></sup></p>${rest}<section class="footnotes"><ol><li id="fn-1"><p>The note.</p></li></ol></section>`,
    });
    await openPage(page, pageUrl.article(id));
    const note = page.getByText("The note.");
    await expect(note).toBeHidden();
    await page.getByRole("link", { name: "Footnote 1" }).click();
    await expect(note).toBeInViewport();
    await expect(page.getByRole("button", { name: /Read (More|Less)/ })).toHaveCount(0);
    await page.getByRole("link", { name: "Back to the text" }).click();
    await expect(page.getByRole("link", { name: "Footnote 1" })).toBeInViewport();
    await expect(note).toBeVisible();
  });
});

test("a wide picture is as wide as the main one, a full one as the window, and nothing scrolls sideways", async ({
  page,
  request,
  publishArticle,
}) => {
  const { image_url: src } = await detailOf(request, ID);
  const picture = (width: string) =>
    `<figure><img src="${src}" alt="a" class="${width}"><figcaption>b</figcaption></figure>`;
  const words = `<p>${"Words of a line. ".repeat(8)}</p>`;
  const [wide, full] = [
    await publishArticle({ title: "Wide", content: words + picture("wide") + words, image_url: src }),
    await publishArticle({ title: "Full", content: words + picture("full") + words, image_url: src }),
  ];
  const boxOf = async (selector: string) =>
    (await page.locator(selector).first().boundingBox()) ?? { x: -1, width: -1 };
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await openPage(page, pageUrl.article(full));
    expect(await boxOf("#article-text .full"), `${width} px`).toMatchObject({ x: 0, width });
    expect(await overflowOf(page)).toBe(0);
    await openPage(page, pageUrl.article(wide));
    expect((await boxOf("#article-text .wide")).width).toBe(width < 728 ? width : 736 - Math.max(0, 800 - width));
    expect(await overflowOf(page)).toBe(0);
  }
  expect(await boxOf("#article-text .wide")).toMatchObject({ x: (await boxOf("#article-text")).x });
  await page.emulateMedia({ media: "print" });
  expect((await boxOf("#article-text .wide")).width).toBe((await boxOf("#article-text p")).width);
});

test("the next article opens in the page, scrolled smoothly to the top, and its view is counted once", async ({
  page,
  request,
}) => {
  const [next] = await listOf(request, apiUrl.related(ID));
  if (!next) throw new Error("The first edition has related articles.");
  const views: string[] = [];
  page.on("request", (sent) => {
    if (sent.url().endsWith("/view/")) views.push(new URL(sent.url()).pathname);
  });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.addInitScript(() => {
    const scroll = window.scrollTo.bind(window);
    window.scrollTo = ((options: ScrollToOptions) => {
      document.documentElement.dataset.scrolled = options.behavior ?? "";
      scroll(options);
    }) as typeof window.scrollTo;
  });
  const counted = page.waitForResponse(`**${apiUrl.view(ID)}`);
  await openPage(page, pageUrl.article(ID));
  expect((await counted).status()).toBe(204);
  await page.getByRole("region", { name: "Related Articles" }).getByRole("link", { name: next.title }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(next.title);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  expect(await page.evaluate(() => document.documentElement.dataset.scrolled)).toBe("smooth");
  await expect.poll(() => views).toEqual([apiUrl.view(ID), apiUrl.view(next.id)]);
});

test("copies code with a button that only pages with code load", async ({ page, context, publishArticle }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const code = 'let a = "<b>";\n// two\n';
  const html = `<p>${"Words. ".repeat(70)}</p><pre><code class="language-js">${code.replace("<", "&lt;")}${"// more\n".repeat(9)}</code></pre>`;
  const [withCode, without] = [await publishArticle({ content: html }), await publishArticle({})];
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await openPage(page, pageUrl.article(without));
  expect(loaded.filter((url) => url.includes("copy-code"))).toEqual([]);
  await openPage(page, pageUrl.article(withCode));
  // The code is behind the preview.
  await page.getByRole("button", { name: "Read More" }).click();
  const button = text(page).getByRole("button", { name: "Copy" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-sonner-toast]")).toContainText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code + "// more\n".repeat(9));
  await expect(text(page).locator(".hl-k")).toHaveText("let ");
  await page.emulateMedia({ media: "print" });
  await expect(button).toBeHidden();
});

// Only a built server leaves calls of packages out (vite.config.ts).
test("the built server serves an article as Markdown", async ({ request }) => {
  const { title } = await detailOf(request, ID);
  const response = await request.get(`${pageUrl.article(ID)}.md`);
  expect(response.status()).toBe(200);
  const [, facts, text] = (await response.text()).split(/^---$/m);
  expect([facts, text]).toEqual([expect.stringContaining("title: "), expect.stringContaining(`# ${title}`)]);
});
