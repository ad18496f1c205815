import { describe, expect, test } from "vitest";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { answered } from "#test/support/answers.ts";
import { entriesIn, joinList, splitList } from "#ui/admin/chips-field.tsx";
import { offersOf, TagsField, topicNames, usedTags } from "./article-fields.tsx";

describe("entries that are typed or pasted", () => {
  test.each([
    ["one", [], "one"],
    ["one, ", ["one"], ""],
    ["one, two ,, thr", ["one", "two"], "thr"],
    ['"a, b', [], '"a, b'],
    ['"a, b"', [], '"a, b"'],
    ['x, "a, b", c', ["x", "a, b"], "c"],
    ['5" guns, more', ['5" guns'], "more"],
  ])("of %j are those that a comma ends", (text, entries, rest) => {
    expect(entriesIn(text, splitList)).toEqual({ entries, rest });
  });

  test("are the same as those of the list that a form stores", () => {
    const names = ['A "b"', "c, d", '"e"', "f"];
    expect(entriesIn(`${joinList(names)},`, splitList).entries).toEqual(names);
  });
});

describe("topics with aliases", () => {
  const known = [
    { name: "Bitcoin", alias: "BTC", count: 3 },
    { name: "btc-e", count: 1 },
  ];

  test("are suggested by them, after those whose names begin with the text", () => {
    expect(offersOf(known, "BT").map(({ value, hint }) => [value, hint])).toEqual([
      ["btc-e", "1 article"],
      ["Bitcoin", "BTC · 3 articles"],
    ]);
    expect(offersOf(known, "eth")).toEqual([]);
  });

  test("are meant by them, and other texts stay as typed", () => {
    expect(topicNames(known, ["btc", "BTC-E", "BTCUSD"])).toEqual(["Bitcoin", "btc-e", "BTCUSD"]);
  });
});

test("a tag with a comma is one chip, and no suggestions are open at first", () => {
  const answers = [answered(usedTags(""), [{ name: "Bitcoin", count: 3 }])];
  const html = adminMarkup(<TagsField value={'"a, b", <i>'} onChange={() => {}} />, { answers });
  expect([...html.matchAll(/aria-label="Remove ([^"]*)"/g)].map(([, name]) => name)).toEqual(["a, b", "&lt;i&gt;"]);
  expect([html.includes('role="listbox"'), html.includes("<i>")]).toEqual([false, false]);
});
