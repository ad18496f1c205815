import { createElement } from "react";
import { describe, expect, test } from "vitest";
import { NetworkError } from "#shared/api-client.ts";
import { clientOfAnswers } from "#test/support/answers.ts";
import { exampleSummary } from "#test/support/article-answers.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { readerMarkup, wordsOf } from "#test/support/reader-markup.tsx";
import { editorsPicks, relatedArticles, trendingArticles } from "../calls.ts";
import type { ArticleSummary } from "../schema.ts";
import { TrendingList } from "./article-card.tsx";
import { RelatedArticles, SidebarPicks } from "./article-parts.tsx";
import type { CarouselHandle } from "./carousel-motion.tsx";
import { FrontBlocks } from "./front-blocks.tsx";
import {
  ArticleGrid,
  ArticleTabs,
  CarouselControls,
  FeaturedCarousel,
  justIn,
  PicksList,
  SecondStories,
} from "./home-sections.tsx";
import { LeadStory, StoryRow } from "./story-row.tsx";

const many = (count: number, change: Partial<ArticleSummary> = {}) =>
  Array.from({ length: count }, (_, at) => exampleSummary({ id: at + 1, title: `Story ${at + 1}`, ...change }));
const linked = (html: string) =>
  parseHtml(html)
    .values("a[href^='/article/']", "href")
    .map((href) => Number(href?.slice("/article/".length)));
const skeletons = (html: string) => html.includes("animate-pulse");
/** What the lines that begin with a text say of themselves. */
const linesOf = (html: string, start: string, name: string) =>
  parseHtml(html)
    .all("h1, h2, h3, p")
    .filter(({ textContent }) => textContent?.trim().startsWith(start))
    .map((line) => line.getAttribute(name));
const trending = (articles: ArticleSummary[] | undefined) => {
  const { client, has } = clientOfAnswers();
  if (articles) has(trendingArticles(), articles);
  return { client };
};
const trendingFailed = async () => {
  const { client, fails } = clientOfAnswers();
  await fails(trendingArticles(), new NetworkError());
  return { client };
};

test("slides that are not shown are out of reach until the carousel moves, except without scripts", () => {
  const slides = parseHtml(readerMarkup(<FeaturedCarousel articles={many(3)} />)).values("[role=group]", "class");
  expect(slides.map((names) => names?.split(" ").includes("invisible"))).toEqual([false, true, true]);
  expect(slides[1]).toContain("noscript:visible");
});

test("an opinion's author is above its headline with the portrait, and not repeated below it", () => {
  const portrait_url = `/media/${"b".repeat(24)}/400x400.jpg`;
  const said = { byline: "Amina Otieno", authors: ["Amina Otieno"], portrait_url };
  for (const genre of ["opinion", "analysis"] as const) {
    const html = readerMarkup(
      <ArticleGrid articles={many(1, { ...said, genre })} loading={false} empty="" cards={9} />,
    );
    expect(html.includes(portrait_url.slice(0, 31)), genre).toBe(genre === "opinion");
    expect(html.split("Amina Otieno").length - 1, genre).toBe(1);
    expect(html.indexOf("Amina Otieno") < html.indexOf("Story 1"), genre).toBe(genre === "opinion");
  }
});

test("just in names the newest that are not next to it, and nothing that was paid for", () => {
  const latest = [...many(6), exampleSummary({ id: 7, genre: "sponsored" })];
  const idsOf = (nextTo: ArticleSummary[]) => justIn(latest, nextTo).map(({ id }) => id);
  expect(idsOf(latest.slice(0, 2))).toEqual([3, 4, 5, 6]);
  expect(idsOf(latest.slice(0, 4)), "hardly any are left").toEqual([1, 2, 3, 4, 5, 6]);
});

test("titles and excerpts have the direction of their own text, wherever an article is listed", () => {
  const [article] = many(1, { title: "\u0642\u0627\u0644", excerpt: "\u0645\u0644\u062e\u0635" });
  const articles = article ? [article] : [];
  for (const list of [
    <ArticleGrid key="cards" articles={articles} loading={false} empty="" cards={9} />,
    <ArticleGrid key="river" articles={articles} loading={false} empty="" cards={0} />,
    <PicksList key="rows" articles={articles} loading={false} />,
    <FeaturedCarousel key="lead" articles={articles} />,
    <SecondStories key="seconds" articles={articles} />,
  ]) {
    const html = readerMarkup(list);
    expect(linesOf(html, "\u0642\u0627\u0644", "dir"), String(list.key)).toEqual(["auto"]);
    for (const dir of linesOf(html, "\u0645\u0644", "dir")) expect(dir).toBe("auto");
  }
});

test("titles and excerpts say the language of their article, wherever it is listed", () => {
  const articles = many(1, {
    title: "Bitcoin \u0642\u0627\u0644",
    excerpt: "ETF \u0645\u0644\u062e\u0635",
    language: "ar",
  });
  for (const list of [
    <ArticleGrid key="cards" articles={articles} loading={false} empty="" cards={9} />,
    <ArticleGrid key="river" articles={articles} loading={false} empty="" cards={0} />,
    <PicksList key="rows" articles={articles} loading={false} />,
    <FeaturedCarousel key="lead" articles={articles} />,
    <SecondStories key="seconds" articles={articles} />,
    <TrendingList key="trending" />,
  ]) {
    const html = readerMarkup(list, trending(articles));
    expect([linesOf(html, "Bitcoin", "lang"), linesOf(html, "Bitcoin", "dir")], String(list.key)).toEqual([
      ["ar"],
      ["rtl"],
    ]);
    for (const lang of linesOf(html, "ETF", "lang")) expect(lang).toBe("ar");
  }
});

test("breaking news is marked wherever an article is listed, and a stand-in is no teaser's picture", () => {
  const [plain, breaking] = [false, true].map((is_breaking) => many(1, { is_breaking, image_url: "/fallback.jpg" }));
  const lists = (articles: ArticleSummary[] = []) => [
    <ArticleGrid key="cards" articles={articles} loading={false} empty="" cards={9} />,
    <ArticleGrid key="river" articles={articles} loading={false} empty="" cards={0} />,
    <PicksList key="rows" articles={articles} loading={false} />,
    <FeaturedCarousel key="lead" articles={articles} />,
    <SecondStories key="seconds" articles={articles} />,
    <TrendingList key="trending" />,
  ];
  for (const [articles, count] of [
    [plain, 0],
    [breaking, 1],
  ] as const)
    for (const list of lists(articles))
      expect(wordsOf(readerMarkup(list, trending(articles))).match(/Breaking/g) ?? [], String(list.key)).toHaveLength(
        count,
      );
  for (const list of lists(plain))
    expect(parseHtml(readerMarkup(list, trending(plain ?? []))).all("img"), String(list.key)).toEqual([]);
  for (const list of [LeadStory, StoryRow])
    expect(readerMarkup(createElement(list, { article: plain?.[0] as ArticleSummary })), list.name).not.toContain(
      "<img",
    );
});

test("an arranged block leaves no row of cards half empty: the rest is text, and one card is a row", () => {
  const block = {
    kind: "cards",
    form: "three",
    place: "wide",
    title: "",
    path: "",
    heading: "",
    text: "",
    link: "",
    image_url: "",
  } as const;
  const cards = (count: number) =>
    parseHtml(readerMarkup(<FrontBlocks blocks={[{ ...block, articles: many(count) }]} />));
  for (const [count, pictures] of [
    [1, 1],
    [2, 2],
    [4, 3],
    [5, 3],
    [6, 6],
  ] as const)
    expect([cards(count).all("article").length, cards(count).all("article picture").length]).toEqual([count, pictures]);
});

describe("the grid of articles", () => {
  const grid = (articles: ArticleSummary[] | undefined, loading = false, cards = 9) =>
    readerMarkup(<ArticleGrid articles={articles} loading={loading} empty="Nothing yet." cards={cards} />);

  test("says that it is empty, but not where it is not known whether it is", () => {
    expect(wordsOf(grid([]))).toBe("Nothing yet.");
    expect(grid(undefined)).toBe("");
    expect([grid(undefined, true).includes('aria-busy="true"'), wordsOf(grid(undefined, true))]).toEqual([true, ""]);
  });

  test("shows each article once, the first as cards with an excerpt, the rest without", () => {
    const html = grid(many(5), false, 2);
    expect(linked(html)).toEqual([1, 2, 3, 4, 5]);
    expect(html.match(/An excerpt\./g)).toHaveLength(2);
  });
});

test("a line of authors and date never begins with its dot", () => {
  for (const list of [
    <ArticleGrid key="cards" articles={many(1)} loading={false} empty="" cards={9} />,
    <ArticleTabs key="tabs" articles={many(1)} loading={false} />,
  ]) {
    const html = readerMarkup(list, trending(many(1)));
    expect(html, String(list.key)).toContain("·");
    expect(html.replace(/<[^>]*>/g, ""), String(list.key)).not.toMatch(/(?<!\u00a0)·/);
  }
});

describe("the tabs beside the carousel", () => {
  const tabs = (choice: ArticleSummary[] | undefined, loading = false, client = trending(many(8))) =>
    readerMarkup(<ArticleTabs articles={choice} loading={loading} />, client);
  const labels = (html: string) => parseHtml(html).role("tab");

  test("show the choice first, and five hot stories", () => {
    const html = tabs(many(1));
    expect(labels(html)).toEqual(["Editor's choice", "Hot stories"]);
    expect(linked(html)).toEqual([1, 1, 2, 3, 4, 5]);
  });

  test("show at most five stories, and both tabs whatever is in them", () => {
    expect(linked(tabs(many(9))).slice(0, 6)).toEqual([1, 2, 3, 4, 5, 1]);
    expect(labels(tabs([]))).toHaveLength(2);
    expect(labels(tabs(undefined, true))).toHaveLength(2);
    expect(parseHtml(tabs(undefined)).role("alert")).toHaveLength(1);
  });

  test("say that there are no picks, or no articles at all", () => {
    expect(wordsOf(tabs([]))).toContain("No picks right now.");
    expect(wordsOf(tabs([], false, trending([])))).not.toContain("No picks right now.");
  });

  test("say of hot stories that there are none, or that they could not be read", async () => {
    expect(wordsOf(tabs(many(1), false, trending([])))).toContain("No articles yet.");
    expect(parseHtml(tabs(many(1), false, await trendingFailed())).role("alert")).toHaveLength(1);
  });
});

describe("what is trending", () => {
  test("is numbered in two digits that are not read aloud, as the list counts itself", () => {
    const html = readerMarkup(<TrendingList limit={8} />, trending(many(8)));
    const numbers = [...html.matchAll(/<span aria-hidden="true"[^>]*>(\d+)</g)].map(([, number]) => number);
    expect(numbers).toEqual(["01", "02", "03", "04", "05", "06", "07", "08"]);
    expect(linked(readerMarkup(<TrendingList />, trending(many(8))))).toHaveLength(7);
  });

  test("says how long ago, by the page's own time", () => {
    const [one] = many(1, { published_date: "2026-11-20T09:00:00.000Z" });
    const html = readerMarkup(<TrendingList />, { ...trending(one && [one]), now: Date.UTC(2026, 10, 20, 12) });
    expect(wordsOf(html)).toContain("3 hours ago");
  });

  test("is said to be nothing only where that is known", async () => {
    const words = "Nothing is trending yet.";
    expect(readerMarkup(<TrendingList />, trending([]))).toContain(words);
    expect(readerMarkup(<TrendingList />, trending(undefined))).not.toContain(words);
    expect(readerMarkup(<TrendingList />, await trendingFailed())).not.toContain(words);
  });
});

describe("a list that only adds to a page", () => {
  test("of picks says that it is empty, and keeps its heading while it loads or if it fails", () => {
    expect(wordsOf(readerMarkup(<PicksList articles={[]} loading={false} />))).toContain("No picks right now.");
    expect(wordsOf(readerMarkup(<PicksList articles={undefined} loading={false} />))).toBe("Editor's Picks");
    expect(readerMarkup(<PicksList articles={undefined} loading />)).toContain('aria-busy="true"');
    expect(linked(readerMarkup(<PicksList articles={many(2)} loading={false} />))).toEqual([1, 2]);
  });

  test.each([
    ["related articles", <RelatedArticles key="r" id={9} />, relatedArticles(9), "No related articles found"],
    ["picks beside an article", <SidebarPicks key="p" exceptId={9} />, editorsPicks(), "No picks right now."],
  ])("of %s says that it is empty, and nothing where it failed", async (_what, part, call, words) => {
    const empty = clientOfAnswers();
    empty.has(call, []);
    expect(wordsOf(readerMarkup(part, empty))).toContain(words);
    const failed = clientOfAnswers();
    await failed.fails(call, new NetworkError());
    const html = readerMarkup(part, failed);
    expect([wordsOf(html).includes(words), skeletons(html)]).toEqual([false, false]);
    const loading = readerMarkup(part);
    expect([wordsOf(loading).includes(words), skeletons(loading)]).toEqual([false, true]);
  });
});

describe("the carousel before any script", () => {
  test("names each slide by its place, and hides none of them", () => {
    const html = readerMarkup(<FeaturedCarousel articles={many(3)} />);
    const carousel = parseHtml(html);
    expect(carousel.values("[aria-roledescription=slide]", "aria-label")).toEqual(["1 of 3", "2 of 3", "3 of 3"]);
    expect(carousel.all("[inert]")).toEqual([]);
  });

  test("loads the picture of its first slide at once, and those of the others later", () => {
    const html = readerMarkup(<FeaturedCarousel articles={many(3)} />);
    expect(parseHtml(html).values("img", "loading")).toEqual(["eager", "lazy", "lazy"]);
  });
});

describe("the controls of the carousel", () => {
  const controls = (count: number, handle: Partial<CarouselHandle> | null) =>
    readerMarkup(<CarouselControls count={count} handle={handle as CarouselHandle | null} />);
  const buttons = (html: string) =>
    parseHtml(html)
      .all("button")
      .map((button) => [button.getAttribute("aria-label"), button.hasAttribute("disabled")]);

  test("do nothing before the motion is there", () => {
    expect(buttons(controls(3, null)).map(([, isDisabled]) => isDisabled)).toEqual([true, true, true]);
  });

  test("say what pressing them does, and where one is", () => {
    expect(buttons(controls(3, { selected: 1, playing: true }))).toEqual([
      ["Pause the slides", false],
      ["Previous slide", false],
      ["Next slide", false],
    ]);
    expect(buttons(controls(3, { selected: 1, playing: false }))[0]).toEqual(["Play the slides", false]);
    expect(wordsOf(controls(3, { selected: 1, playing: true }))).toMatch(/^2 \/ 3/);
  });
});
