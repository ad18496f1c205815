import { openAdmin } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const bio = (page: Page) => page.getByRole("textbox", { name: "Bio" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const openTab = (page: Page) => openAdmin(page, "Author Profile");

test("a profile that fails to load says so and can be retried", async ({ page }) => {
  await page.route("**/api/accounts/users/me/", (route) => route.fulfill({ status: 403, json: { detail: "No." } }));
  await openTab(page);
  await expect(page.getByText("Could not load the profile.")).toBeVisible();
  await page.unroute("**/api/accounts/users/me/");
  await button(page, "Try again").click();
  await expect(bio(page)).toBeVisible();
});
