import { expect, test } from "vitest";
import { tableUses } from "./table-uses.mjs";

const uses = (text: string) =>
  tableUses("example.ts", text).map(({ table, isWrite }) => `${isWrite ? "writes" : "reads"} ${table}`);

test.each([
  ['db.selectFrom("article").innerJoin("category as c", "c.id", "category_id")', ["reads category", "reads article"]],
  ['db.selectFrom(["article", "account as author"])', ["reads article", "reads account"]],
  ['({ not, exists, selectFrom }) => not(exists(selectFrom("issue")))', ["reads issue"]],
  ['db.insertInto("mail").values({})', ["writes mail"]],
  ['trx\n  .updateTable("mail")\n  .set({})', ["writes mail"]],
  ['trx.deleteFrom("mail").using("issue")', ["reads issue", "writes mail"]],
  ['lockTable(trx, "category")', ["writes category"]],
  [`sql\`insert or replace into article_search (rowid) values (\${id})\``, ["writes article_search"]],
  [
    `sql<Row>\`select 1 \${columns} from article join article_list_entry on true\``,
    ["reads article", "reads article_list_entry"],
  ],
  ["sql`delete from session where id in (select id from account)`", ["writes session", "reads account"]],
  [`sql\`update "task" set done = \${done}\``, ["writes task"]],
])("%s", (text, expected) => {
  expect(uses(text)).toEqual(expected);
});

test("reports a table name known only at run time, and looks into subqueries", () => {
  expect(uses("db.updateTable(name)")).toEqual(["writes null"]);
  expect(uses('db.selectFrom(db.selectFrom("task").as("free"))')).toEqual(["reads task"]);
});

test("ignores other strings and templates", () => {
  expect(uses('const text = "select from article"; html`from article`; move({ from: "article" })')).toEqual([]);
});
