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

for (const place of ["near the top", "in the share box"] as const)
  test(`'Copy link' ${place} copies the article's address to the clipboard and says so`, async ({
    page,
    context,
    site,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openPage(page, pageUrl.article(ID));
    const button = places(page)[place].getByRole("button", { name: "Copy link" });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(toast(page)).toContainText("Link copied");
    await expect(page.locator("[aria-live=polite]").filter({ has: toast(page) })).toHaveCount(1);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}${pageUrl.article(ID)}`);
    await expect(button).toBeFocused();
  });

test("the controls near the top are on the first screen of a desktop, and below the headline on a phone", async ({
  page,
}) => {
  for (const [width, height] of [
    [1280, 800],
    [375, 812],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openPage(page, pageUrl.article(ID));
    await expect(places(page)["near the top"].getByRole("button", { name: "Copy link" })).toBeInViewport({ ratio: 1 });
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
});

test("where nothing can be copied the address is shown", async ({ page, site }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.execCommand = () => false;
  });
  await openPage(page, pageUrl.article(ID));
  await places(page)["near the top"].getByRole("button", { name: "Copy link" }).click();
  await expect(toast(page)).toContainText("Link not copied");
  await expect(toast(page)).toContainText(`${site.url}${pageUrl.article(ID)}`);
});
