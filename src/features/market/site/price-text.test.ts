import { describe, expect, it } from "vitest";
import { priceText } from "./ticker-strip.tsx";

const item = (lastPrice: string, priceChangePercent: string, stale = false) =>
  priceText({
    symbol: "PEPEUSDT",
    lastPrice,
    priceChangePercent,
    source: "exchange" as const,
    updated_at: "2026-01-05T00:00:00Z",
    stale,
  });

describe("priceText", () => {
  it("drops the USDT suffix and keeps two decimals", () => {
    expect(item("64123.4567", "2.315")).toMatchObject({ symbol: "PEPE", price: "$64,123.46" });
    expect(item("5", "-1")).toMatchObject({ price: "$5.00", change: "-1.00%", rising: false });
  });
  it("keeps every digit of a small coin's price in the full figure and the sentence", () => {
    const text = item("0.00001234", "0");
    expect(text.price).toBe("$0.00");
    expect(text.full).toBe("$0.00001234");
    expect(text.sentence).toContain("$0.00001234");
  });
  it("counts no change as a rise", () => {
    expect(item("1", "0")).toMatchObject({ change: "+0.00%", rising: true });
  });
  it("puts the meaning of the colour into words, and says when a price is delayed", () => {
    expect(item("1", "-3.5", true).sentence).toBe("PEPE $1.00, down 3.50% in 24 hours, delayed");
  });
});
