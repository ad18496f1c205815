import { describe, expect, test } from "vitest";
import { adminMarkup, buttonsIn, noteCalls } from "#test/support/admin-markup.tsx";
import { cacheOf } from "#test/support/answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { Review, ReviewSettings } from "../schema.ts";
import { approve, RULE, reviewOf } from "./calls.ts";
import { ReviewPanel } from "./review-panel.tsx";
import { ReviewSettingsSection, RuleDialog } from "./review-settings.tsx";

const ARTICLE = { type: "article", id: 7 } as const;
const ON: ReviewSettings = { enabled: true, words: ["hack", "ETF"], categories: [], also: [] };
const HACK = { kind: "word", value: "hack" } as const;
const review = (change: Partial<Review> = {}): Review => ({
  is_enabled: true,
  reasons: [HACK],
  has_sources: true,
  approval: null,
  written_by: "Wanjiru",
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
const nothing = () => {};

describe("the review of an article", () => {
  type Role = "chief" | "editor" | "writer";
  const render = (of7: Review | null, role: Role = "editor", rule: ReviewSettings = ON, error?: string) =>
    adminMarkup(
      <ReviewPanel
        {...{
          document: { ...ARTICLE, etag: '"1"' },
          store: async () => '"1"',
          sources: { value: "A person", error, onChange: nothing },
        }}
      />,
      { client: cacheOf([[RULE.query, rule], ...(of7 ? [[reviewOf(ARTICLE), of7] as const] : [])]), role },
    );
  const status = (html: string) => wordsOf(/<p role="status">(.*?)<\/p>/s.exec(html)?.[1] ?? "");

  test("is not there without a rule", () => {
    expect(render(review(), "chief", { ...ON, enabled: false })).toBe("");
  });

  test.each([
    ["an article that it is not about", { reasons: [] }, "No approval needed."],
    ["another's text", {}, "Contains “hack”: get a second approval before it is published. Wanjiru wrote this text."],
    [
      "a text whose author is gone",
      { written_by: null },
      "Contains “hack”: get a second approval before it is published. Another user wrote this text.",
    ],
    [
      "one's own, without sources",
      { is_mine: true, has_sources: false },
      "Contains “hack”: add sources and get a second approval before it is published. You wrote this text, so another person has to approve it.",
    ],
  ])("says what is needed of %s", (_what, change, words) => {
    expect(status(render(review(change)))).toBe(words);
  });

  test("says who approved it, or did without and why, also once they are gone", () => {
    expect(status(render(review({ approval: approval() })))).toMatch(/^Approved by Baraka, .*\d\d:\d\d\.$/);
    const override = approval({ by: null, is_override: true, reason: "Confirmed by <the court>" });
    expect(status(render(review({ approval: override })))).toMatch(
      /^A removed user overrode the approval, .*: Confirmed by <the court>$/,
    );
  });

  test.each([
    ["an editor, of another's text", review(), "editor", ["Approve this text"]],
    ["a chief, of another's text", review(), "chief", ["Approve this text", "Override approval…"]],
    ["a chief, of one's own", review({ is_mine: true }), "chief", ["Override approval…"]],
    ["an editor, of one's own", review({ is_mine: true }), "editor", []],
    ["an editor, where sources are missing", review({ has_sources: false }), "editor", []],
    [
      "an editor, where they are missing and not needed",
      review({ has_sources: false, reasons: [] }),
      "editor",
      ["Approve this text"],
    ],
    ["a chief, where nothing is needed", review({ reasons: [] }), "chief", ["Approve this text"]],
    ["a writer", review(), "writer", []],
    ["whoever approved it", review({ approval: approval({ is_mine: true }) }), "editor", ["Withdraw"]],
    ["anybody else then", review({ approval: approval() }), "chief", []],
  ] as const)("offers %s", (_who, of7, role, buttons) => {
    expect(buttonsIn(render(of7, role))).toEqual(buttons);
  });

  test("asks for sources before anything is known, or stored; what is wrong with them is said at them", () => {
    expect(wordsOf(render(null))).toContain("Sources A person");
    expect(render(null, "editor", ON, "Sources are too long.")).toMatch(/aria-invalid="true"/);
    const unstored = adminMarkup(
      <ReviewPanel
        {...{
          document: null,
          store: async () => undefined,
          sources: { value: "", error: undefined, onChange: nothing },
        }}
      />,
      { client: cacheOf([[RULE.query, ON]]) },
    );
    expect([wordsOf(unstored).includes("Sources"), buttonsIn(unstored)]).toEqual([true, []]);
  });

  test("that could not be loaded is not taken for one that needs nothing", () => {
    const html = adminMarkup(
      <ReviewPanel
        {...{
          document: { ...ARTICLE, etag: '"1"' },
          store: async () => '"1"',
          sources: { value: "", error: undefined, onChange: nothing },
        }}
      />,
      { client: cacheOf([[RULE.query, ON]], [reviewOf(ARTICLE)]) },
    );
    expect(wordsOf(html)).toContain("Could not load the approvals.");
    expect(wordsOf(html)).not.toContain("No approval needed");
  });
});

describe("the rule among the settings", () => {
  const render = (...given: Parameters<typeof cacheOf>) =>
    wordsOf(adminMarkup(<ReviewSettingsSection />, { client: cacheOf(...given) }));

  test.each([
    ["is off", { ...ON, enabled: false }, "The rule is off. Set up the rule"],
    [
      "is about breaking news alone",
      { ...ON, words: [] },
      "The rule applies to any article that is breaking news. Change the rule",
    ],
    ["has a word", { ...ON, words: ["hack"] }, "breaking news, or says “hack”. Change"],
    ["has words", ON, "breaking news, or says “hack” or “ETF”. Change"],
    [
      "has categories",
      { ...ON, words: [], categories: ["Markets", "AI", "Tech"] },
      "or is in Markets, AI, or Tech. Change",
    ],
    [
      "covers issues",
      { ...ON, words: ["a"], also: ["issue"] },
      "or says “a”. It covers newsletter issues, too. Change",
    ],
    ["has both", { ...ON, words: ["a"], categories: ["AI"] }, "news, or says “a”, or is in AI. Change"],
  ])("that %s is described in a sentence", (_what, rule, words) => {
    expect(render([[RULE.query, rule]])).toContain(words);
  });

  test.each([
    [[], []],
    [["page"], ["Pages"]],
    [
      ["issue", "page"],
      ["Newsletter issues", "Pages"],
    ],
  ] as const)("is changed for other types than articles, too: of %j, the boxes %j are checked", (also, labels) => {
    const html = adminMarkup(<RuleDialog before={{ ...ON, also: [...also] }} onClose={nothing} />);
    const others = wordsOf(html.match(/<fieldset>.*?<\/fieldset>/s)?.[0] ?? "");
    expect(others).toMatch(/^Besides articles Newsletter issues Pages If they contain one of these words/);
    const checked = [
      ...html.matchAll(/<input type="checkbox"(?=[^>]* checked="")(?![^>]*role="switch").*?<span[^>]*>([^<]*)</gs),
    ];
    expect(checked.map(([, label]) => label)).toEqual(labels);
  });

  test("that could not be loaded is not said to be off", () => {
    const words = render([], [RULE.query]);
    expect(words).toContain("Could not load the two-person rule.");
    expect(words).not.toContain("rule is off");
    expect(render()).not.toContain("rule is off");
  });
});

describe("what is sent", () => {
  test("an approval names the text, and is an override only with a reason", async () => {
    const { api, calls } = noteCalls();
    await approve(api, ARTICLE, '"3d2-x"');
    await approve(api, ARTICLE, '"3d2-x"', "The court confirmed it.");
    expect(calls.map(({ body, ifMatch }) => [body, ifMatch])).toEqual([
      [{}, '"3d2-x"'],
      [{ override_reason: "The court confirmed it." }, '"3d2-x"'],
    ]);
  });
});
