import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backOff, COINS, ExchangeError, isStale, isWithin, type KnownPrice, parseTicker } from "./rules.ts";

const NOW = 1_750_000_000_000;
const DAY = 86_400_000;

type Item = { symbol: string; lastPrice: unknown; priceChangePercent: unknown; closeTime?: number; count?: number };
const item = (symbol: string, lastPrice: unknown = "12.50000000", rest: Partial<Item> = {}): Item => ({
  symbol,
  lastPrice,
  priceChangePercent: "-1.250",
  closeTime: NOW,
  count: 1000,
  ...rest,
});
const parse = (items: unknown) => parseTicker(JSON.stringify(items));
const priceOf = (symbol: string, items: Item[]) => parse(items).find((quote) => quote.symbol === symbol)?.lastPrice;

const PAIRS = COINS.map(({ pair }) => pair);

describe("the coins", () => {
  it("are 28 in a fixed order, each once", () => {
    expect(PAIRS).toHaveLength(28);
    for (const field of ["symbol", "name", "pair"] as const)
      expect(new Set(COINS.map((coin) => coin[field])).size).toBe(28);
    expect([PAIRS[0], PAIRS[7], PAIRS[27]]).toEqual(["BTCUSDT", "MATICUSDT", "INJUSDT"]);
  });

  it("have demo prices that the exchange could have returned", () => {
    const items = COINS.map(({ pair, demo: [price, change] }) => item(pair, price, { priceChangePercent: change }));
    expect(parse(items).map((quote) => [quote.lastPrice, quote.priceChangePercent])).toEqual(
      COINS.map(({ demo }) => demo),
    );
  });

  it("are tracked by their line in the list alone, with a pair of any name and with a successor", () => {
    const line = { symbol: "WLD", name: "Worldcoin", pair: "WLDUSDC", demo: [] };
    const body = JSON.stringify([item("WLDUSDC"), item("NEWUSDC", "2.5")]);
    const symbols = (tracked: typeof COINS) => parseTicker(body, tracked).map(({ symbol }) => symbol);
    expect(symbols([line])).toEqual(["WLDUSDC"]);
    expect(symbols([{ ...line, pair: "OLDUSDC", successor: "NEWUSDC" }])).toEqual(["OLDUSDC"]);
  });
});

describe("parseTicker", () => {
  it("keeps tracked pairs only, in the order of the coins, with the exchange's exact text", () => {
    const items = [item("SHIBUSDT", "0.00001234"), item("WLDUSDT"), item("BTCEUR"), item("BTCUSDT", "67000.01000000")];
    expect(parse(items)).toEqual([
      { symbol: "BTCUSDT", lastPrice: "67000.01000000", priceChangePercent: "-1.250" },
      { symbol: "SHIBUSDT", lastPrice: "0.00001234", priceChangePercent: "-1.250" },
    ]);
  });

  it.each(["NaN", "Infinity", "-1.0", "0.00000000", "0", "", " 1", "1e5", "0x10", "1,000", "99999999999", 12.5, null])(
    "skips a coin whose price is %j and keeps the others",
    (price) =>
      expect(parse([item("BTCUSDT", price), item("ETHUSDT")]).map((quote) => quote.symbol)).toEqual(["ETHUSDT"]),
  );

  it.each(["NaN", "-100.001", "1e3", "+1", "", 1.5, null])("skips a coin whose change is %j", (priceChangePercent) =>
    expect(parse([item("BTCUSDT", "1", { priceChangePercent }), item("ETHUSDT")])).toHaveLength(1),
  );

  it("accepts a change of zero, a rise of more than double and a total loss", () => {
    for (const priceChangePercent of ["0.000", "240.5", "-100.000"])
      expect(parse([item("BTCUSDT", "1", { priceChangePercent })])).toHaveLength(1);
  });

  it.each([
    ["a web page", "<!doctype html><title>Blocked</title>"],
    ["nothing", ""],
    ["a cut answer", JSON.stringify([item("BTCUSDT"), item("ETHUSDT")]).slice(0, -20)],
    ["an error object", '{"code":-1003,"msg":"Too many requests"}'],
    ["an empty list", "[]"],
    ["no tracked pair", JSON.stringify([item("WLDUSDT"), item("BTCEUR")])],
    ["only a broken price", JSON.stringify([item("BTCUSDT", "NaN")])],
    ["null", "null"],
    ["a list of anything", '[null,1,"x",[],{}]'],
  ])("throws for %s", (_name, body) => expect(() => parseTicker(body)).toThrow(ExchangeError));

  describe("MATIC, which the exchange renamed to POL", () => {
    const pol = item("POLUSDT", "0.41");
    it("uses POL's price where MATIC is missing", () => {
      expect(priceOf("MATICUSDT", [item("BTCUSDT"), pol])).toBe("0.41");
    });
    it("uses POL's price where MATIC's is zero, untraded, or its day ended long ago", () => {
      expect(priceOf("MATICUSDT", [item("MATICUSDT", "0.00000000"), pol])).toBe("0.41");
      expect(priceOf("MATICUSDT", [item("MATICUSDT", "0.37", { count: 0 }), pol])).toBe("0.41");
      expect(priceOf("MATICUSDT", [item("MATICUSDT", "0.37", { closeTime: NOW - DAY - 1 }), pol])).toBe("0.41");
    });
    it("uses its own price while it is traded", () => {
      expect(priceOf("MATICUSDT", [item("MATICUSDT", "0.55", { closeTime: NOW - DAY }), pol])).toBe("0.55");
    });
    it("uses its own price from an endpoint without times and counts", () => {
      const { symbol, lastPrice, priceChangePercent } = item("MATICUSDT", "0.55");
      expect(priceOf("MATICUSDT", [{ symbol, lastPrice, priceChangePercent }, pol])).toBe("0.55");
    });
    it("keeps its last price if POL is missing as well", () => {
      expect(priceOf("MATICUSDT", [item("BTCUSDT"), item("MATICUSDT", "0.37", { count: 0 })])).toBe("0.37");
    });
    it("is never listed as POL", () => {
      expect(parse([pol]).map((quote) => quote.symbol)).toEqual(["MATICUSDT"]);
    });
  });

  it("returns plausible quotes in order or throws its own error, for any response", () => {
    const symbol = fc.constantFrom(...PAIRS, "POLUSDT", "WLDUSDT", "__proto__");
    const number = fc.oneof(
      fc.double().map(String),
      fc.float().map((n) => n.toFixed(8)),
      fc.string(),
      fc.double(),
    );
    const nearlyItem = fc.record(
      { symbol, lastPrice: number, priceChangePercent: number, closeTime: fc.double(), count: fc.integer() },
      { requiredKeys: [] },
    );
    const body = fc.oneof(
      fc.string(),
      fc.json(),
      fc.array(nearlyItem).map((items) => JSON.stringify(items)),
    );
    fc.assert(
      fc.property(body, (text) => {
        try {
          const quotes = parseTicker(text);
          const places = quotes.map((quote) => PAIRS.indexOf(quote.symbol));
          expect(places).toEqual([...new Set(places)].filter((place) => place >= 0).sort((a, b) => a - b));
          for (const { lastPrice, priceChangePercent } of quotes) {
            expect(Number(lastPrice)).toBeGreaterThan(0);
            expect(Number(lastPrice)).toBeLessThan(1e10);
            expect(Number(priceChangePercent)).toBeGreaterThanOrEqual(-100);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(ExchangeError);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe("times", () => {
  const price = (source: KnownPrice["source"], age: number): KnownPrice => ({
    symbol: "BTCUSDT",
    lastPrice: "1",
    priceChangePercent: "0",
    source,
    updatedAt: NOW - age,
  });

  it("mark a price as old after 60 s, and a demo price always", () => {
    expect(isStale(price("exchange", 60_000), NOW)).toBe(false);
    expect(isStale(price("exchange", 60_001), NOW)).toBe(true);
    expect(isStale(price("demo", 0), NOW)).toBe(true);
  });

  it("back off 10 s, 20 s, 40 s and so on up to five minutes", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 5000].map(backOff)).toEqual([
      10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000,
    ]);
  });

  it("end a wait when the clock is set back", () => {
    expect(isWithin(NOW + 9_999, NOW, 10_000)).toBe(true);
    expect(isWithin(NOW + 10_000, NOW, 10_000)).toBe(false);
    expect(isWithin(NOW - 1, NOW, 10_000)).toBe(false);
  });
});
