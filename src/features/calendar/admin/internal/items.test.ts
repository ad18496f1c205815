import { expect, test } from "vitest";
import { draftItem, isMovable, itemOf, screenOf, whyFixed } from "./items.ts";

test("each entry opens its own screen; a digest that is not filled yet, where it is set up", () => {
  const at = "2026-11-24T09:00:00.000Z";
  const screen = (kind: "article" | "update" | "issue" | "digest", id: number | null) =>
    screenOf(itemOf({ kind, id, title: "Title", at, state: "scheduled", etag: null, is_others: false }, () => true));
  expect([screen("article", 3), screen("update", 3), screen("issue", 5), screen("digest", null)]).toEqual([
    ...["/admin/articles/3", "/admin/articles/3", "/admin/issues/5", "/admin/audience/issues"],
  ]);
  expect(screenOf(draftItem({ id: 7, title: "Title" }, () => true))).toBe("/admin/articles/7");
});

test("an article of somebody else opens its page for whoever may only read it", () => {
  const entry = { kind: "article", id: 3, title: "Title", at: "2026-11-24T09:00:00.000Z", state: "published" } as const;
  expect(screenOf(itemOf({ ...entry, etag: null, is_others: true }, () => false))).toBe("/article/3");
});

test("what one may not publish or send cannot be moved", () => {
  const entry = {
    id: 3,
    title: "Title",
    at: "2026-11-24T09:00:00.000Z",
    state: "scheduled",
    etag: '"1"',
    is_others: false,
  } as const;
  const items = (mayDo: boolean) => [
    ...(["article", "update", "issue"] as const).map((kind) => itemOf({ ...entry, kind }, () => mayDo)),
    draftItem({ id: 7, title: "Title" }, () => mayDo),
  ];
  expect(items(true).map(isMovable)).toEqual([true, true, true, true]);
  expect(items(false).map(isMovable)).toEqual([false, false, false, false]);
  expect(items(false).map(whyFixed)).toEqual(Array(4).fill("An editor decides when it goes out."));
});
