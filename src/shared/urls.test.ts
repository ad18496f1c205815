import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchSegments } from "./path-pattern.ts";
import { absoluteUrl, adminUrl, documentUrl, feedUrl, pagePattern, pageUrl } from "./urls.ts";

const SITE = "https://news.example";
/** As browsers and search engines read it. */
const query = (path: string, name: string) => new URL(path, SITE).searchParams.get(name);
const hostile = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => text.isWellFormed());

describe("an address with something that somebody wrote", () => {
  test("gives it back as it was, and leads nowhere else", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(query(pageUrl.search(text), "query")).toBe(text);
        expect(query(pageUrl.contact(text), "subject")).toBe(text);
        for (const made of [pageUrl.unsubscribe(text), pageUrl.confirmSubscription(text)])
          expect(query(made, "token")).toBe(text);
        for (const made of [adminUrl.join(text), adminUrl.confirmEmail(text), adminUrl.reset(text)])
          expect(query(made, "token")).toBe(text);
        const path = pageUrl.category(text).split("/");
        expect(matchSegments(pagePattern.category.split("/"), path)).toEqual({ slug: text });
      }),
    );
  });

  test("of a category's feed stays below the category", () => {
    expect(feedUrl.rss(pageUrl.category("a/../b?c#d"))).toBe("/category/a%2F..%2Fb%3Fc%23d/rss.xml");
    expect(feedUrl.json(documentUrl.topic("цена"))).toBe("/topics/%D1%86%D0%B5%D0%BD%D0%B0/feed.json");
    expect([feedUrl.rss(), feedUrl.json()]).toEqual(["/rss.xml", "/feed.json"]);
  });
});

describe("one page has one address", () => {
  test("the first part of a list is the list itself", () => {
    expect([documentUrl.corrections(), documentUrl.corrections(1), documentUrl.corrections(2)]).toEqual([
      "/corrections",
      "/corrections",
      "/corrections?page=2",
    ]);
    expect([documentUrl.author(7, 1), documentUrl.author(7, 3)]).toEqual(["/authors/7", "/authors/7?page=3"]);
    expect([documentUrl.changes(12), documentUrl.changes(12, 2)]).toEqual([
      "/article/12/changes",
      "/article/12/changes?page=2",
    ]);
    expect(documentUrl.version(12, 3)).toBe("/article/12/changes/3");
    expect([documentUrl.issues(), documentUrl.issues(40)]).toEqual(["/newsletter", "/newsletter?before=40"]);
    expect([feedUrl.record(), feedUrl.record("2026-11-24")]).toEqual([
      "/record.json",
      "/record.json?before=2026-11-24",
    ]);
  });

  test("without anything to say it has no query", () => {
    expect([pageUrl.contact(""), pageUrl.unsubscribe(""), pageUrl.confirmSubscription("")]).toEqual([
      "/contact",
      "/unsubscribe",
      "/newsletter/confirm",
    ]);
    expect(pageUrl.search()).toBe("/search");
    // An empty search is one that a reader made: its page says that nothing was searched for.
    expect(pageUrl.search("")).toBe("/search?query=");
    expect([adminUrl.audience(), adminUrl.media(), adminUrl.media(0)]).toEqual([
      "/admin/audience",
      "/admin/media",
      "/admin/media?picture=0",
    ]);
  });
});

test.each([
  ["/article/12", "https://news.example/article/12"],
  ["/", "https://news.example/"],
  ["article/12", "https://news.example/article/12"],
  ["https://elsewhere.example/a", "https://elsewhere.example/a"],
  ["/category/цена", "https://news.example/category/%D1%86%D0%B5%D0%BD%D0%B0"],
])("%s is absolute as %s", (path, absolute) => {
  expect(absoluteUrl(SITE, path)).toBe(absolute);
});
