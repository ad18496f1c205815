import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const bitcoin = (page: Page) => page.getByRole("region", { name: "Prices" }).getByRole("listitem").first();

test("prices are requested from the site every 10 seconds, and stay while it fails", async ({ page }) => {
  let calls = 0;
  let isDown = false;
  await page.route("**/api/market/ticker/", (route) => {
    calls++;
    if (isDown) return route.fulfill({ status: 503, json: { detail: "Unavailable." } });
    const item = { symbol: "BTCUSDT", lastPrice: String(70_000 + calls), priceChangePercent: "1.5" };
    return route.fulfill({
      json: [{ ...item, source: "exchange", stale: false, updated_at: new Date().toISOString() }],
    });
  });
  await page.clock.install();
  await page.goto("/about");
  await expect(bitcoin(page)).toContainText("$70,001.00");
  await page.clock.runFor(8_000);
  expect(calls).toBe(1);
  await page.clock.runFor(3_000);
  await expect(bitcoin(page)).toContainText("$70,002.00");
  isDown = true;
  // A request and its three retries.
  await page.clock.runFor(20_000);
  expect(calls).toBeGreaterThanOrEqual(6);
  await expect(bitcoin(page)).toContainText("$70,002.00");
  isDown = false;
  await page.clock.runFor(20_000);
  await expect(bitcoin(page)).not.toContainText("$70,002.00");
});
