import { expect, test } from "vitest";
import { csvCell } from "./csv.ts";

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
