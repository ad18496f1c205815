import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { articleListPage } from "#features/articles/admin/calls.ts";
import { newsroomSettings } from "#features/settings/calls.ts";
import type { ApiQuery } from "#shared/api-query.ts";
import { adminMarkup, buttonsIn } from "#test/support/admin-markup.tsx";
import { cacheOf } from "#test/support/answers.ts";
import { exampleSummary } from "#test/support/article-answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { HomeEntry, HomeOrder } from "../endpoints.ts";
import { AddDialog, EndDialog, HomePreview, HomeScreen } from "./home-screen.tsx";
import { ORDER_KEY } from "./use-order.ts";

const PAST = "2026-11-20T11:00:00.000Z";
beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 12) }));
afterEach(() => vi.useRealTimers());

const entry = (id: number, change: Partial<HomeEntry> = {}): HomeEntry => ({
  id,
  title: `Story ${id}`,
  category: "Tech",
  image_url: "",
  status: "published",
  published_date: PAST,
  place: "arranged",
  ends_at: null,
  ...change,
});
const nothing = () => {};

describe("the screen of the home page", () => {
  const order = { queryKey: [...ORDER_KEY, "with version"] } as unknown as ApiQuery<unknown>;
  const settings = [newsroomSettings(), { time_zone: "Africa/Nairobi", postal_address: "" }] as const;
  const stored = (lists: Pick<HomeOrder, "lead" | "picks">, hides_repeats = false) =>
    [order, { order: { ...lists, hides_repeats }, etag: '"1"' }] as const;
  const render = (...given: Parameters<typeof cacheOf>) => adminMarkup(<HomeScreen />, { client: cacheOf(...given) });

  test("tells of a pick that stands among the lead stories, and does not mark it as shown twice", () => {
    const html = render([settings, stored({ lead: [entry(1)], picks: [entry(1), entry(2)] }, true)]);
    const rows = [...html.matchAll(/<li data-article="(\d)"( data-shown)?.*?<\/li>/gs)].map(([all, id, isShown]) => [
      ...[id, isShown !== undefined, wordsOf(all).includes("Already a lead story")],
    ]);
    expect(rows).toEqual([
      ["1", true, false],
      ["1", false, true],
      ["2", true, false],
    ]);
  });
});

test("the preview has the sections as readers get them: without drafts, and each story once if that is wanted", () => {
  const lead = [entry(1), entry(2, { status: "draft" }), entry(3)];
  const picks = [entry(1), ...Array.from({ length: 7 }, (_, at) => entry(at + 4))];
  const sections = (hides_repeats: boolean) =>
    [
      ...adminMarkup(<HomePreview order={{ lead, picks, hides_repeats }} />).matchAll(
        /<div data-section="(\w+)".*?<\/ol>/gs,
      ),
    ].map(([html, name]) => [name, [...html.matchAll(/>Story (\d+)</g)].map(([, id]) => Number(id))]);
  expect(sections(false)).toEqual([
    ["lead", [1, 3]],
    ["choice", [1, 4, 5, 6, 7]],
    ["picks", [1, 4, 5, 6, 7, 8]],
  ]);
  expect(sections(true)).toEqual([
    ["lead", [1, 3]],
    ["choice", [4, 5, 6, 7, 8]],
    ["picks", [9, 10]],
  ]);
});

describe("the dialog that adds an article", () => {
  const call = articleListPage({ query: "", status: "published" }, 1);
  const newest = Array.from({ length: 10 }, (_, at) => exampleSummary({ id: at + 1, title: `Story ${at + 1}` }));
  const render = (...given: Parameters<typeof cacheOf>) =>
    adminMarkup(<AddDialog title="Lead stories" taken={[1, 3]} onAdd={nothing} onClose={nothing} />, {
      client: cacheOf(...given),
    });
  const found = (html: string) => [...html.matchAll(/>Story (\d+)</g)].map(([, id]) => Number(id));

  test("offers eight of the newest that are not arranged yet", () => {
    const html = render([[call, { items: newest, total: 200 }]]);
    expect(found(html)).toEqual([2, 4, 5, 6, 7, 8, 9, 10]);
    expect(wordsOf(html)).toContain("The newest articles");
  });
});

test("only an end that there is can be taken away", () => {
  const render = (ends_at: string | null) =>
    buttonsIn(
      adminMarkup(<EndDialog entry={entry(1, { ends_at })} zone="Africa/Nairobi" onEnd={nothing} onClose={nothing} />),
    ).slice(-3);
  expect(render("2026-11-24T06:00:00.000Z")).toEqual(["No end", "Cancel", "Set end"]);
  expect(render(null)).not.toContain("No end");
});
