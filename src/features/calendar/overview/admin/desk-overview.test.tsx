import { describe, expect, test } from "vitest";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { clientOfAnswers } from "#test/support/answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { Overview } from "../endpoints.ts";
import { changeOf, DeskOverview, overview } from "./desk-overview.tsx";

const NO_STORIES = { total: 0, stories: [] };
const NONE = { total: 0, documents: [] };
const EMPTY: Overview = {
  day: { mine: NO_STORIES, drafts: NONE, suggested: NONE, late: NO_STORIES, empty: [] },
  waiting: [],
  scheduled: [],
  views: { day: 0, previous_day: 0, week: 0, previous_week: 0, hours: [] },
  issues: [],
  most_read: [],
};

describe("the start of the dashboard", () => {
  const markup = (given?: Overview) => {
    const { client, has } = clientOfAnswers();
    if (given) has(overview(), given);
    return adminMarkup(<DeskOverview />, { client });
  };

  test("leads from each number to what it counts", () => {
    const html = markup({
      ...EMPTY,
      waiting: [
        { kind: "ready", total: 1_200, articles: [] },
        { kind: "notes", total: 1, articles: [] },
      ],
      views: { ...EMPTY.views, day: 150, previous_day: 100, week: 90, previous_week: 100 },
    });
    expect(html).toMatch(/href="\/admin\?status=ready"[^>]*>.*?1,200/);
    expect(html).toMatch(/href="\/admin\/notifications"/);
    expect(wordsOf(html)).toContain("150 +50 %");
    expect(wordsOf(html)).toContain("90 −10 %");
  });

  test("counts late stories, and leads to the board by day", () => {
    const late = { total: 2, stories: [{ id: 3, title: "Port", state: "idea" as const, due: "2026-11-29T14:00:00Z" }] };
    const html = markup({ ...EMPTY, day: { ...EMPTY.day, late } });
    expect(html).toMatch(/href="\/admin\/budget\?view=day"[^>]*>.*?Late stories/);
    expect(wordsOf(html)).toContain("2 waiting for you");
    expect(markup(EMPTY)).not.toContain("Late stories");
  });

  test("leads to the only text to review, of any type, and from several to their titles below", () => {
    const issue = { type: "issue" as const, id: 7, title: "The week" };
    const asked = (total: number) => markup({ ...EMPTY, waiting: [{ kind: "asked", total, articles: [issue] }] });
    const suggestions = markup({ ...EMPTY, waiting: [{ kind: "suggestions", total: 1, articles: [issue] }] });
    expect(suggestions).toMatch(/href="\/admin\/issues\/7"[^>]*>.*?Suggestions to decide/);
    expect(asked(1)).toMatch(/href="\/admin\/issues\/7"[^>]*>.*?To review/);
    expect(asked(2)).toMatch(/<button type="button"[^>]*>(?:(?!<\/button>).)*To review/);
    expect(asked(2)).not.toMatch(/href="\/admin\?asked/);
  });

  test.each([
    [150, 100, "+50 %"],
    [50, 100, "−50 %"],
    [100, 100, "±0 %"],
    [5, 0, undefined],
  ])("compares %i with %i: %j", (now, before, words) => {
    expect(changeOf(now, before)).toBe(words);
  });
});
