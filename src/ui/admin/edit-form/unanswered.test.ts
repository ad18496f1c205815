import { expect, test } from "vitest";
import { createUnanswered } from "./unanswered.ts";

type Row = { title: string; picture: string; date: string | null };
const kind = { valuesOf: (row: Row) => row, fileField: "picture" as const };
const base = { row: { title: "Old", picture: "", date: null }, etag: '"3-a"' };
const stored = (row: Partial<Row>, etag = '"4-b"') => ({ row: { ...base.row, ...row }, etag });
const sent = (values: Partial<Row>, file: File | null = null) => ({ values: { ...base.row, ...values }, file });

test("finds the attempt that was stored among several", () => {
  const unanswered = createUnanswered(kind);
  unanswered.add(sent({ title: "First" }));
  unanswered.add(sent({ title: "Second" }));
  expect(unanswered.echoOf(base, stored({ title: "First" }))).toEqual(sent({ title: "First" }));
  expect(unanswered.echoOf(base, stored({ title: "Second" }))).toEqual(sent({ title: "Second" }));
});

test("treats what was not sent, or is not the very next version, as somebody else's", () => {
  const unanswered = createUnanswered(kind);
  expect(unanswered.echoOf(base, stored({ title: "Mine" }))).toBeUndefined();
  unanswered.add(sent({ title: "Mine" }));
  expect(unanswered.echoOf(base, stored({ title: "Theirs" }))).toBeUndefined();
  expect(unanswered.echoOf(base, stored({ title: "Mine" }, '"5-b"'))).toBeUndefined();
  expect(unanswered.echoOf(base, stored({ title: "Mine", picture: "/else.jpg" }))).toBeUndefined();
  unanswered.clear();
  expect(unanswered.echoOf(base, stored({ title: "Mine" }))).toBeUndefined();
});

test("does not count values filled in by the server as differences", () => {
  const unanswered = createUnanswered(kind);
  const work = sent({ title: "Mine" }, new File(["p"], "p.png"));
  unanswered.add(work);
  expect(unanswered.echoOf(base, stored({ title: "Mine", picture: "/media/p.png", date: "2026-11-20" }))).toBe(work);
});

test("recognises a creation as one's own if an attempt of it is stored, whatever its version", () => {
  const unanswered = createUnanswered(kind);
  unanswered.add(sent({ title: "Mine" }));
  expect(unanswered.hasSent(stored({ title: "Mine", date: "2026-11-20" }).row)).toBe(true);
  expect(unanswered.hasSent(stored({ title: "Theirs" }).row)).toBe(false);
  expect(unanswered.echoOf({ ...base, etag: '"c1"' }, stored({ title: "Mine" }, '"c2"'))).toEqual(
    sent({ title: "Mine" }),
  );
});
