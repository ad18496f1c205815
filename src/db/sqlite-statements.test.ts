import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { cachedStatements } from "./sqlite-statements.ts";

function start() {
  const handle = new Sqlite(":memory:");
  onTestFinished(() => void handle.close());
  return cachedStatements(handle);
}
const COUNT = "select value from json_each('[1,2,3]')";

test("a text is prepared once, as long as it is not forgotten", () => {
  const prepare = start();
  const first = prepare(COUNT);
  expect(prepare(COUNT)).toBe(first);
  for (let query = 0; query < 500; query += 1) prepare(`select ${query}`);
  expect(prepare(COUNT), "memory is bounded").not.toBe(first);
});

test("a statement whose rows are still being read is not given to a second reader", () => {
  const prepare = start();
  const rows = prepare(COUNT).iterate();
  expect(rows.next().value).toEqual({ value: 1 });
  expect(prepare(COUNT).all()).toHaveLength(3);
  expect([...rows]).toEqual([{ value: 2 }, { value: 3 }]);
});

test("a text that is no SQL is an error each time, and nothing is kept of it", () => {
  const prepare = start();
  for (let attempt = 0; attempt < 2; attempt += 1) expect(() => prepare("selec 1")).toThrow(/syntax error/);
});
