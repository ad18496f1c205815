import { expect, test } from "vitest";
import { withMention } from "./note-card.tsx";

test.each([
  ["what was typed of it before the caret", "Ask @an today", 7, "Ask @Ann Lee  today", 13],
  ["nothing where the caret was moved away", "Ask @an today", 2, null, null],
  ["the name at the caret, not one further on", "@b and @an", 2, "@Ann Lee  and @an", 9],
  ["nothing in an email address", "ann@an", 6, null, null],
])("a name that is chosen replaces %s", (_what, text, at, changed, caret) => {
  expect(withMention(text, at, "Ann Lee")).toEqual(changed === null ? null : { text: changed, caret });
});
