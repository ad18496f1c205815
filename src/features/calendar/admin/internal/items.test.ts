import { expect, test } from "vitest";
import { draftItem, itemOf, screenOf } from "./items.ts";

test("each entry opens its own screen; a digest that is not filled yet, where it is set up", () => {
  const at = "2026-11-24T09:00:00.000Z";
  const screen = (kind: "article" | "update" | "issue" | "digest", id: number | null) =>
    screenOf(itemOf({ kind, id, title: "Title", at, state: "scheduled", etag: null }));
  expect([screen("article", 3), screen("update", 3), screen("issue", 5), screen("digest", null)]).toEqual([
    ...["/admin/articles/3", "/admin/articles/3", "/admin/issues/5", "/admin/audience/issues"],
  ]);
  expect(screenOf(draftItem({ id: 7, title: "Title" }))).toBe("/admin/articles/7");
});
