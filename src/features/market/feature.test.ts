import type { ServerResponse } from "node:http";
import { expect, it, onTestFinished, vi } from "vitest";
import type { Database } from "#db/open.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { EXCHANGE_FAULTS, good, startExchange, status, tickerOf } from "#test/support/exchange.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { seedDemoPrices } from "./commands.ts";
import { tickerList } from "./endpoints.ts";
import { createMarketData } from "./feature.ts";
import { storedPrices } from "./queries.ts";
import { COINS } from "./rules.ts";

describeOnSqlite("GET market/ticker/", (openTestDatabase) => {
  it("returns marked demo prices while there is no exchange", async () => {
    const database = await openTestDatabase();
    const clock = testClock();
    await seedDemoPrices(database.db, clock);
    const { app } = await startTestApp(database, { clock, marketDataUrl: "http://127.0.0.1:1/" });
    const answer = await app.inject(apiUrl.ticker());
    expect(answer.statusCode).toBe(200);
    const coins = tickerList.parse(answer.json());
    expect(coins.map((coin) => coin.symbol)).toEqual(COINS.map(({ pair }) => pair));
    expect(coins.every((coin) => coin.stale)).toBe(true);
  });
});

const START = Date.UTC(2026, 10, 20, 12);
const MIB = 1024 * 1024;
const CALL_TIMEOUT_MS = 10_000;

async function startMarket(database: Database, url: string, clock: { now: () => number }) {
  const lines: { level: string; details: object }[] = [];
  const line = (level: string) => (details: object) => lines.push({ level, details });
  const log = { info: line("info"), warn: line("warn") };
  const market = await createMarketData({ database, clock, url, log, timeout: CALL_TIMEOUT_MS });
  onTestFinished(market.close);
  return { market, lines };
}

/** Writes as long as the other side reads; resolves with the amount once the connection is cut. */
function pour(response: ServerResponse, chunk: Buffer, total: number): Promise<number> {
  let sent = 0;
  return new Promise((done) => {
    response.on("close", () => done(sent));
    const more = () => {
      while (sent < total) {
        sent += chunk.length;
        if (!response.write(chunk)) {
          response.once("drain", more);
          return;
        }
      }
      response.end();
    };
    more();
  });
}

describeOnSqlite("market data", (openTestDatabase) => {
  async function seeded() {
    const database = await openTestDatabase();
    const clock = testClock(START);
    await seedDemoPrices(database.db, clock);
    return { database, clock };
  }

  it("returns demo prices at once, then the exchange's, MATIC by way of POL", async () => {
    const { database, clock } = await seeded();
    const exchange = await startExchange(good());
    const { market } = await startMarket(database, exchange.url, clock);

    const first = await market.read();
    expect(first).toHaveLength(28);
    expect(first.every((coin) => coin.stale)).toBe(true);

    await market.refresh();
    const second = await market.read();
    expect(second[0]).toEqual({
      symbol: "BTCUSDT",
      lastPrice: "70000.00000000",
      priceChangePercent: "1.5",
      source: new URL(exchange.url).host,
      updated_at: new Date(START).toISOString(),
      stale: false,
    });
    // Pairs that the exchange lacks have no price: an invented one next to real ones would be believed.
    expect(second.map(({ symbol, lastPrice }) => [symbol, lastPrice])).toEqual([
      ["BTCUSDT", "70000.00000000"],
      ["MATICUSDT", "0.41"],
    ]);
    const restarted = await startMarket(database, exchange.url, clock);
    expect(await restarted.market.read()).toEqual(second);
  });

  it("shows no demo price in any process once one of them has a real price", async () => {
    const { database, clock } = await seeded();
    const exchange = await startExchange(good());
    const { market: first } = await startMarket(database, exchange.url, clock);
    const { market: second } = await startMarket(database, exchange.url, clock);
    expect((await second.read()).every(({ source }) => source === "demo")).toBe(true);
    await second.refresh();
    const version = database.contentVersion();
    clock.advance(10_000);
    await first.refresh();
    expect((await second.read()).map(({ source }) => source)).not.toContain("demo");
    expect((await first.read()).map(({ source }) => source)).not.toContain("demo");
    expect(version).toBe(database.contentVersion());
  });

  it("expires cached pages when demo prices end", async () => {
    const { database, clock } = await seeded();
    const exchange = await startExchange(good());
    const { market } = await startMarket(database, exchange.url, clock);
    const version = database.contentVersion() ?? 0;
    await market.refresh();
    expect(database.contentVersion()).toBe(version + 1);
    clock.advance(10_000);
    await market.refresh();
    expect(database.contentVersion()).toBe(version + 1);
  });

  it("shows prices of one source at a time after the exchange's address was changed", async () => {
    const { database, clock } = await seeded();
    const former = await startExchange((_request, response) =>
      response.end(tickerOf("60000").replace("POLUSDT", "ETHUSDT")),
    );
    const { market } = await startMarket(database, former.url, clock);
    await market.refresh();
    await market.close();

    const next = await startExchange(status(500));
    clock.advance(60_000);
    const { market: changed } = await startMarket(database, next.url, clock);
    await changed.refresh();
    const { host } = new URL(former.url);
    expect((await changed.read()).map(({ symbol, source }) => [symbol, source])).toEqual([
      ["BTCUSDT", host],
      ["ETHUSDT", host],
    ]);
    next.answer = good("61000");
    clock.advance(600_000);
    await changed.refresh();
    const after = [
      ["BTCUSDT", "61000", new URL(next.url).host],
      ["MATICUSDT", "0.41", new URL(next.url).host],
    ];
    const shown = async (one: typeof changed) =>
      (await one.read()).map(({ symbol, lastPrice, source }) => [symbol, lastPrice, source]);
    expect(await shown(changed)).toEqual(after);
    expect(await shown((await startMarket(database, next.url, clock)).market)).toEqual(after);
  });

  it("makes no call while nobody reads, and at most one in 10 s while many do", async () => {
    const { database, clock } = await seeded();
    const exchange = await startExchange(good());
    const { market } = await startMarket(database, exchange.url, clock);
    clock.advance(600_000);
    expect(exchange.calls).toHaveLength(0);

    for (let second = 0; second < 60; second += 1) {
      for (let reader = 0; reader < 50; reader += 1) market.read();
      await market.refresh();
      clock.advance(1_000);
    }
    expect(exchange.calls).toHaveLength(6);
  });

  it("answers from memory between two refreshes, without the database", async () => {
    const { database, clock } = await seeded();
    const exchange = await startExchange(good());
    const { market, lines } = await startMarket(database, exchange.url, clock);
    await market.refresh();
    await database.db.schema.dropTable("market_price").execute();
    for (let second = 0; second < 9; second += 1) {
      clock.advance(1_000);
      market.read();
      await market.refresh();
    }
    expect(lines).toEqual([]);
    clock.advance(1_000);
    await market.refresh();
    expect(lines).toHaveLength(1);
  });

  it.each(EXCHANGE_FAULTS)("keeps and marks the last good prices when the exchange gives %s", async (_name, fault) => {
    const { database, clock } = await seeded();
    const exchange = await startExchange(good("65000.5"));
    const { market, lines } = await startMarket(database, exchange.url, clock);
    await market.refresh();

    exchange.answer = fault;
    clock.advance(10_000);
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const refreshed = market.refresh();
    await expect.poll(() => exchange.calls).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(CALL_TIMEOUT_MS);
    await refreshed;
    expect((await market.read())[0]).toMatchObject({ lastPrice: "65000.5", stale: false });
    expect(lines.map((line) => line.level)).toEqual(["warn"]);

    clock.advance(50_001);
    expect((await market.read())[0]).toMatchObject({ lastPrice: "65000.5", stale: true });
    expect((await storedPrices(database.db)).get("BTCUSDT")).toMatchObject({ lastPrice: "65000.5", updatedAt: START });
  });

  it("stops reading an endless response early", async () => {
    const { database, clock } = await seeded();
    let poured = Promise.resolve(0);
    const exchange = await startExchange((_request, response) => {
      poured = pour(response, Buffer.alloc(MIB / 4, " "), 50 * MIB);
    });
    const { market } = await startMarket(database, exchange.url, clock);
    await market.refresh();
    expect(await poured).toBeLessThan(40 * MIB);
    expect((await market.read())[0]).toMatchObject({ stale: true });
  });

  it("follows no redirect", async () => {
    const { database, clock } = await seeded();
    const exchange = await startExchange((request, response) => {
      if (request.url === "/ticker") response.writeHead(302, { location: "/inside" }).end();
      else response.end(tickerOf("1"));
    });
    const { market } = await startMarket(database, exchange.url, clock);
    await market.refresh();
    expect(exchange.calls).toEqual(["/ticker"]);
    expect((await market.read())[0]?.stale).toBe(true);
  });

  it("backs off from an exchange that is down, logs each step once, and recovers", async () => {
    const { database, clock } = await seeded();
    const exchange = await startExchange(status(500));
    const { market, lines } = await startMarket(database, exchange.url, clock);
    const calledAt: number[] = [];
    const readFor = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 5) {
        const before = exchange.calls.length;
        market.read();
        await market.refresh();
        if (exchange.calls.length > before) calledAt.push((clock.now() - START) / 1000);
        clock.advance(5_000);
      }
    };
    await readFor(1_000);
    expect(calledAt).toEqual([0, 10, 30, 70, 150, 310, 610, 910]);
    expect(lines.map((line) => line.details)).toMatchObject(
      [10, 20, 40, 80, 160, 300].map((retryInSeconds) => ({ retryInSeconds, reason: "it responded with 500" })),
    );

    exchange.answer = good("71000.0");
    await readFor(250);
    expect(calledAt.slice(8)).toEqual([1210, 1220, 1230, 1240]);
    expect((await market.read())[0]).toMatchObject({ lastPrice: "71000.0", stale: false });
    expect(lines.at(-1)?.level).toBe("info");
    expect(lines).toHaveLength(7);
  });

  it("shows the last prices after a restart while the exchange cannot be reached", async () => {
    const { database, clock } = await seeded();
    const exchange = await startExchange(good("66000.0"));
    const { market } = await startMarket(database, exchange.url, clock);
    await market.refresh();
    await market.close();
    await exchange.stop();

    clock.advance(30_000);
    const { market: restarted, lines } = await startMarket(database, exchange.url, clock);
    expect((await restarted.read())[0]).toMatchObject({ lastPrice: "66000.0", stale: false });
    await restarted.refresh();
    expect((await restarted.read())[0]).toMatchObject({ lastPrice: "66000.0" });
    expect(lines[0]?.details).toMatchObject({ reason: "ECONNREFUSED" });
  });

  it("makes one call in 10 s for all processes on one database, which share its prices", async () => {
    const { database, clock } = await seeded();
    const exchange = await startExchange(good("68000.0"));
    const processes = [];
    for (let n = 0; n < 3; n += 1) processes.push((await startMarket(database, exchange.url, clock)).market);
    for (let second = 0; second < 40; second += 5) {
      await Promise.all(processes.map((market) => market.refresh()));
      clock.advance(5_000);
    }
    expect(exchange.calls).toHaveLength(4);
    for (const market of processes)
      expect((await market.read())[0]).toMatchObject({ lastPrice: "68000.0", stale: false });
  });

  it("makes no call right after a restart", async () => {
    const { database, clock } = await seeded();
    const exchange = await startExchange(good());
    for (let n = 0; n < 5; n += 1) {
      const { market } = await startMarket(database, exchange.url, clock);
      await market.refresh();
      await market.close();
    }
    expect(exchange.calls).toHaveLength(1);
  });

  it("still answers, and logs it once, when the database fails", async () => {
    const { database, clock } = await seeded();
    const exchange = await startExchange(good());
    const { market, lines } = await startMarket(database, exchange.url, clock);
    await market.refresh();
    await database.db.schema.dropTable("market_refresh").execute();
    for (let n = 0; n < 5; n += 1) {
      clock.advance(10_000);
      await market.refresh();
    }
    expect((await market.read())[0]).toMatchObject({ lastPrice: "70000.00000000" });
    expect(lines).toHaveLength(1);
  });

  it("cancels a call in flight when it is closed, without logging it", async () => {
    const { database, clock } = await seeded();
    let called = () => {};
    const isCalled = new Promise<void>((done) => {
      called = done;
    });
    const exchange = await startExchange(() => called());
    const { market, lines } = await startMarket(database, exchange.url, clock);
    market.read();
    await isCalled;
    await market.close();
    expect(lines).toEqual([]);
    clock.advance(60_000);
    await market.refresh();
    expect(exchange.calls).toHaveLength(1);
  });
});
