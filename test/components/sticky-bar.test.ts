import { pageUrl } from "#shared/urls.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

test("a bar comes while a reader scrolls up, and leaves the keyboard alone otherwise", async ({
  page,
  publishArticle,
}) => {
  const id = await publishArticle({ title: "A long story", category: "Tech" });
  await page.goto(pageUrl.article(id));
  await expect(page.getByRole("heading", { name: "A long story" })).toBeVisible();
  const scroll = (to: number) => {
    Object.defineProperty(window, "scrollY", { value: to, configurable: true });
    window.dispatchEvent(new Event("scroll"));
  };
  const bar = page.locator("nav[aria-label='Shortcuts']");
  await expect(bar).toHaveCount(0);
  scroll(900);
  await expect(bar).toHaveCount(1);
  await expect(bar).toHaveAttribute("inert", "");
  scroll(800);
  await expect(bar).not.toHaveAttribute("inert", "");
  await expect(bar.getByRole("link", { name: "Tech" })).toHaveCount(1);
  scroll(1_000);
  await expect(bar).toHaveAttribute("inert", "");
  scroll(0);
  await expect(bar).toHaveAttribute("inert", "");
});
