import type { Page } from "@playwright/test";
import { pageUrl } from "#shared/urls.ts";
import { openPage } from "./open-page.ts";
import { expect, test } from "./site.ts";

const ID = 40;
const story = (page: Page) => page.getByRole("main").getByRole("article").first();
const places = (page: Page) => ({
  "near the top": story(page).locator("header"),
  "in the share box": page.getByRole("region", { name: "Share this article" }),
});
const toast = (page: Page) => page.locator("[data-sonner-toast]");

/** What a reader would paste. */
async function pasted(page: Page): Promise<string> {
  const field = page.getByRole("contentinfo").getByPlaceholder("Your email");
  await field.fill("");
  await field.focus();
  await page.keyboard.press("Control+V");
  return field.inputValue();
}

test("'Copy link' copies the article's address to the clipboard and says so, near the top and in the share box", async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize({ width: 375, height: 812 });
  await openPage(page, pageUrl.article(ID));
  const top = places(page)["near the top"].getByRole("button", { name: "Copy link" });
  await expect(top, "below the headline of a phone").toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(top, "on the first screen of a desktop").toBeInViewport({ ratio: 1 });
  for (const place of Object.values(places(page))) {
    const button = place.getByRole("button", { name: "Copy link" });
    await button.focus();
    await page.evaluate(() => navigator.clipboard.writeText("before"));
    await page.keyboard.press("Enter");
    await expect(toast(page).first()).toContainText("Link copied");
    await expect(page.locator("[aria-live=polite]").filter({ has: toast(page) })).toHaveCount(1);
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`${site.url}${pageUrl.article(ID)}`);
    await expect(button).toBeFocused();
  }
});

test("without clipboard permission the address is copied all the same, and the focus stays", async ({ page, site }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", {
      value: { writeText: () => Promise.reject(new DOMException("Not allowed.", "NotAllowedError")) },
    });
  });
  await openPage(page, pageUrl.article(ID));
  const button = places(page)["near the top"].getByRole("button", { name: "Copy link" });
  await button.click();
  await expect(toast(page)).toContainText("Link copied");
  await expect(button).toBeFocused();
  expect(await pasted(page)).toBe(`${site.url}${pageUrl.article(ID)}`);

  await test.step("where nothing can be copied the address is shown", async () => {
    await page.evaluate(() => {
      document.execCommand = () => false;
    });
    await button.click();
    await expect(toast(page).filter({ hasText: "Link not copied" })).toContainText(`${site.url}${pageUrl.article(ID)}`);
  });
});
