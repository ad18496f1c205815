import { describe, expect, test } from "vitest";
import { parseHtml } from "#test/support/parse-html.ts";
import { readerMarkup, wordsOf } from "#test/support/reader-markup.tsx";
import type { FieldChange } from "../derive.ts";
import { ChangeList, Changes, ChangesPage, CorrectionsPage, type ShownChange } from "./record-pages.tsx";

const change = (n: number, kind: ShownChange["kind"], more: Partial<ShownChange> = {}): ShownChange => ({
  n,
  kind,
  date: "2026-11-20T09:05:00.000Z",
  reason: "",
  position: null,
  content_hash: "a",
  previous_hash: null,
  hash: "b",
  diff: [],
  disclosed: [],
  ...more,
});
const words = (
  text: string,
  is: "same" | "added" | "removed" | "omitted" = "same",
  field: FieldChange["field"] = "content",
) => ({
  field,
  parts: [{ is, text }],
});

describe("the changes at the end of an article", () => {
  const render = (changes: ShownChange[], hasMore = false) =>
    readerMarkup(<Changes articleId={7} changes={changes} hasMore={hasMore} zone="UTC" />);

  test.each([
    ["published alone", change(1, "publication")],
    ["on record from before", change(1, "recorded")],
  ])("of one that is %s are none, without a link to more", (_what, first) => {
    expect(wordsOf(render([first]))).toBe("");
  });

  test("fold typo fixes, which are counted, and show all others", () => {
    const [one, two] = [change(2, "minor"), change(3, "minor")];
    expect(wordsOf(render([one, change(1, "publication")]))).toMatch(
      /^Changes One typo fix Typo fix .* See what changed$/,
    );
    const html = render([change(4, "change", { reason: "The bank corrected it." }), two, one]);
    expect(wordsOf(html)).toContain("2 typo fixes");
    expect(html.indexOf("The bank corrected it.")).toBeLessThan(html.indexOf("<details"));
  });

  test("say that there are earlier ones", () => {
    const html = render([change(9, "change")], true);
    expect(wordsOf(html)).toContain("See earlier changes");
    expect(parseHtml(html).texts("a[href='/article/7/changes']")).toEqual(["See earlier changes"]);
  });
});

describe("a change", () => {
  const list = (more: Partial<ShownChange>) =>
    readerMarkup(<ChangeList articleId={7} changes={[change(2, "change", more)]} zone="Africa/Nairobi" />);

  test("has its moment in the newsroom's zone, its reason, what it discloses, and what it took out and put in", () => {
    const diff = [
      { field: "title", parts: [words("Old", "removed").parts[0], words("New", "added").parts[0]] },
    ] as FieldChange[];
    const html = list({ reason: "Why", disclosed: ["Amina held BTC when this was updated."], diff });
    expect(wordsOf(html)).toMatch(
      /^Changed November 20, 2026, 12:05 GMT\+3 Why Amina held BTC when this was updated\. Title: Old New$/,
    );
    expect([parseHtml(html).texts("del"), parseHtml(html).texts("ins")]).toEqual([["Old"], ["New"]]);
  });

  test("that is long is folded, whatever it is long of", () => {
    const folded = (...texts: string[]) => list({ diff: texts.map((text) => words(text)) }).includes("<details");
    expect([folded("a".repeat(1_500)), folded("a".repeat(1_501)), folded("a".repeat(800), "b".repeat(701))]).toEqual([
      ...[false, true, true],
    ]);
  });

  test("shows hostile text as text, wherever it stands", () => {
    const evil = `<img src=x onerror="alert(1)">`;
    const html = list({
      reason: evil,
      disclosed: [evil],
      diff: [words(evil, "added"), words(evil, "omitted", "title")],
    });
    expect(parseHtml(html).all("img")).toEqual([]);
    expect(wordsOf(html).split(evil)).toHaveLength(5);
  });
});

describe("the page of all changes", () => {
  const render = (title: string | null, page: number, isLast: boolean) =>
    readerMarkup(
      <ChangesPage
        id={7}
        article={title === null ? null : { title, slug: "a-title" }}
        changes={[change(1, "removal")]}
        page={page}
        isLast={isLast}
      />,
    );

  test("leads to its article, unless that was removed", () => {
    expect(parseHtml(render("A title", 1, true)).texts("h1 a[href='/article/7']")).toEqual(["A title"]);
    expect(wordsOf(render(null, 1, true))).toMatch(/^Changes This article has been removed Removed /);
    expect(parseHtml(render(null, 1, true)).all("a")).toEqual([]);
  });

  test.each([
    ["the only page, nowhere", 1, true, []],
    ["the first, to older ones", 1, false, [["2", "Older"]]],
    [
      "one in the middle, both ways",
      2,
      false,
      [
        ["", "Newer"],
        ["3", "Older"],
      ],
    ],
    ["the last, to newer ones", 3, true, [["2", "Newer"]]],
  ])("goes on from %s", (_what, page, isLast, steps) => {
    const links = parseHtml(render(null, page, isLast)).all("a");
    const pageIn = (link: Element) =>
      new URL(link.getAttribute("href") ?? "", "https://x.example").searchParams.get("page");
    expect(links.map((link) => [pageIn(link) ?? "", link.textContent?.match(/\w+/)?.[0]])).toEqual(steps);
  });
});

describe("the page of all corrections", () => {
  const correction = (article: number, n: number, text: string) => ({
    ...{
      article,
      n,
      text,
      title: `Story ${article}`,
      slug: `story-${article}`,
      date: "2026-11-20T09:05:00.000Z",
      position: "top" as const,
    },
  });
  const render = (...corrections: ReturnType<typeof correction>[]) =>
    readerMarkup(<CorrectionsPage corrections={corrections} page={1} isLast />);

  test("says so where there are none", () => {
    expect(wordsOf(render())).toContain("Nothing has been corrected yet.");
    expect(wordsOf(render())).toContain("Mistakes we have corrected, newest first.");
  });

  test("leads to the article of each, whose text keeps its lines", () => {
    const html = render(correction(7, 2, "It was Monday.\nNot Tuesday."), correction(7, 3, "<b>It</b> was May."));
    expect(parseHtml(html).all("a[href='/article/7']")).toHaveLength(2);
    expect(html).toContain("It was Monday.\nNot Tuesday.");
    expect(wordsOf(html)).toContain("<b>It</b> was May.");
    expect(wordsOf(html)).not.toContain("Nothing has been corrected yet.");
  });
});
