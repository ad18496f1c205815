import fc from "fast-check";
import { expect, test } from "vitest";
import { csvCell, csvLine } from "./html.ts";

test.each([
  ["reader@example.com", "reader@example.com"],
  ["=1+1", "'=1+1"],
  ["+254700", "'+254700"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["a,b", '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
])("the CSV cell for %j is %j", (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test("a cell that looks marked already is marked too: taking one mark away gives back what it was", () => {
  const marked = [csvCell("'=1"), csvCell("''+1"), csvCell("'quoted'"), csvCell("a=1")];
  expect(marked).toEqual(["''=1", "'''+1", "'quoted'", "a=1"]);
});

/** The cells of one line by RFC 4180, in which commas and line breaks may stand within quotes. */
function cellsIn(line: string): string[] {
  const cells = line.slice(0, -2).match(/(?:^|,)(?:"(?:[^"]|"")*"|[^",]*)/g) ?? [];
  return cells
    .map((cell, at) => (at === 0 ? cell : cell.slice(1)))
    .map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
}

test("a line gives back every cell that was written into it, and no spreadsheet computes any of them", () => {
  const cell = fc.array(fc.constantFrom(..."'=+-@\t\r\n,\";a😀 ")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
      // The first one is no empty match at the beginning.
      const line = csvLine(["n", ...cells]);
      expect(line.endsWith("\r\n")).toBe(true);
      const read = cellsIn(line).slice(1);
      for (const one of read) expect(one).not.toMatch(/^[=+\-@\t\r\n]/);
      expect(read.map((one) => (/^'+[=+\-@\t\r\n]/.test(one) ? one.slice(1) : one))).toEqual(cells);
    }),
  );
});
