import { describe, expect, it } from "vitest";
import { textIn } from "#shared/translate.ts";
import { priceSentence, priceText } from "./ticker-strip.tsx";

const given = (lastPrice: string, priceChangePercent: string, stale = false) => ({
  symbol: "PEPEUSDT",
  lastPrice,
  priceChangePercent,
  source: "exchange" as const,
  updated_at: "2026-01-05T00:00:00Z",
  stale,
});
const item = (lastPrice: string, priceChangePercent: string) => priceText(given(lastPrice, priceChangePercent));

describe("priceText", () => {
  it("drops the USDT suffix and keeps two decimals", () => {
    expect(item("64123.4567", "2.315")).toMatchObject({ symbol: "PEPE", price: "$64,123.46" });
    expect(item("5", "-1")).toMatchObject({ price: "$5.00", change: "-1.00%", rising: false });
  });
  it("keeps every digit of a small coin's price in the full figure and the sentence", () => {
    const text = item("0.00001234", "0");
    expect(text.price).toBe("$0.00");
    expect(text.full).toBe("$0.00001234");
    expect(priceSentence(given("0.00001234", "0"), textIn())).toContain("$0.00001234");
  });
  it("groups the digits of a large price by thousands", () => {
    expect(item("1067890.125000", "1234.5")).toMatchObject({
      price: "$1,067,890.13",
      full: "$1,067,890.125",
      change: "+1,234.50%",
    });
    expect(item("999", "0").full).toBe("$999.00");
  });
  it("counts no change as a rise", () => {
    expect(item("1", "0")).toMatchObject({ change: "+0.00%", rising: true });
  });
  it("puts the meaning of the colour into words, and says when a price is delayed", () => {
    expect(priceSentence(given("1", "-3.5", true), textIn())).toBe("PEPE $1.00, down 3.50% in 24 hours, delayed");
  });
});
