import { describe, expect, test } from "vitest";
import { hookResult } from "#test/support/admin-markup.tsx";
import { cacheOf } from "#test/support/answers.ts";
import type { Review, ReviewSettings } from "../schema.ts";
import { RULE, reviewOf, useCorrectionRule, useMissingApproval } from "./calls.ts";

const ON: ReviewSettings = { enabled: true, words: ["hack"], categories: [], also: [] };
const OFF = { ...ON, enabled: false };
const HACK = { kind: "word", value: "hack" } as const;
const BREAKING = { kind: "breaking", value: "" } as const;
const review = (change: Partial<Review> = {}): Review => ({
  is_enabled: true,
  reasons: [HACK],
  has_sources: false,
  approval: null,
  written_by: null,
  is_mine: false,
  ...change,
});
const approval = (change: Partial<NonNullable<Review["approval"]>> = {}) => ({
  by: "Baraka",
  at: "2026-11-20T12:00:00.000Z",
  is_override: false,
  reason: "",
  is_mine: false,
  ...change,
});

/** What is known of the rule, and of article 7 under it. */
const clientOf = (rule: ReviewSettings | null, of7: Review | null) =>
  cacheOf([
    ...(rule ? [[RULE.query, rule] as const] : []),
    ...(of7 ? [[reviewOf({ type: "article", id: 7 }), of7] as const] : []),
  ]);

describe("what an article lacks before it is published", () => {
  const missing = (rule: ReviewSettings | null, of7: Review | null) =>
    hookResult(() => useMissingApproval(7), { client: clientOf(rule, of7) });

  test.each([
    ["both", {}, "Contains “hack”: add sources and get a second approval first."],
    ["an approval", { has_sources: true }, "Contains “hack”: get a second approval first."],
    ["its sources, though it is approved", { approval: approval() }, "Contains “hack”: add sources first."],
    [
      "it for more than one reason",
      { has_sources: true, reasons: [BREAKING, HACK] },
      "Is breaking news and contains “hack”: get a second approval first.",
    ],
  ])("is told: %s", (_what, change, words) => {
    expect(missing(ON, review(change))).toBe(words);
  });

  test.each([
    ["an article that the rule is not about", ON, review({ reasons: [] })],
    ["an approved one with sources", ON, review({ has_sources: true, approval: approval() })],
    [
      "one that a chief did without both for",
      ON,
      review({ approval: approval({ is_override: true, reason: "Known" }) }),
    ],
    ["a newsroom without a rule", OFF, review()],
    ["a rule that is not known yet", null, review()],
    ["a review that is not known yet", ON, null],
  ])("is nothing for %s", (_what, rule, of7) => {
    expect(missing(rule, of7)).toBeNull();
  });

  test("is nothing for an article that is not stored yet, whatever is known of others", () => {
    expect(hookResult(() => useMissingApproval(undefined), { client: clientOf(ON, review()) })).toBeNull();
  });
});

describe("a correction under the two-person rule", () => {
  const ruleFor = (role: "chief" | "editor", of7: Review, rule: ReviewSettings = ON) =>
    hookResult(() => useCorrectionRule(7), { client: clientOf(rule, of7), role });
  const plain = review({ reasons: [] });

  test("can be begun by a chief always, by an editor only of an article that the rule is not about", () => {
    expect(ruleFor("chief", review()).canCorrect).toBe(true);
    expect(ruleFor("editor", review()).canCorrect).toBe(false);
    expect(ruleFor("editor", plain).canCorrect).toBe(true);
    expect(ruleFor("editor", review(), OFF).canCorrect).toBe(true);
  });

  test("that says a word of the rule itself is a chief's, also in an article without one", () => {
    const { problemOf } = ruleFor("editor", plain);
    expect(problemOf("It was no HACK.", "A reason")).toBe(
      "Only a chief can add this correction, because it says “hack”.",
    );
    expect(problemOf("It was no leak.", "")).toBeUndefined();
  });

  test("needs a reason of a chief, which is more than spaces", () => {
    const { problemOf } = ruleFor("chief", review());
    const words = "Give a reason for the update above, because it says “hack”: the correction requires one.";
    expect([problemOf("It was Monday.", ""), problemOf("It was Monday.", " \n")]).toEqual([words, words]);
    expect(problemOf("It was Monday.", "We know it.")).toBeUndefined();
    expect(ruleFor("chief", plain).problemOf("It was Monday.", "")).toBeUndefined();
  });

  test("is anybody's where there is no rule, whatever it says", () => {
    expect(ruleFor("editor", review(), OFF).problemOf("It was no hack.", "")).toBeUndefined();
  });
});

test("a reason for an update with a word of the rule is wrong, unless a chief overrode the rule for this text", () => {
  const problem = (of7: Review, rule = ON) =>
    hookResult(() => useCorrectionRule(7), { client: clientOf(rule, of7), role: "chief" }).problemOfReason("Hacked");
  const sentence = "Reword or remove the reason, because it says “hack”.";
  expect([problem(review()), problem(review({ approval: approval() }))]).toEqual([sentence, sentence]);
  expect([problem(review({ approval: approval({ is_override: true }) })), problem(review(), OFF)]).toEqual([
    undefined,
    undefined,
  ]);
});
