import { describe, expect, test } from "vitest";
import type { OpenStory } from "#features/documents/requests/schema.ts";
import { adminMarkup, buttonsIn } from "#test/support/admin-markup.tsx";
import { anywayWords, OpenMatters, openMatters } from "./open-matters.tsx";

const story = (change: Partial<OpenStory> = {}): OpenStory => ({
  state: "asked",
  has_changes: false,
  owners: [],
  reviews: [],
  open_notes: 0,
  suggestions: 0,
  ...change,
});
const people = (...answers: ("approve" | "changes" | null)[]) =>
  answers.map((answer, at) => ({ id: at + 1, name: ["Lucy", "Daniel", "Grace"][at] ?? "Ann", answer, is_me: false }));
/** The same reviewers; the first is the reader. */
const meAnd = (...answers: ("approve" | "changes" | null)[]) =>
  people(...answers).map((person, at) => ({ ...person, is_me: at === 0 }));

describe("what is open before a text is published", () => {
  test("is named person by person, objections first, and approvals are not open", () => {
    const open = openMatters(story({ reviews: people(null, "changes", "approve"), open_notes: 1, suggestions: 2 }));
    expect(open.map(({ words }) => words)).toEqual([
      "Daniel requests changes",
      "Lucy has not answered",
      "1 open note",
      "Undecided suggestions by 2 people",
    ]);
    expect(buttonsIn(adminMarkup(<OpenMatters matters={open} onGo={() => {}} />))).toHaveLength(4);
    expect(openMatters(undefined)).toEqual([]);
    expect(adminMarkup(<OpenMatters matters={openMatters(story())} onGo={() => {}} />)).toBe("");
  });

  test("is the reader's own task where they were asked", () => {
    expect(openMatters(story({ reviews: meAnd(null, null) }))).toEqual([
      { kind: "answer", words: "Answer the review request" },
      { kind: "reviews", words: "Daniel has not answered" },
    ]);
    expect(openMatters(story({ reviews: meAnd("changes") }))).toEqual([
      { kind: "reviews", words: "You request changes" },
    ]);
  });

  test.each<[Partial<OpenStory>, string]>([
    [{ reviews: people(null) }, "Publish without Lucy’s answer"],
    [{ reviews: people(null, null) }, "Publish without the answers of Lucy and Daniel"],
    [{ reviews: people(null, null, null) }, "Publish without 3 answers"],
    [{ reviews: meAnd(null) }, "Publish without your answer"],
    [{ reviews: meAnd(null, null) }, "Publish without the answers of Daniel and you"],
    [{ reviews: people("changes") }, "Publish despite the changes requested by Lucy"],
    [{ reviews: people("changes", "changes", "changes") }, "Publish despite 3 objections"],
    [{ reviews: people(null, "changes") }, "Publish despite 1 objection and without 1 answer"],
    [{ open_notes: 2 }, "Publish with 2 open notes"],
    [{ open_notes: 2, suggestions: 1 }, "Publish with undecided suggestions"],
  ])("gives the second click its name: %j", (change, words) => {
    expect(anywayWords("Publish", story(change))).toBe(words);
  });
});
