import { describe, expect, test } from "vitest";
import { createPageServer, EMPTY, openWork, type Page } from "#test/support/edit-form.ts";
import { beginFrom } from "./beginning.ts";
import type { FormKind } from "./form-kind.ts";

const { kind } = createPageServer();
const page = (values: Partial<Page>, version: number) => ({
  row: { ...EMPTY, id: 1, ...values },
  etag: `"${version}"`,
});

/** A form in which a title was sent, and another typed before the answer came. */
function typedOn(merge?: (mine: string, theirs: string) => string | undefined) {
  const merging = {
    ...kind,
    takenOver: ["title"],
    ...(merge && {
      merge: (_name: string, sides: { mine: string; theirs: string }) => merge(sides.mine, sides.theirs),
    }),
  } as FormKind<Page, typeof EMPTY>;
  const { at } = openWork(merging, beginFrom(page({ title: "Old" }, 3), null));
  at().change({ title: "Sent" });
  const sent = at().current().values;
  at().change({ title: "Sent, and on" });
  return { at, sent };
}

describe("what was typed while an autosave was on its way", () => {
  test("stays, if the server has what was sent", () => {
    const { at, sent } = typedOn();
    expect(at().absorb(sent, ["title"], page({ title: "Sent" }, 4))).toBe(true);
    expect([at().work.values.title, at().changed()]).toEqual(["Sent, and on", ["title"]]);
  });

  test("is merged with what others had stored before, so that the next autosave does not undo it", () => {
    const { at, sent } = typedOn((mine, theirs) => `${theirs} | ${mine}`);
    expect(at().absorb(sent, ["title"], page({ title: "Theirs, sent" }, 5))).toBe(true);
    expect([at().work.values.title, at().now().saved.title]).toEqual(["Theirs, sent | Sent, and on", "Theirs, sent"]);
  });

  test("is not taken for a change of theirs, where both changed the same: nothing is adopted", () => {
    const { at, sent } = typedOn(() => undefined);
    expect(at().absorb(sent, ["title"], page({ title: "Theirs, sent" }, 5))).toBe(false);
    expect([at().work.values.title, at().base?.etag]).toEqual(["Sent, and on", '"3"']);
  });

  test("in a field that was not sent, does not overwrite what others stored in it", () => {
    const { at, sent } = typedOn();
    at().change({ picture: "/mine.png" });
    expect(at().absorb(sent, ["title"], page({ title: "Sent", picture: "/theirs.png" }, 5))).toBe(false);
  });
});
