import { expect, test } from "vitest";
import { draftItem, isMovable, itemOf, screenOf, whyFixed, wordsOf } from "./items.ts";

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

test.each([
  ["article", "published", "Published", "This article is published: readers have seen it."],
  ["issue", "sent", "Newsletter, sent", "This issue was sent."],
  ["issue", "sending", "Newsletter, being sent", "This issue is being sent."],
  ["issue", "paused", "Newsletter, paused", "This issue is paused. Open it to let it go on."],
  ["digest", "scheduled", "Newsletter, weekly", expect.stringContaining("has a day and an hour of its own")],
] as const)("a chief cannot move the %s that is %s: what it is, and why", (kind, state, words, why) => {
  const entry = { kind, id: 3, title: "Title", at: "2026-11-24T09:00:00.000Z", state, etag: null, is_others: false };
  const item = itemOf(entry, () => true);
  expect([isMovable(item), wordsOf(item), whyFixed(item)]).toEqual([false, words, why]);
});

test("what can be moved says what it is as well", () => {
  const entry = { id: 3, title: "Title", at: "2026-11-24T09:00:00.000Z", etag: '"1"', is_others: false } as const;
  const words = (["article", "update", "issue"] as const).map((kind) =>
    wordsOf(itemOf({ ...entry, kind, state: "scheduled" }, () => true)),
  );
  expect([...words, wordsOf(draftItem({ id: 3, title: "Title" }, () => true))]).toEqual([
    ...["Scheduled", "Scheduled update", "Newsletter, scheduled", "Draft"],
  ]);
});

test("entries are told apart: an article from its update, and the digests to come from each other", () => {
  const entry = { title: "Title", state: "scheduled", etag: null, is_others: false } as const;
  const at = (day: number) => `2026-11-${day}T09:00:00.000Z`;
  const keys = [
    { ...entry, kind: "article", id: 3, at: at(24) },
    { ...entry, kind: "update", id: 3, at: at(24) },
    { ...entry, kind: "issue", id: 3, at: at(24) },
    { ...entry, kind: "digest", id: null, at: at(23) },
    { ...entry, kind: "digest", id: null, at: at(30) },
  ].map((one) => itemOf(one as Parameters<typeof itemOf>[0], () => true).key);
  expect(new Set(keys).size).toBe(5);
  // A draft that got a time is the same item.
  expect(draftItem({ id: 3, title: "Title" }, () => true).key).toBe(keys[0]);
});
