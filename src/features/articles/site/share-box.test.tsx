import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { clientOfAnswers } from "#test/support/answers.ts";
import { exampleSummary } from "#test/support/article-answers.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { readerMarkup } from "#test/support/reader-markup.tsx";
import { editorsPicks, relatedArticles } from "../calls.ts";
import { NextStory, RelatedArticles, SidebarPicks } from "./article-parts.tsx";
import { Pager } from "./pager.tsx";
import { ShareBox, ShareMenu } from "./share-box.tsx";

const render = (part: ReactNode, client = clientOfAnswers().client) => readerMarkup(part, { client });
const linksIn = (html: string) => parseHtml(html).values("a", "href").map(String);

test("an article is shared by its one address and its whole title, whatever that contains", () => {
  const title = 'Up 5% & "rising": what? #now é';
  const article = { id: 12, title, slug: "up-5" };
  const address = "https://news.example/article/12";
  for (const part of [<ShareBox key="box" article={article} />, <ShareMenu key="menu" article={article} />]) {
    const links = linksIn(render(part)).map((href) => new URL(href));
    expect(links.map(({ host, protocol }) => host || protocol)).toEqual([
      "x.com",
      "www.facebook.com",
      "www.linkedin.com",
      "wa.me",
      "t.me",
      "mailto:",
    ]);
    for (const { searchParams: given } of links) {
      const words = ["url", "u", "text", "quote", "title", "subject", "body"].map((name) => given.get(name) ?? "");
      expect(words.join(" ")).toContain(address);
      expect(words.join(" ")).toContain(title);
    }
  }
});

describe("beside an article", () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => exampleSummary({ id: at + 1 }));
  const articlesIn = (html: string) => linksIn(html).filter((href) => href.startsWith("/article/"));

  test("stand five of the editors' picks, the article itself not among them", () => {
    const { client, has } = clientOfAnswers();
    has(editorsPicks(), many(8));
    expect(articlesIn(render(<SidebarPicks exceptId={2} />, client))).toEqual(
      [1, 3, 4, 5, 6].map((id) => `/article/${id}`),
    );
  });

  test("no picks but this article are none, which is said", () => {
    const { client, has } = clientOfAnswers();
    has(editorsPicks(), many(1));
    expect(render(<SidebarPicks exceptId={1} />, client)).toContain("No picks right now.");
  });

  test("stand full rows of related ones, and the following one as the next story", () => {
    const shown = (count: number) => {
      const { client, has } = clientOfAnswers();
      has(relatedArticles(9), many(count));
      const of = (part: ReactNode) => [...new Set(articlesIn(render(part, client)))];
      return { next: of(<NextStory id={9} />), related: of(<RelatedArticles id={9} />) };
    };
    const paths = (...ids: number[]) => ids.map((id) => `/article/${id}`);
    expect(shown(8)).toEqual({ next: paths(7), related: paths(1, 2, 3, 4, 5, 6) });
    expect(shown(6)).toEqual({ next: [], related: paths(1, 2, 3, 4, 5, 6) });
    expect(shown(4)).toEqual({ next: paths(4), related: paths(1, 2, 3) });
    expect(shown(2)).toEqual({ next: [], related: paths(1, 2) });
  });
});

describe("a list of several pages", () => {
  const pager = (page: number, pages: number) =>
    linksIn(render(<Pager page={page} pages={pages} href={(to) => `/list?page=${to}`} />));

  test.each([
    ["leads on from its first", 1, 3, ["/list?page=2"]],
    ["leads both ways from one in between", 2, 3, ["/list?page=1", "/list?page=3"]],
    ["leads back from its last", 3, 3, ["/list?page=2"]],
    ["leads nowhere if it is one page", 1, 1, []],
  ])("%s", (_what, page, pages, links) => {
    expect(pager(page, pages)).toEqual(links);
  });
});
