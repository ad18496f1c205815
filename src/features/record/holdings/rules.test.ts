import { expect, test } from "vitest";
import { expectLinear } from "#test/support/growth.ts";
import { dayIn, isHeldOn, symbolsNamed } from "./rules.ts";

const named = (text: string, ...symbols: string[]) => [...symbolsNamed(text, new Set(symbols))];

test("a text names a symbol by the ticker, a cashtag or the coin's name", () => {
  for (const text of ["BTC fell", "(BTC)", "BTC/USD", "BTC’s fall", "#BTC", "up for $BTC.", "$btc", "₿ BTC"])
    expect(named(text, "BTC"), text).toEqual(["BTC"]);
  for (const text of ["Bitcoin fell", "bitcoin", "BITCOIN", "two bitcoins", "Bitcoin’s", "non-Bitcoin"])
    expect(named(text, "BTC"), text).toEqual(["BTC"]);
  expect(named("ETH and BTC, not SOL", "BTC", "ETH", "DOGE").toSorted()).toEqual(["BTC", "ETH"]);
  expect(named("ORDI rose", "ORDI")).toEqual(["ORDI"]);
});

test("words that only look alike name nothing", () => {
  for (const text of ["btc", "stBTC", "BTCUSDT", "BTC2", "ÄBTC", "bitcoiner"])
    expect(named(text, "BTC"), text).toEqual([]);
  expect(named("near the link, in a near miss", "NEAR", "LINK")).toEqual([]);
  expect(named("NEAR and $link", "NEAR", "LINK").toSorted()).toEqual(["LINK", "NEAR"]);
  // A coin whose name is a word of the language.
  expect(named("stellar optimism, an avalanche", "XLM", "OP", "AVAX")).toEqual([]);
  expect(named("Stellar and Optimism", "XLM", "OP").toSorted()).toEqual(["OP", "XLM"]);
  // One letter is a word too often.
  expect(named("A plan", "A")).toEqual([]);
  expect(named("$A", "A")).toEqual(["A"]);
  // The longer name, not the coin that it begins with.
  expect(named("Ethereum Classic", "ETH", "ETC")).toEqual(["ETC"]);
  expect(named("Polygon", "POL", "MATIC").toSorted()).toEqual(["MATIC", "POL"]);
});

test("a long text is searched in linear time", () =>
  expectLinear(
    (size) => "$".repeat(500_000 * size) + "Ethereum ".repeat(50_000 * size) + "x".repeat(500_000 * size),
    (text) => expect(named(text, "BTC")).toEqual([]),
  ));

test("a holding covers its days, as the newsroom's clocks count them", () => {
  expect(isHeldOn("2026-03-01", { from: "2026-03-01", to: "2026-03-01" })).toBe(true);
  expect(isHeldOn("2026-02-28", { from: "2026-03-01", to: null })).toBe(false);
  expect(isHeldOn("2026-03-02", { from: "2026-03-01", to: "2026-03-01" })).toBe(false);
  expect(isHeldOn("2026-03-02", { from: "2026-03-01", to: null })).toBe(true);
  const late = Date.UTC(2026, 11, 31, 22, 30);
  expect([dayIn("UTC", late), dayIn("Africa/Nairobi", late)]).toEqual(["2026-12-31", "2027-01-01"]);
});
