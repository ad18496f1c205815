import { describe, expect, test } from "vitest";
import { createPageServer, openWork, type Page, type PageValues } from "#test/support/edit-form.ts";
import { beginFrom } from "./beginning.ts";
import { draftBasis } from "./draft-basis.ts";
import type { UnsavedDraft } from "./draft-store.ts";

const { server, kind } = createPageServer();
const values = { title: "Mine", picture: "", date: null };
const KEPT: UnsavedDraft<PageValues> = {
  key: "k",
  account: "7",
  form: "page",
  subject: 1,
  etag: '"1-x"',
  createKey: "c",
  values,
  changed: ["title"],
  began: { title: "Began" },
  isTried: true,
  file: null,
  savedAt: 0,
  isReplaced: false,
};
const newest = server.store("them", { title: "Theirs", picture: "/theirs.png" });
const { at } = openWork<Page, PageValues>(kind, beginFrom(newest, KEPT));

describe("a draft of restored work over a newer version", () => {
  test("stays a change of the version it was kept with until the editor has chosen", () => {
    const { etag, tried, changesOf } = draftBasis(at(), KEPT);
    expect([etag, tried]).toEqual([KEPT.etag, KEPT.etag]);
    expect(changesOf({ ...values, title: "Mine, and more" })).toEqual({
      changed: ["title"],
      began: { title: "Began" },
    });
    expect(changesOf({ ...values, picture: "/mine.png" }).changed).toEqual(["title", "picture"]);
  });

  test("of an unknown version stays one: it never stores itself", () => {
    const { etag, changesOf } = draftBasis(at(), {
      ...KEPT,
      etag: null,
      changed: undefined,
      began: undefined,
    } as never);
    expect([etag, changesOf(values)]).toEqual([null, {}]);
  });

  test("is a change of the newest version afterwards", () => {
    const { etag, changesOf } = draftBasis(at(), null);
    expect(etag).toBe(newest.etag);
    expect(changesOf({ ...values, date: newest.row.date })).toEqual({
      changed: ["title", "picture"],
      began: { title: "Theirs", picture: "/theirs.png" },
    });
  });
});
