import { expect, test } from "vitest";
import type { Role } from "#shared/actor.ts";
import { adminMarkup, buttonsIn } from "#test/support/admin-markup.tsx";
import { answered } from "#test/support/answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { StoredPicture } from "../../schema.ts";
import { pictureTags } from "../calls.ts";
import { type PictureSelection, SelectionBar, TagsDialog } from "./picture-selection.tsx";
import { splitTags } from "./picture-tags.tsx";
import { failureWords } from "./use-bulk-pictures.ts";

const picture = (id: number, tags: string[] = []): StoredPicture => ({
  id,
  url: `/media/${id}/400x200.png`,
  width: 400,
  height: 200,
  created_at: "2026-11-20T12:00:00.000Z",
  name: `file-${id}.png`,
  alt: "",
  caption: "",
  credit: "",
  licence: "",
  focal_x: 0.5,
  focal_y: 0.5,
  size: 1,
  uploaded_by: null,
  is_own: true,
  tags,
});
const nothing = () => {};
const bar = (count: number, role: Role = "editor") => {
  const pictures = Array.from({ length: count }, (_, at) => picture(at + 1));
  const selection: PictureSelection = {
    ...{
      isOn: true,
      pictures,
      has: () => true,
      start: nothing,
      end: nothing,
      toggle: nothing,
      note: nothing,
      drop: nothing,
    },
  };
  return adminMarkup(<SelectionBar selection={selection} />, { role });
};

test("the bar of selected pictures counts them, deletes for who may, and takes no more than the server does", () => {
  expect(wordsOf(bar(0))).toBe("");
  expect(wordsOf(bar(2))).toBe("2 selected Tags... Delete...");
  expect(buttonsIn(bar(2, "writer"))).toEqual(["Tags..."]);
  expect(bar(100)).not.toContain(`disabled=""`);
  expect(wordsOf(bar(101))).toContain("at most 100 can be changed together");
  expect(bar(101).match(/disabled=""/g)).toHaveLength(2);
});

test("the dialog of tags offers to remove those that some of the pictures have", () => {
  const pictures = [picture(1, ["Port", "Zürich"]), picture(2, ["Bridges", "Port"])];
  const html = adminMarkup(<TagsDialog pictures={pictures} onApply={nothing} onClose={nothing} />, {
    answers: [answered(pictureTags(), [])],
  });
  expect(wordsOf(html)).toContain("Remove tags Bridges Port Zürich");
  expect(html).toMatch(/<button type="submit"[^>]*disabled=""/);
  expect(splitTags(" Port , ,Lamu")).toEqual(["Port", "Lamu"]);
});

test("every picture that was not changed is named, together with those of the same reason", () => {
  const used = "Used.";
  const failed = [
    { id: 1, name: "a.png", detail: used },
    { id: 9, name: "gone.png", detail: "Gone." },
    { id: 2, name: "b.png", detail: used },
  ];
  const pictures = [{ ...picture(1), alt: "A harbour" }, picture(2)];
  expect(failureWords({ changed: [], failed }, pictures)).toBe(`“A harbour”, “file-2.png”: ${used} “gone.png”: Gone.`);
  expect(failureWords({ changed: [1], failed: [] }, pictures)).toBeUndefined();
});
