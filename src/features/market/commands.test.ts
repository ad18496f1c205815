import { expect, it } from "vitest";
import { describeOnEngines } from "#test/support/engines.ts";
import { seedDemoPrices, storeQuotes, takeTurn } from "./commands.ts";
import { presentTicker } from "./feature.ts";
import { storedPrices } from "./queries.ts";
import { COINS } from "./rules.ts";

const NOW = 1_750_000_000_000;
const clock = { now: () => NOW };

describeOnEngines("market prices in the database", (openTestDatabase) => {
  it("has a marked demo price for each tracked pair, in the order of the coins", async () => {
    const database = await openTestDatabase();
    await seedDemoPrices(database, clock);
    const ticker = presentTicker(await storedPrices(database.db), NOW);
    expect(ticker.map((coin) => coin.symbol)).toEqual(COINS.map(({ pair }) => pair));
    expect(ticker.every((coin) => coin.stale && Number(coin.lastPrice) > 0)).toBe(true);
    expect(ticker.find((coin) => coin.symbol === "SHIBUSDT")?.lastPrice).toMatch(/^0\.00001/);
  });

  it("never replaces the exchange's price by a demo price, but does the reverse", async () => {
    const database = await openTestDatabase();
    const quote = { symbol: "BTCUSDT", lastPrice: "70000.12345678", priceChangePercent: "-0.500" };
    await storeQuotes(database, [quote], NOW);
    await seedDemoPrices(database, clock);
    expect((await storedPrices(database.db)).get("BTCUSDT")).toEqual({ ...quote, source: "exchange", updatedAt: NOW });

    await storeQuotes(database, [{ ...quote, symbol: "ETHUSDT", lastPrice: "1" }], NOW + 5);
    const prices = await storedPrices(database.db);
    expect(prices.get("ETHUSDT")).toMatchObject({ lastPrice: "1", source: "exchange", updatedAt: NOW + 5 });
    expect(prices.get("BTCUSDT")).toMatchObject({ lastPrice: "70000.12345678", updatedAt: NOW });
    expect(prices.size).toBe(28);
  });

  it("grants one refresh in 10 s, however many processes ask at once", async () => {
    const { db } = await openTestDatabase();
    const turns = async (now: number) => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => takeTurn(db, now)));
      return answers.filter(Boolean).length;
    };
    expect(await turns(NOW)).toBe(1);
    expect(await turns(NOW + 9_999)).toBe(0);
    expect(await turns(NOW + 10_000)).toBe(1);
  });

  it("grants a refresh after the clock was set back by an hour", async () => {
    const { db } = await openTestDatabase();
    await takeTurn(db, NOW);
    expect(await takeTurn(db, NOW - 3_600_000)).toBe(true);
  });
});
