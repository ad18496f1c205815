import { expect, it } from "vitest";
import { describeOnEngines } from "#test/support/engines.ts";
import { removeDemoPrices, seedDemoPrices, storeQuotes, takeTurn } from "./commands.ts";
import { presentTicker } from "./feature.ts";
import { storedPrices } from "./queries.ts";
import { COINS } from "./rules.ts";

const NOW = 1_750_000_000_000;
const clock = { now: () => NOW };

describeOnEngines("market prices in the database", (openTestDatabase) => {
  it("has a marked demo price for each tracked pair, in the order of the coins", async () => {
    const database = await openTestDatabase();
    await seedDemoPrices(database.db, clock);
    const ticker = presentTicker(await storedPrices(database.db), NOW);
    expect(ticker.map((coin) => coin.symbol)).toEqual(COINS.map(({ pair }) => pair));
    expect(ticker.every((coin) => coin.stale && Number(coin.lastPrice) > 0)).toBe(true);
    expect(ticker.find((coin) => coin.symbol === "SHIBUSDT")?.lastPrice).toMatch(/^0\.00001/);
  });

  it("stores no demo price next to a real one, and deletes demo prices with the first real one", async () => {
    const database = await openTestDatabase();
    const { db } = database;
    const quote = { symbol: "BTCUSDT", lastPrice: "70000.12345678", priceChangePercent: "-0.500" };
    await seedDemoPrices(db, clock);
    await storeQuotes(database, { quotes: [quote], source: "exchange.example", now: NOW });
    const stored = [{ ...quote, source: "exchange.example", updatedAt: NOW }];
    expect([...(await storedPrices(db)).values()]).toEqual(stored);
    await seedDemoPrices(db, clock);
    expect([...(await storedPrices(db)).values()]).toEqual(stored);
  });

  it("keeps the last price of a pair that its source omits, until another source takes over", async () => {
    const database = await openTestDatabase();
    const quote = (symbol: string) => ({ symbol, lastPrice: "1", priceChangePercent: "0" });
    const store = (symbol: string, source: string, now: number) =>
      storeQuotes(database, { quotes: [quote(symbol)], source, now });
    await store("BTCUSDT", "one.example", NOW);
    await store("ETHUSDT", "one.example", NOW + 5);
    expect([...(await storedPrices(database.db)).values()].map(({ symbol, updatedAt }) => [symbol, updatedAt])).toEqual(
      expect.arrayContaining([
        ["BTCUSDT", NOW],
        ["ETHUSDT", NOW + 5],
      ]),
    );
    await store("SOLUSDT", "two.example", NOW + 10);
    expect([...(await storedPrices(database.db)).values()]).toEqual([
      { ...quote("SOLUSDT"), source: "two.example", updatedAt: NOW + 10 },
    ]);
  });

  it("deletes demo prices with the demo edition, and no others", async () => {
    const database = await openTestDatabase();
    const remove = () => database.db.transaction().execute(removeDemoPrices);
    await seedDemoPrices(database.db, clock);
    await remove();
    expect((await storedPrices(database.db)).size).toBe(0);
    const quotes = [{ symbol: "BTCUSDT", lastPrice: "1", priceChangePercent: "0" }];
    await storeQuotes(database, { quotes, source: "one.example", now: NOW });
    await remove();
    expect((await storedPrices(database.db)).size).toBe(1);
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
