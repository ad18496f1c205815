import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { newsroomSettings } from "#features/settings/calls.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { answered } from "#test/support/answers.ts";
import type { Holding } from "../endpoints.ts";
import { HoldingsScreen, holdingsOf, ownHoldings, saveHolding } from "./holdings-screen.tsx";

/** Half past ten in the evening in UTC, and the next day in Nairobi. */
const NOW = Date.UTC(2026, 10, 20, 22, 30);
beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

const HELD: Holding = { id: 1, symbol: "BTC", from: "2025-03-01", to: null, is_current: true };
const PERSON = { id: 3, name: "Amina <b>Yusuf</b>" };

function render(answer: Holding[] | Error | undefined, screen = <HoldingsScreen />): string {
  const settings = { time_zone: "Africa/Nairobi", postal_address: "" };
  const registers = answer ? [ownHoldings(), holdingsOf(PERSON.id)].map((call) => [call, answer] as const) : [];
  return adminMarkup(screen, { answers: [answered(newsroomSettings(), settings), ...registers] });
}
const labels = (html: string) => [...html.matchAll(/<button[^>]* aria-label="([^"]*)"/g)].map(([, label]) => label);

describe("one's own register", () => {
  test("offers to end only what is held, and not what ends today by the newsroom's clocks", () => {
    const html = render([
      HELD,
      { ...HELD, id: 2, symbol: "ETH", to: "2026-11-21" },
      { ...HELD, id: 3, symbol: "SOL", to: "2026-11-30" },
      { ...HELD, id: 4, symbol: "XLM", to: "2026-01-01", is_current: false },
    ]);
    expect(labels(html).filter((label) => label?.startsWith("End today"))).toEqual([
      "End today: BTC",
      "End today: SOL",
    ]);
    // Every button of a row says which one it is of.
    for (const symbol of ["BTC", "ETH", "SOL", "XLM"])
      expect(labels(html)).toEqual(expect.arrayContaining([`Change ${symbol}`, `Remove ${symbol}`]));
  });
});

test("an empty last day is sent as none, for a new entry as for one that is changed", async () => {
  const sent: unknown[] = [];
  const send: EditorApi["send"] = async (method, url, body) => {
    sent.push([method, url.replace(/\/$/, ""), body]);
    return { body: HELD, etag: null, hasOthers: false };
  };
  const api = { send } as EditorApi;
  await saveHolding(api, undefined, { symbol: "BTC", from: "2026-11-20", to: "" });
  await saveHolding(api, 7, { symbol: "BTC", from: "2026-11-20", to: "2026-11-21" });
  expect(sent).toEqual([
    ["POST", "/api/accounts/holdings", { symbol: "BTC", from: "2026-11-20", to: null }],
    ["PATCH", "/api/accounts/holdings/7", { symbol: "BTC", from: "2026-11-20", to: "2026-11-21" }],
  ]);
});
