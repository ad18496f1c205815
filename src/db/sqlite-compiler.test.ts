import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, sql } from "kysely";
import { expect, it } from "vitest";
import { StablePlanCompiler } from "./sqlite-compiler.ts";
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
