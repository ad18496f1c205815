import { describe, expect, test } from "vitest";
import { cacheOf } from "#test/support/answers.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { readerMarkup } from "#test/support/reader-markup.tsx";
import type { TickerItem } from "../endpoints.ts";
import { TickerStrip, ticker } from "./ticker-strip.tsx";

const item = (change: Partial<TickerItem> = {}): TickerItem => ({
  symbol: "BTCUSDT",
  lastPrice: "67890.12",
  priceChangePercent: "1.5",
  source: "exchange.example",
  stale: false,
  updated_at: "2026-11-20T12:00:00.000Z",
  ...change,
});

/** The strip as the server renders it; without items there is no answer yet. */
const render = (items?: TickerItem[]) =>
  parseHtml(readerMarkup(<TickerStrip />, { client: cacheOf(items ? [[ticker(), items]] : []) }));
const note = (strip: ReturnType<typeof render>) => strip.texts("p").find((text) => /prices/.test(text));

describe("the price strip", () => {
  test("keeps its place and its button until the first response", () => {
    const strip = render();
    expect(strip.role("region", "Market prices")).toHaveLength(1);
    expect(strip.role("button", "Pause the price ticker")).toHaveLength(1);
    expect([note(strip), strip.all("li")]).toEqual([undefined, []]);
  });

  test("keeps its height without prices, and has nothing to pause", () => {
    const strip = render([]);
    const row = (one: typeof strip) => one.values("section > div", "class")[0];
    expect(row(strip)).toEqual(row(render([item()])));
    expect(strip.role("button")).toEqual([]);
    expect(strip.texts("p")).toEqual(["No prices yet"]);
  });

  test("reads each coin as one sentence, and hides what is shown from screen readers", () => {
    const strip = render([item(), item({ symbol: "DOGEUSDT", lastPrice: "0.00001234", priceChangePercent: "-0.004" })]);
    expect(strip.texts("li > :not([aria-hidden])")).toEqual([
      "BTC $67,890.12, up 1.50% in 24 hours",
      "DOGE $0.00001234, down 0.00% in 24 hours",
    ]);
    expect(strip.texts("li > [aria-hidden=true]").map((shown) => shown.includes("▲"))).toEqual([true, false]);
    // Pointing at a price that is too small to be shown displays it.
    expect(strip.values("[title]", "title")).toContain("$0.00001234");
  });

  test("gives long prices more room, so that no neighbour moves when one gets longer", () => {
    const width = (lastPrice: string) => render([item({ lastPrice })]).values("li", "class")[0];
    expect(width("999.99")).toBe(width("1.00"));
    expect(width("1000.00")).not.toBe(width("999.99"));
    expect(width("1000.00")).toBe(width("1067890.12"));
  });

  test.each([
    ["nothing where all are of now", [item(), item({ symbol: "ETHUSDT" })], undefined],
    ["that they are delayed where one is old", [item(), item({ stale: true })], "Delayed prices"],
    ["that they are samples where nothing else is there", [item({ source: "demo", stale: true })], "Demo prices"],
  ])("says %s", (_what, items, words) => {
    expect(note(render(items))).toBe(words);
  });

  test("does not repeat its prices before it moves: readers without a script have them once", () => {
    expect(render([item()]).all("ul")).toHaveLength(1);
  });

  test("shows a symbol as text, whatever the exchange calls it", () => {
    expect(render([item({ symbol: "<img src=x>USDT" })]).all("img")).toEqual([]);
  });
});
