import { describe, expect, test } from "vitest";
import { cacheOf } from "#test/support/answers.ts";
import { readerMarkup } from "#test/support/reader-markup.tsx";
import type { TickerItem } from "../endpoints.ts";
import { TickerStrip, ticker } from "./ticker-strip.tsx";

const item = (change: Partial<TickerItem> = {}): TickerItem => ({
  ...{ symbol: "BTCUSDT", lastPrice: "67890.12", priceChangePercent: "1.5" },
  ...{ source: "exchange", stale: false, updated_at: "2026-11-20T12:00:00.000Z" },
  ...change,
});

/** The strip as the server renders it; without items there is no answer yet. */
const render = (items?: TickerItem[]): string =>
  readerMarkup(<TickerStrip />, { client: cacheOf(items ? [[ticker(), items]] : []) });
const note = (html: string) => html.match(/<p class="meta[^"]*">([^<]*)</)?.[1];

describe("the price strip", () => {
  test.each([
    ["no answer has come", undefined],
    ["there are no prices", []],
  ])("keeps its place and its button while %s, and says nothing of them", (_when, items) => {
    const html = render(items);
    expect(html).toContain('aria-label="Market prices"');
    expect(html).toContain('aria-label="Pause the price ticker"');
    expect([note(html), html.includes("<li")]).toEqual([undefined, false]);
  });

  test("reads each coin as one sentence, of which what is shown is no part", () => {
    const html = render([item(), item({ symbol: "DOGEUSDT", lastPrice: "0.00001234", priceChangePercent: "-0.004" })]);
    const rows = [...html.matchAll(/<li .*?<\/li>/g)].map(([row]) => row);
    expect(rows.map((row) => row.match(/class="sr-only">([^<]*)</)?.[1])).toEqual([
      "BTC $67,890.12, up 1.50% in 24 hours",
      "DOGE $0.00001234, down 0.00% in 24 hours",
    ]);
    for (const row of rows) expect(row).toMatch(/<\/span><span aria-hidden="true"/);
    // What is too small to be seen is told by pointing at it.
    expect(rows[1]).toContain('title="$0.00001234"');
    expect(rows.map((row) => row.includes("▲"))).toEqual([true, false]);
  });

  test("gives long prices more room, so that no neighbour moves when one gets longer", () => {
    const width = (lastPrice: string) => render([item({ lastPrice })]).match(/<li class="[^"]*(w-\[[^\]]*\])/)?.[1];
    expect(width("999.99")).toBe(width("1.00"));
    expect(width("1000.00")).not.toBe(width("999.99"));
    expect(width("1000.00")).toBe(width("1067890.12"));
  });

  test.each([
    ["nothing where all are of now", [item(), item({ symbol: "ETHUSDT" })], undefined],
    ["that they are delayed where one is old", [item(), item({ stale: true })], "Delayed prices"],
    ["that they are samples where nothing else is there", [item({ source: "demo", stale: true })], "Demo prices"],
    ["that they are delayed where some are samples", [item({ source: "demo", stale: true }), item()], "Delayed prices"],
  ])("says %s", (_what, items, words) => {
    expect(note(render(items))).toBe(words);
  });

  test("does not repeat its prices before it moves: readers without a script have them once", () => {
    const html = render([item()]);
    expect(html.match(/<ul/g)).toHaveLength(1);
    expect(html).not.toContain("ticker-track");
  });

  test("shows a symbol as text, whatever the exchange calls it", () => {
    expect(render([item({ symbol: "<img src=x>USDT" })])).not.toContain("<img");
  });
});
