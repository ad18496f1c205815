import { describe, expect, it } from "vitest";
import type { Outcome } from "./outcome.ts";
import { brokenLine, type Line, linesOf, plainSummary, withSummary } from "./summary.ts";

const outcome: Outcome = { limit: "at most 5 ms; 3 ms", columns: [], rows: [], passed: true };
const line = (name: string, more: Partial<Line> = {}): Line => ({
  name,
  what: name,
  limit: "at most 5 ms",
  measured: "3 ms",
  held: true,
  commit: "a1",
  ...more,
});
const SETTING = ["Machine: 2 × X, 8 GiB", "Versions: Node 24"];
const rows = (page: string) => page.split("\n").filter((text) => text.startsWith("| `"));

describe("lines of the table", () => {
  it("are a measurement's figures", () => {
    const figures = [
      { what: "home", limit: "", measured: "7/s", held: undefined },
      { what: "article", limit: "at least 9/s", measured: "8/s", held: false },
    ];
    expect(linesOf("pages", { ...outcome, figures }, "a1")).toEqual([
      { name: "pages", what: "home", limit: "", measured: "7/s", held: undefined, commit: "a1" },
      { name: "pages", what: "article", limit: "at least 9/s", measured: "8/s", held: false, commit: "a1" },
    ]);
  });

  it("are one line of its limit where it has none", () => {
    expect(linesOf("start", outcome, "a1")).toEqual([line("start")]);
    expect(linesOf("start", { ...outcome, limit: "at most 5 ms", passed: false }, "a1")).toEqual([
      line("start", { measured: "", held: false }),
    ]);
  });

  it("tell an error in its first line", () => {
    expect(brokenLine("mail", new Error("no server\nmore"), "a1")).toMatchObject({
      measured: "error: no server",
      held: false,
    });
  });
});

describe("plainSummary", () => {
  it("prints machine, versions and columns of one width", () => {
    const printed = plainSummary([line("a"), line("longer", { held: false })], SETTING).split("\n");
    expect(printed.slice(0, 2)).toEqual(SETTING);
    const [head = "", , first = "", second = ""] = printed.slice(3);
    for (const text of [first, second]) expect(text.indexOf("at most")).toBe(head.indexOf("limit"));
    expect(second).toContain("NO");
  });
});

describe("withSummary", () => {
  const page = withSummary("# Performance\n\nWords.\n", [line("start"), line("pages")], SETTING);

  it("adds the table to a page without one, in the order of names", () => {
    expect(page.startsWith("# Performance\n\nWords.\n\n<!-- bench")).toBe(true);
    expect(page).toContain("- Machine: 2 × X, 8 GiB\n- Versions: Node 24\n");
    expect(rows(page)).toEqual([
      "| `pages` | pages | at most 5 ms | 3 ms | yes | a1 |",
      "| `start` | start | at most 5 ms | 3 ms | yes | a1 |",
    ]);
  });

  it("replaces only what was measured again, and nothing around the table", () => {
    const again = withSummary(`${page}After.\n`, [line("pages", { measured: "4 ms", commit: "b2" })], SETTING);
    expect(rows(again)).toEqual([
      "| `pages` | pages | at most 5 ms | 4 ms | yes | b2 |",
      "| `start` | start | at most 5 ms | 3 ms | yes | a1 |",
    ]);
    expect(again.startsWith("# Performance\n\nWords.\n\n<!-- bench")).toBe(true);
    expect(again.endsWith("<!-- /bench -->\nAfter.\n")).toBe(true);
  });

  it("drops the figures of another machine", () => {
    expect(rows(withSummary(page, [line("mail")], ["Machine: 64 × Y, 256 GiB"]))).toHaveLength(1);
  });

  it("keeps a cell one cell", () => {
    const [row] = rows(withSummary("", [line("a", { measured: "1 | 2\n3" })], SETTING));
    expect(row).toContain("1 \\| 2 3");
  });

  it("is the same when written twice", () => {
    expect(withSummary(page, [line("start"), line("pages")], SETTING)).toBe(page);
  });
});
