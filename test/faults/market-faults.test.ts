import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import type { TickerItem } from "#features/market/endpoints.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { callOnce } from "#test/support/call-once.ts";
import { EXCHANGE_FAULTS, good, startExchange } from "#test/support/exchange.ts";
import { startNodes } from "#test/support/nodes.ts";
import { startServer } from "#test/support/server-process.ts";
import { IS_THOROUGH } from "#test/support/thorough.ts";

/** At most one call of the exchange in this time, and when prices count as old. Milliseconds. */
const REFRESH_MS = 10_000;
const STALE_MS = 60_000;
/** In the short form one fault is tried, as each takes two refreshes. */
const FAULTS = EXCHANGE_FAULTS.filter(([name]) => IS_THOROUGH || name === "no answer");
/** Until each node has taken the prices over, or the next call of the exchange is due, whatever failed before. */
const DUE = { timeout: 6 * REFRESH_MS, interval: 200 };

type Exchange = Awaited<ReturnType<typeof startExchange>>;

/** Readers of every node notice nothing, whatever the exchange answers. */
async function endure(bases: string[], exchange: Exchange): Promise<void> {
  const began = Date.now();
  const bitcoin = async (base: string): Promise<TickerItem | undefined> => {
    const [home, ticker] = await Promise.all([callOnce(base + pageUrl.home()), callOnce(base + apiUrl.ticker())]);
    expect([home.status, ticker.status]).toEqual([200, 200]);
    return (JSON.parse(ticker.text) as TickerItem[]).find(({ symbol }) => symbol === "BTCUSDT");
  };
  let price = "";
  for (const [number, [name, fault]] of FAULTS.entries()) {
    price = `${70_000 + number}.5`;
    exchange.answer = good(price);
    for (const base of bases)
      await expect.poll(() => bitcoin(base), DUE).toMatchObject({ lastPrice: price, stale: false });
    exchange.answer = fault;
    const before = exchange.calls.length;
    const called = async () => {
      for (const base of bases) expect(await bitcoin(base), name).toMatchObject({ lastPrice: price });
      return exchange.calls.length;
    };
    await expect.poll(called, DUE).toBeGreaterThan(before);
    await called();
  }
  if (IS_THOROUGH) {
    await exchange.stop();
    for (const base of bases)
      await expect
        .poll(() => bitcoin(base), { timeout: 2 * STALE_MS, interval: 500 })
        .toMatchObject({ lastPrice: price, stale: true });
  }
  const possible = Math.ceil((Date.now() - began) / REFRESH_MS) + 1;
  expect(exchange.calls.length, "one call in ten seconds, of all nodes together").toBeLessThanOrEqual(possible);
}

async function onSqlite(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "jarida-exchange-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const exchange = await startExchange(good());
  const server = await startServer({ dataDir, env: { DEMO_CONTENT: "0", MARKET_DATA_URL: exchange.url } });
  onTestFinished(async () => void (await server.kill()));
  await endure([server.url], exchange);
}

async function onTwoNodes(): Promise<void> {
  const exchange = await startExchange(good());
  const { first, second } = await startNodes({ env: { MARKET_DATA_URL: exchange.url } });
  await endure([first.url, second.url], exchange);
}

// At the same time: almost all of it is waiting for the next refresh.
test(
  "market data that fails in any way leaves pages and the last prices as they are, on SQLite and on two nodes",
  async () => void (await Promise.all([onSqlite(), ...(inject("postgres") === null ? [] : [onTwoNodes()])])),
  60_000 + FAULTS.length * 60_000 + 2 * STALE_MS,
);
