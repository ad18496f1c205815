import { expect, test } from "vitest";
import { STORY_STATES, type StoryFacts, storyOf, storyWord } from "./story.ts";

const facts = (change: Partial<StoryFacts> = {}): StoryFacts => ({
  phase: "draft",
  wasPublic: false,
  isCorrected: false,
  answers: [],
  hasChanges: false,
  ...change,
});

test.each<[string, Partial<StoryFacts>, string]>([
  ["a text without requests", {}, "writing"],
  ["one that a reviewer has not answered", { answers: ["approve", null] }, "asked"],
  ["one that a reviewer objects to, with answers missing", { answers: [null, "changes"] }, "changes"],
  ["one that all reviewers approved", { answers: ["approve"] }, "ready"],
  ["an approved one that its author has not marked as ready", { answers: ["approve"], isReady: false }, "writing"],
  ["one that is marked as ready", { isReady: true }, "ready"],
  ["a ready one that is under review again", { isReady: true, answers: [null] }, "asked"],
  ["one that was stopped before its time", { phase: "held" }, "ready"],
  ["one that waits for its time", { phase: "waiting", answers: ["changes"] }, "scheduled"],
  ["what readers have", { phase: "public", wasPublic: true, answers: [null] }, "public"],
  ["what readers have with a correction", { phase: "public", isCorrected: true }, "corrected"],
  ["what readers had", { wasPublic: true, isCorrected: true }, "withdrawn"],
  ["what readers had, under review", { wasPublic: true, answers: [null] }, "asked"],
])("the state of %s", (_what, change, state) => {
  expect(storyOf(facts(change)).state).toBe(state);
});

test("only what readers have, or will have, has waiting changes", () => {
  const changed = (["draft", "held", "waiting", "public"] as const).map(
    (phase) => storyOf(facts({ phase, hasChanges: true })).has_changes,
  );
  expect(changed).toEqual([false, false, true, true]);
});

test("every state has a word of its own", () => {
  expect(new Set(STORY_STATES.map((state) => storyWord(state))).size).toBe(STORY_STATES.length);
  expect([storyWord("public"), storyWord("public", "issue")]).toEqual(["Published", "Sent"]);
});
