import { describe, expect, test } from "vitest";
import { type FormValues, NEW_VALUES } from "#features/articles/admin/form-values.tsx";
import { fromDraft as fromAny } from "#features/documents/room/admin/kept-documents.tsx";
import type { UnsavedDraft } from "#ui/admin/edit-form/earlier-drafts.ts";
import { ARTICLE_TYPE, type Choices, type Written } from "./article-type.tsx";

type Draft = UnsavedDraft<FormValues>;
const fromDraft = (draft: Draft) => fromAny<Written, Choices>(ARTICLE_TYPE, draft);
const draft = (change: Partial<Draft> = {}): Draft => ({
  key: "d1",
  account: "7",
  form: "article",
  subject: 12,
  etag: '"3d2"',
  createKey: "c1",
  savedAt: 1_000,
  values: { ...NEW_VALUES, title: "Typed", excerpt: "Stored" },
  changed: ["title"],
  began: { title: "Before" },
  file: null,
  isReplaced: false,
  ...change,
});

describe("a draft of an earlier version", () => {
  test("of an article goes on as a change of the version it began from", () => {
    const { session, id, aside } = fromDraft(draft());
    expect([id, aside, session.base?.etag, session.attempt]).toEqual([12, null, '"3d2"', null]);
    expect(session.base?.values).toMatchObject({ title: "Before", excerpt: "Stored" });
    expect(session.local).toMatchObject({ title: "Typed", excerpt: "Stored" });
  });

  test("of a new article is created under the key that it may have been sent with", () => {
    const { session } = fromDraft(draft({ subject: null, etag: null }));
    expect(session).toMatchObject({ base: null, attempt: { key: "c1", base: null, values: { title: "Typed" } } });
  });

  test("keeps the chosen picture, status and time, and the pictures of the text", () => {
    const picture = new File(["bytes"], "quay.png");
    const values = { ...NEW_VALUES, status: "published" as const, published_date: "2999-01-05T09:30:00Z" };
    const kept = fromDraft(draft({ values, changed: ["status"], file: picture, pictures: { "pending:1": picture } }));
    expect(Object.keys(kept.files).sort()).toEqual(["image_url", "pending:1"]);
    expect(kept.choices).toEqual({ status: "published" });
  });

  test.each([
    ["somebody else's version that was saved over", { isReplaced: true, etag: null }, "theirs"],
    ["the version that was not chosen", { isLeftOut: true, etag: null }, "mine"],
    ["one that does not know what it changes", { began: undefined }, "mine"],
  ])("that is %s is compared before anything is stored", (_what, change, aside) => {
    expect(fromDraft(draft(change as Partial<Draft>)).aside).toBe(aside);
  });

  test("of before fields were added has their first values", () => {
    const older = { title: "Of an earlier version", category: "AI" } as Draft["values"];
    const { session } = fromDraft(draft({ subject: null, etag: null, values: older, changed: undefined as never }));
    expect(session.local).toMatchObject({ title: "Of an earlier version", excerpt: "" });
  });
});
