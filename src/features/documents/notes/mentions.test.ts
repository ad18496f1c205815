import { describe, expect, test } from "vitest";
import { mentionedIn, showMentions, storeMentions } from "./mentions.ts";

const PEOPLE = [
  { id: 1, name: "Ann" },
  { id: 2, name: "Ann Lee" },
  { id: 3, name: "Zoë (Desk)" },
];
const NAMES = new Map(PEOPLE.map(({ id, name }) => [id, name]));

describe("mentions", () => {
  test.each([
    ["Ask @Ann Lee, not @ann.", "Ask @{2}, not @{1}.", [2, 1]],
    ["@Zoë (Desk)? @Zoë (desk)", "@{3}? @{3}", [3]],
    ["desk@Ann and @Anna, @Ann Leeds", "desk@Ann and @Anna, @{1} Leeds", [1]],
    ["@{1} and @{{2}", "@{{1} and @{{{2}", []],
    ["@@Ann @", "@@{1} @", [1]],
  ])("of %j are stored by number", (text, stored, ids) => {
    expect(storeMentions(text, PEOPLE)).toBe(stored);
    expect(mentionedIn(stored)).toEqual(ids);
  });

  test.each(["plain", "@{1} and @{{2} @{", "@Ann @Ann Lee x@Ann @{@Ann}"])("leave the words of %j alone", (text) => {
    expect(showMentions(storeMentions(text, PEOPLE), NAMES).text).toBe(text);
  });

  test("show the present name, and nobody's for an account that is gone", () => {
    const stored = storeMentions("@Ann and @Ann Lee", PEOPLE);
    expect(showMentions(stored, new Map([[1, "Ann Otieno"]]))).toEqual({
      text: "@Ann Otieno and @Former author",
      mentions: ["Ann Otieno"],
    });
  });
});
