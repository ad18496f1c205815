import { adminUrl } from "#shared/urls.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const leads = (page: Page) => page.getByRole("region", { name: "Lead stories" });

// One order for the whole site: these journeys take turns, and leave it as it was.

test("an order that cannot be fetched says so and is tried again", async ({ page }) => {
  await page.route("**/api/home/order/", (route) => route.fulfill({ status: 404, json: { detail: "Away." } }));
  await page.goto(adminUrl.home());
  await expect(page.getByText("Could not fetch the order of the home page", { exact: true }).first()).toBeVisible();
  await page.unroute("**/api/home/order/");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(leads(page)).toBeVisible();
});
