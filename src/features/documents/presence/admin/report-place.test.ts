import { expect, onTestFinished, test, vi } from "vitest";
import type { Place } from "../schema.ts";
import { reportPlaces, whereInWords } from "./others-here.tsx";

const inBlock = (at: number, own = "c1"): Place => ({ field: "content", block: { at, near: ["c0", own, "c2"] } });

function start(isDown: () => boolean = () => false) {
  vi.useFakeTimers();
  const sent: Place[] = [];
  const reporter = reportPlaces(async (place) => {
    if (isDown()) throw new Error("down");
    sent.push(place);
  });
  onTestFinished(() => {
    reporter.close();
    vi.useRealTimers();
  });
  return { sent, reporter, pass: () => vi.advanceTimersByTimeAsync(1_000) };
}

test("sends nothing while nobody else is there; then the newest place, once a second at most", async () => {
  const { sent, reporter, pass } = start();
  reporter.moveTo(inBlock(1));
  await pass();
  expect(sent).toEqual([]);
  reporter.setHasOthers(true);
  await pass();
  for (const at of [2, 3, 4]) reporter.moveTo(inBlock(at));
  await pass();
  await pass();
  expect(sent).toEqual([inBlock(1), inBlock(4)]);
});

test("sends nothing for words that are typed in a block", async () => {
  const { sent, reporter, pass } = start();
  reporter.setHasOthers(true);
  reporter.moveTo(inBlock(1));
  await pass();
  reporter.moveTo(inBlock(1, "c9"));
  await pass();
  expect(sent).toEqual([inBlock(1)]);
});

test("sends a caret that moved in a block, once a second at most", async () => {
  const { sent, reporter, pass } = start();
  const caretAt = (head: number): Place => {
    const { field, block } = inBlock(1);
    return { field, block: block && { ...block, caret: { head, anchor: head, near: "c7" } } };
  };
  reporter.setHasOthers(true);
  for (const head of [1, 2, 3]) reporter.moveTo(caretAt(head));
  await pass();
  reporter.moveTo(caretAt(3));
  await pass();
  expect(sent).toEqual([caretAt(3)]);
});

test("sends the place again over a new connection, and after a failure", async () => {
  let isDown = false;
  const { sent, reporter, pass } = start(() => isDown);
  reporter.setHasOthers(true);
  reporter.moveTo(inBlock(1));
  await pass();
  reporter.restart();
  await pass();
  expect(sent).toEqual([inBlock(1), inBlock(1)]);
  isDown = true;
  reporter.moveTo(inBlock(2));
  await pass();
  isDown = false;
  reporter.restart();
  await pass();
  expect(sent.at(-1)).toEqual(inBlock(2));
});

test("says in words where somebody is", () => {
  const baraka = { id: 2, name: "Baraka Njoroge" };
  expect(whereInWords({ ...baraka, place: inBlock(2) })).toBe("Baraka Njoroge is in block 3 of the text.");
  expect(whereInWords({ ...baraka, place: { field: "seo_title", block: null } })).toBe(
    "Baraka Njoroge is in the seo title.",
  );
});
