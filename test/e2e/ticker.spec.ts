import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { Locator, Page } from "@playwright/test";
import { apiUrl } from "#test/support/api-url.ts";
import { copyFirstEdition } from "../support/first-edition.ts";
import { startServer } from "../support/server-process.ts";
import { openPage } from "./open-page.ts";
import { test as base, expect } from "./site.ts";

/** The tracked symbols, in their order. */
const COINS =
  "BTC ETH BNB SOL XRP ADA DOGE MATIC DOT LTC AVAX LINK TRX UNI SHIB CRO XLM ETC FIL ALGO ARB OP SUI AAVE XEC PEPE TON INJ".split(
    " ",
  );
const quote = (symbol: string, lastPrice: string, priceChangePercent: string) => ({
  symbol,
  lastPrice,
  priceChangePercent,
});
const TOLD = [
  quote("BTCUSDT", "67250.01800000", "1.842"),
  quote("ETHUSDT", "3482.50000000", "0.000"),
  quote("XRPUSDT", "0.58420000", "-0.478"),
  quote("SHIBUSDT", "0.00001234", "-12.345"),
];
/** The exchange's response: all tracked pairs, and others that are not requested. */
const ANSWER = [
  ...TOLD,
  ...COINS.map((coin) => quote(`${coin}USDT`, "1.50000000", "0.500")).filter(
    ({ symbol }) => !TOLD.some((told) => told.symbol === symbol),
  ),
  quote("WLDUSDT", "2.00000000", "1.000"),
  quote("BTCEUR", "60000.00000000", "1.000"),
];

/** A publication whose exchange is a server of the test. */
const test = base.extend<object, { market: string }>({
  market: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
    async ({}, use) => {
      const exchange = createServer((_request, response) => response.end(JSON.stringify(ANSWER)));
      await new Promise<void>((resolve) => exchange.listen(0, "127.0.0.1", resolve));
      const address = exchange.address();
      const port = typeof address === "object" && address ? address.port : 0;
      const dataDir = copyFirstEdition();
      const server = await startServer({ dataDir, env: { MARKET_DATA_URL: `http://127.0.0.1:${port}/` } });
      const isFresh = async () => {
        const items = (await (await fetch(`${server.url}${apiUrl.ticker()}`)).json()) as { stale: boolean }[];
        return items.every(({ stale }) => !stale);
      };
      // The first reader's call starts the refresh; the prices follow.
      await expect.poll(isFresh).toBe(true);
      await use(server.url);
      await server.stop();
      exchange.closeAllConnections();
      exchange.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
});
test.describe.configure({ mode: "default" });
test.use({ contextOptions: { reducedMotion: "no-preference" } });

const strip = (page: Page) => page.getByRole("region", { name: "Prices", exact: true });
const coin = (page: Page, symbol: string) =>
  strip(page)
    .getByRole("listitem")
    .filter({ hasText: new RegExp(`^${symbol} \\$`) });
const animation = (page: Page) =>
  strip(page).evaluate((region) => {
    const [running] = region.getAnimations({ subtree: true });
    return running ? { state: running.playState, time: Number(running.currentTime) } : null;
  });
const colour = (part: Locator) =>
  part.evaluate((element) => (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number));

test("shows every tracked coin, in dollars and per cent with two decimals, twice for the loop", async ({
  page,
  market,
}) => {
  await openPage(page, `${market}/about`);
  // The second copy is decorative.
  await expect(strip(page).getByRole("listitem")).toHaveCount(28);
  await expect(strip(page).locator("li")).toHaveCount(56);
  const symbols = await strip(page)
    .locator("li")
    .evaluateAll((items) => items.map((li) => li.textContent?.split(" ")[0]));
  expect(symbols).toEqual([...COINS, ...COINS]);
  for (const [symbol, price, change] of [
    ["BTC", "$67,250.02", "+1.84%"],
    ["ETH", "$3,482.50", "+0.00%"],
    ["XRP", "$0.58", "-0.48%"],
    ["SHIB", "$0.00", "-12.35%"],
  ] as const) {
    await expect(coin(page, symbol).getByText(price, { exact: true })).toBeVisible();
    const shown = coin(page, symbol).getByText(change).last();
    const [red = 0, green = 0] = await colour(shown);
    if (change.startsWith("+")) expect(green, symbol).toBeGreaterThan(1.2 * red);
    else expect(red, symbol).toBeGreaterThan(1.2 * green);
  }
  await expect(page.getByText("Delayed")).toHaveCount(0);

  await test.step("scrolls continuously, until it is paused", async () => {
    await expect.poll(async () => (await animation(page))?.state).toBe("running");
    const before = await animation(page);
    await expect.poll(async () => (await animation(page))?.time).toBeGreaterThan(before?.time ?? 0);
    await page.getByRole("button", { name: "Pause the price ticker" }).click();
    await page.mouse.move(0, 0);
    await expect.poll(async () => (await animation(page))?.state).toBe("paused");
    const held = await animation(page);
    await page.getByRole("button", { name: "Play the price ticker" }).click();
    await page.mouse.move(0, 0);
    await expect.poll(async () => (await animation(page))?.time).toBeGreaterThan(held?.time ?? 0);
  });
  await test.step("does not move under reduced motion, and is shown once", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openPage(page, `${market}/about`);
    expect(await animation(page)).toBeNull();
    await expect(page.getByRole("button", { name: /price ticker/ })).toBeHidden();
    await expect(strip(page).locator("li:visible")).toHaveCount(28);
  });
});

test("a small coin's full figure is read out, and shown as a tooltip after 700 ms", async ({
  page,
  market,
  complaints,
}) => {
  await page.clock.install();
  await openPage(page, `${market}/about`);
  await expect(strip(page).getByText("SHIB $0.00001234, down 12.35% in 24 hours").first()).toBeAttached();
  const box = await strip(page).boundingBox();
  const [x, y] = [(box?.x ?? 0) + 120, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  // Without the browser's own.
  await expect(strip(page).locator("[data-tip][title]")).toHaveCount(0);
  await page.clock.pauseAt(Date.now() + 60_000);
  await test.step("loads its code by the first mouse over a price", async () => {
    await page.mouse.move(x, y);
    await expect(async () => {
      await page.clock.runFor(100);
      await expect(page.getByRole("tooltip")).toHaveCount(1, { timeout: 100 });
    }).toPass();
    await page.mouse.move(0, 0);
    await expect(page.getByRole("tooltip")).toHaveCount(0);
    // Until then the next one opens immediately.
    await page.clock.runFor(1_000);
  });
  await page.mouse.move(x, y);
  await page.clock.runFor(650);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(page.getByRole("tooltip")).toHaveText(/^[A-Z]+ \$[\d,]+\.\d{2,}$/);
  const first = await page.getByRole("tooltip").innerText();
  await page.mouse.move(x + 200, y);
  await page.clock.runFor(1);
  await expect(page.getByRole("tooltip")).not.toHaveText(first);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  expect(complaints).toEqual([]);
});
