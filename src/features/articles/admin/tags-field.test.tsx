import { describe, expect, test } from "vitest";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { answered } from "#test/support/answers.ts";
import { entriesIn, joinList, splitList } from "#ui/admin/chips-field.tsx";
import { TagsField, usedTags } from "./article-fields.tsx";

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

test("a tag with a comma is one chip, and no suggestions are open at first", () => {
  const answers = [answered(usedTags(""), [{ name: "Bitcoin", count: 3 }])];
  const html = adminMarkup(<TagsField value={'"a, b", <i>'} onChange={() => {}} />, { answers });
  expect([...html.matchAll(/aria-label="Remove ([^"]*)"/g)].map(([, name]) => name)).toEqual(["a, b", "&lt;i&gt;"]);
  expect([html.includes('role="listbox"'), html.includes("<i>")]).toEqual([false, false]);
});
