import { adminUrl } from "#shared/urls.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

test("the first stop of the keyboard leads past the bar", async ({ page }) => {
  await page.goto(adminUrl.calendar());
  await expect(page.getByRole("button", { name: "Today" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to main content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);
});
