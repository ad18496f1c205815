import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { exampleSummary } from "#test/support/article-answers.ts";
import { exactTime } from "#ui/admin/local-time.ts";
import type { ListedArticle } from "../schema.ts";
import { PublicationField } from "./article-fields.tsx";
import { ArticleTable } from "./article-table.tsx";

/** Not the zone of the machine. */
const ZONE = "Asia/Kathmandu";
const NOW = Date.UTC(2026, 10, 20, 12);
const PAST = "2026-11-20T11:59:00.000Z";
const FUTURE = "2026-11-20T12:01:00.000Z";
beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

describe("the form explains what a date will do", () => {
  type Status = ListedArticle["status"];
  const sentenceFor = (
    value: string | null,
    status: Status,
    stored: { status: Status; published_date: string | null } | null = null,
  ) =>
    renderToStaticMarkup(
      <PublicationField value={value} status={status} stored={stored} zone={ZONE} onChange={() => {}} />,
    )
      .match(/role="status" class="meta[^>]*>([^<]*)</)?.[1]
      ?.replaceAll("\u202f", " ");
  const time = (iso: string) => exactTime(iso, ZONE).replaceAll("\u202f", " ");

  test.each([
    ["a draft without one", null, "draft", "Only editors see a draft."],
    ["a new article without one", null, "published", "Saving sets the date to now."],
    ["an article with one that is past", PAST, "published", `Published with the date ${time(PAST)}.`],
    ["an article with one ahead", FUTURE, "published", `Scheduled: readers will see it from ${time(FUTURE)}.`],
  ] as const)("%s", (_what, value, status, sentence) => {
    expect(sentenceFor(value, status)).toBe(sentence);
  });

  test("a draft keeps its date for when it is published", () => {
    expect(sentenceFor(FUTURE, "draft")).toContain(`it gets this date: ${time(FUTURE)}.`);
  });

  test.each([
    [
      "that readers have seen keeps its own",
      { status: "published", published_date: PAST },
      `Keeps its publication date: ${time(PAST)}.`,
    ],
    [
      "that was scheduled is published now",
      { status: "published", published_date: FUTURE },
      "Saving sets the date to now.",
    ],
    [
      "that was a draft does not get the draft's back",
      { status: "draft", published_date: PAST },
      "Saving sets the date to now.",
    ],
  ] as const)("a cleared date: an article %s", (_what, stored, sentence) => {
    expect(sentenceFor(null, "published", stored)).toBe(sentence);
  });
});

describe("the editors' list", () => {
  const rowOf = (change: Partial<ListedArticle>) =>
    adminMarkup(
      <ArticleTable
        articles={[exampleSummary({ id: 7, title: "Seven", ...change })]}
        sorted={{ by: "date", order: "desc" }}
        onSort={() => {}}
        onEdit={() => {}}
        onDelete={() => {}}
        onDuplicate={null}
        mayFlag
        onToggleFlag={() => {}}
        mayChange={() => true}
        hasNewsroom
        selection={{ articles: [], has: () => false, set: () => {}, note: () => {}, clear: () => {} }}
        hidden={[]}
        zone={ZONE}
      />,
    );
  const statusIn = (html: string) => html.match(/data-label="Status".*?<span>(\w+)[<,]/)?.[1];

  test.each([
    ["Published", { published_date: PAST }],
    ["Scheduled", { published_date: FUTURE }],
    ["Draft", { status: "draft", published_date: FUTURE }],
    // Published with the moment of saving, which the list does not know yet.
    ["Published", { published_date: null }],
  ] as const)("calls an article %s", (word, change) => {
    const html = rowOf(change);
    expect(statusIn(html)).toBe(word);
  });

  test("marks what waits for an editor: changes without a time, and what is ready", () => {
    const marked = (change: Parameters<typeof rowOf>[0]) =>
      ["Changes waiting", "Ready"].filter((words) => rowOf(change).includes(`>${words}</span>`));
    expect(marked({ has_changes: true })).toEqual(["Changes waiting"]);
    expect(marked({ has_changes: true, publish_at: FUTURE })).toEqual([]);
    expect(marked({ status: "ready" })).toEqual(["Ready"]);
    expect(marked({})).toEqual([]);
  });
});
