import { describe, expect, test } from "vitest";
import { holdingBody, holdingChange } from "./endpoints.ts";
import { presentHoldings } from "./routes.ts";

const messagesOf = (parsed: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
  parsed.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
const body = (change: object) => holdingBody.safeParse({ symbol: "BTC", from: "2026-03-01", ...change });

describe("an entry of the register", () => {
  test("is held until it ends, and may be of one day", () => {
    expect(body({}).data).toEqual({ symbol: "BTC", from: "2026-03-01", to: null });
    expect(body({ to: "2026-03-01" }).data?.to).toBe("2026-03-01");
  });

  test("cannot end before it begins, which is said at its end", () => {
    expect(messagesOf(body({ to: "2026-02-28" }))).toEqual(["to: The last day must not be before the first."]);
  });

  test.each([
    [" btc ", "BTC"],
    ["1inch", "1INCH"],
    ["A23456789012345", "A23456789012345"],
  ])("has the symbol %j as %j", (symbol, stored) => {
    expect(body({ symbol }).data?.symbol).toBe(stored);
  });

  test.each(["", "  ", "123", "BTC/USD", "BTC ETH", "ВТС", "BTC\u0000", "🚀", "A234567890123456", 7, null])(
    "cannot have the symbol %j",
    (symbol) => {
      expect(messagesOf(body({ symbol }))?.every((message) => message.startsWith("symbol: Symbol"))).toBe(true);
    },
  );

  test.each([
    ["1900-01-01", true],
    ["9999-12-31", true],
    ["2024-02-29", true],
    ["1899-12-31", false],
    ["2025-02-29", false],
    ["2026-3-1", false],
    ["2026-03-01T00:00:00Z", false],
    ["+002026-03-01", false],
    [20_260_301, false],
  ])("may begin on %j: %s", (from, isDay) => {
    expect(body({ from }).success).toBe(isDay);
  });

  test("says of each day what is wrong with it", () => {
    expect(messagesOf(body({ from: undefined }))).toEqual(["from: First day is required."]);
    expect(messagesOf(body({ to: "21 Nov" }))?.[0]).toBe("to: Last day must be a date such as 2026-11-23.");
    expect(messagesOf(body({ from: "1066-10-14" }))).toEqual(["from: First day must be in a year from 1900 to 9999."]);
  });
});

describe("a change of an entry", () => {
  test("is of what is named alone; what has ended may be held again", () => {
    expect(holdingChange.parse({ to: null })).toEqual({ to: null });
    expect(holdingChange.parse({ symbol: "eth" })).toEqual({ symbol: "ETH" });
  });

  test.each([[{}], [{ name: "BTC" }]])("is none with %j", (change) => {
    expect(messagesOf(holdingChange.safeParse(change))).toEqual([": Send symbol, from or to."]);
  });
});

test("a register has what is held on the day first, and otherwise its order", () => {
  const row = (id: number, from: string, to: string | null) => ({ id, symbol: "BTC", from, to });
  const rows = [
    row(1, "2025-01-01", "2026-11-19"),
    row(2, "2025-01-01", "2026-11-20"),
    row(3, "2026-11-21", null),
    row(4, "2026-11-20", null),
  ];
  const shown = presentHoldings(rows, "2026-11-20");
  expect(shown.map(({ id, is_current }) => [id, is_current])).toEqual([
    [2, true],
    [4, true],
    [1, false],
    [3, false],
  ]);
});
