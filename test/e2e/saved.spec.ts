import { pageUrl } from "#shared/urls.ts";
import { openPage } from "./open-page.ts";
import { test } from "./publishing.ts";
import { expect } from "./site.ts";

const paragraphs = (count: number) => "<p>A sentence that fills a line of the text, and another one.</p>".repeat(count);

test("an article is saved for later, and one that was started opens where its reader stopped", async ({
  page,
  publishArticle,
}) => {
  const content = `${paragraphs(20)}<h2>First part</h2>${paragraphs(20)}<h2>Second part</h2>${paragraphs(40)}`;
  const id = await publishArticle({ title: "A long read", content });
  const saved = page.getByRole("region", { name: "Saved for later" });
  const started = page.getByRole("region", { name: "Continue reading" });

  await test.step("without anything saved the page says so", async () => {
    await openPage(page, pageUrl.saved());
    await expect(saved).toContainText("Nothing is saved.");
    await expect(started).toHaveCount(0);
  });

  await test.step("the button saves, by keyboard too, and still does after a reload", async () => {
    await openPage(page, pageUrl.article(id));
    const button = page.getByRole("button", { name: "Save", exact: true });
    await button.press("Enter");
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await page.reload();
    await expect(button).toHaveAttribute("aria-pressed", "true");
  });

  await test.step("the text is followed once it is open", async () => {
    await page.getByRole("button", { name: "Read More" }).click();
    await page.getByRole("heading", { name: "Second part" }).evaluate((heading) => heading.scrollIntoView());
    await expect.poll(() => page.evaluate(() => localStorage.getItem("started-articles"))).toContain("h-second-part");
  });

  await test.step("both lists show it; its link leads to the part", async () => {
    await openPage(page, pageUrl.saved());
    await expect(saved.getByRole("link", { name: "A long read" })).toHaveAttribute("href", pageUrl.article(id));
    await started.getByRole("link", { name: "A long read" }).click();
    await expect(page).toHaveURL(`${pageUrl.article(id)}#h-second-part`);
    await expect(page.getByRole("heading", { name: "Second part" })).toBeInViewport();
  });

  await test.step("a removed article can be brought back", async () => {
    await openPage(page, pageUrl.saved());
    await saved.getByRole("button", { name: "Remove A long read" }).click();
    await expect(saved.getByRole("link", { name: "A long read" })).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(saved.getByRole("link", { name: "A long read" })).toBeVisible();
    await page.reload();
    await expect(saved.getByRole("link", { name: "A long read" })).toBeVisible();
  });
});

test("an article that the browser cannot store is not shown as saved, and a message says why", async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    };
  });
  await openPage(page, pageUrl.article(40));
  const button = page.getByRole("button", { name: "Save", exact: true });
  await button.click();
  await expect(page.getByText("This browser does not let the site store anything.")).toBeVisible();
  await expect(button).toHaveAttribute("aria-pressed", "false");
});
