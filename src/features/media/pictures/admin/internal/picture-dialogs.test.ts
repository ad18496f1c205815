import { expect, test } from "vitest";
import type { PictureUse } from "../../schema.ts";
import { whatChanges } from "./picture-dialogs.tsx";

const shown: PictureUse = { type: "article", id: 1, title: "" };
const sent: PictureUse = { ...shown, type: "issue", is_sent: true };
const trashed: PictureUse = { ...shown, is_trashed: true };
const STAY = "Their texts do not change.";

test.each<[string, PictureUse[], string]>([
  ["one use", [shown], `The one place that shows this picture will show the other one. ${STAY}`],
  ["several uses", [shown, shown, shown], `All 3 places that show this picture will show the other one. ${STAY}`],
  [
    "a use in a sent newsletter",
    [shown, sent],
    `1 of 2 places will show the other picture. ${STAY} The rest will keep this one: newsletters that were sent.`,
  ],
  [
    "uses of every kind that keeps it, each named once",
    [shown, sent, sent, trashed],
    `1 of 4 places will show the other picture. ${STAY} The rest will keep this one: newsletters that were sent and articles in the trash.`,
  ],
])("before %s is replaced an editor is told what changes", (_what, uses, words) => {
  expect(whatChanges(uses)).toBe(words);
});
