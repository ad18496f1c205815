import fc from "fast-check";
import { expect, test } from "vitest";
import { type Cell, isOfKind, kindOf, parentsFirst, type TableShape, tableSum } from "./move-cells.ts";

const shape = (name: string, columns: TableShape["columns"], parents: string[] = []): TableShape => ({
  name,
  columns,
  parents,
});
const TWO = shape("t", [
  { name: "a", kind: "text" },
  { name: "b", kind: "text" },
]);
const sumOf = (table: TableShape, rows: Cell[][]) => {
  const sum = tableSum(table);
  for (const row of rows) sum.add(row);
  return sum.result();
};

const cell = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.bigInt(),
  fc.double({ noNaN: true }),
  fc.constant(null),
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
);
const rows = fc.array(fc.tuple(cell, cell));

test("a checksum is the same in any order of rows and columns", () => {
  const turned = shape("t", TWO.columns.toReversed());
  fc.assert(
    fc.property(rows, (list) => {
      const backwards = list.toReversed().map(([a = null, b = null]) => [b, a]);
      expect(sumOf(turned, backwards)).toEqual(sumOf(TWO, list));
    }),
  );
});

test("a checksum tells apart what a careless comparison does not", () => {
  const different: Cell[][][] = [
    [],
    [["", ""]],
    [[null, ""]],
    [["", null]],
    [["ab", "c"]],
    [["a", "bc"]],
    [["1", ""]],
    [[1n, ""]],
    [[1, ""]],
    [[Buffer.from("1"), ""]],
    [
      ["x", "y"],
      ["x", "y"],
    ],
    [["x", "y"]],
    [["é", ""]],
    [["e\u0301", ""]],
    [[9_007_199_254_740_993n, ""]],
    [[9_007_199_254_740_992n, ""]],
  ];
  const sums = different.map((list) => JSON.stringify(sumOf(TWO, list)));
  expect(new Set(sums).size).toBe(different.length);
});

test("types that mean something else on the other engine are refused by name", () => {
  for (const type of ["boolean", "timestamp with time zone", "jsonb", "numeric", ""])
    expect(() => kindOf("article", "shown", type)).toThrow(/article\.shown/);
  expect(["BIGINT", "varchar(255)", "double precision"].map((type) => kindOf("t", "c", type))).toEqual([
    ...["whole", "text", "real"],
  ]);
  expect([isOfKind(1, "whole"), isOfKind(1n, "real"), isOfKind("1", "whole"), isOfKind(null, "text")]).toEqual([
    ...[false, false, false, true],
  ]);
});

test("tables come after those that they refer to; a circle is refused", () => {
  const tables = [shape("a", [], ["c"]), shape("b", []), shape("c", [], ["b"])];
  expect(parentsFirst(tables).map(({ name }) => name)).toEqual(["b", "c", "a"]);
  expect(() => parentsFirst([shape("a", [], ["b"]), shape("b", [], ["a"])])).toThrow(/a, b/);
});
