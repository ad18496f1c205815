import { setTimeout as delay } from "node:timers/promises";
import { onTestFinished, vi } from "vitest";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const answerOf = (lastPrice: number) => [
  {
    symbol: "BTCUSDT",
    lastPrice: String(lastPrice),
    priceChangePercent: "1.5",
    source: "exchange",
    stale: false,
    updated_at: new Date().toISOString(),
  },
];
const bitcoin = (page: Page) => page.getByRole("region", { name: "Prices" }).getByRole("listitem").first();

test("prices are requested from the site every 10 seconds, and stay while it fails", async ({ page }) => {
  let calls = 0;
  let isDown = false;
  await page.route("**/api/market/ticker/", (route) => {
    calls++;
    if (isDown) return route.fulfill({ status: 503, json: { detail: "Unavailable." } });
    return route.fulfill({ json: answerOf(70_000 + calls) });
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

test("prices begin to move once the page has loaded and the browser is idle", async ({ page }) => {
  const waiting: (() => void)[] = [];
  const isIdle = () => {
    for (const run of waiting.splice(0)) run();
  };
  vi.stubGlobal("requestIdleCallback", (run: () => void) => waiting.push(run));
  const readyState = vi.spyOn(document, "readyState", "get").mockReturnValue("interactive");
  onTestFinished(() => {
    vi.unstubAllGlobals();
    readyState.mockRestore();
  });
  await page.route("**/api/market/ticker/", (route) => route.fulfill({ json: answerOf(70_000) }));
  await page.goto("/about");
  const track = page.locator(".ticker-track");
  await expect(bitcoin(page)).toBeVisible();
  await page.evaluate(() => isIdle());
  await delay(200);
  await expect(track).toHaveCount(0);
  await page.evaluate(() => window.dispatchEvent(new Event("load")));
  await delay(200);
  await expect(track).toHaveCount(0);
  await page.evaluate(() => isIdle());
  await expect(track).toHaveCount(1);
});
