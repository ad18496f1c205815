import Sqlite from "better-sqlite3";
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, sql } from "kysely";
import { expect, it, onTestFinished, test } from "vitest";
import { cachedStatements, StablePlanCompiler } from "./sqlite-driver.ts";
import type { Tables } from "./tables.ts";

const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (inner) => new SqliteIntrospector(inner),
    createQueryCompiler: () => new StablePlanCompiler(),
  },
});

it("writes limits and flags into the text, and hides other values from the planner", () => {
  const query = db
    .selectFrom("article")
    .select("id")
    .where("category_id", "=", 7)
    .where("author_id", "=", 1)
    .where("status", "=", "published")
    .where("is_featured", "=", 1)
    .where("title", "=", sql.lit("It's"))
    .where("published_at", "<=", 1_000)
    .limit(20)
    .offset(40)
    .compile();
  expect(query.sql).toContain(
    `where "category_id" = +? and "author_id" = 1 and "status" = +? and "is_featured" = 1 and "title" = 'It''s'`,
  );
  expect(query.sql).toContain(`"published_at" <= ? limit 20 offset ?`);
  expect(query.parameters).toEqual([7, "published", 1_000, 40]);
});

it("leaves comparisons of columns and with subqueries as they are", () => {
  const query = db
    .selectFrom("article")
    .select("id")
    .whereRef("created_at", "=", "updated_at")
    .where("category_id", "=", (eb) => eb.selectFrom("category").select("id").where("slug", "=", "x"))
    .compile();
  expect(query.sql).toContain(`"created_at" = "updated_at" and "category_id" = (select "id" from "category"`);
  expect(query.parameters).toEqual(["x"]);
});

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
