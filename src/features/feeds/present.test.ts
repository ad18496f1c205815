import fc from "fast-check";
import { DomUtils, parseDocument } from "htmlparser2";
import { describe, expect, test } from "vitest";
import { deriveContent } from "#features/content/derive.ts";
import { withAsideNames } from "#features/content/labels.ts";
import { contentHtml } from "#features/content/serialize.ts";
import type { Day } from "#features/record/queries.ts";
import "#shared/messages/all.ts";
import { exampleRow } from "#test/support/article-rows.ts";
import { contentTree } from "#test/support/content-trees.ts";
import { SEED } from "#test/support/seed.ts";
import { jsonFeed, recordFeed, recordJson, rss } from "./present.ts";
import type { FeedRow } from "./queries.ts";

const SITE = { name: "Jarida", url: "https://news.example", description: "What is new." };
const rowOf = (html: string, more: Partial<FeedRow> = {}): FeedRow => {
  const { content } = deriveContent(html);
  return {
    ...exampleRow(content),
    title: "T",
    excerpt: "E",
    published_at: Date.UTC(2026, 0, 2),
    localAddresses: content.localAddresses,
    corrections: [],
    disclosures: [],
    people: [],
    ...more,
  } as FeedRow;
};
/** The texts of all elements with a name, as a parser reads them. */
const textsOf = (xml: string, name: string) =>
  DomUtils.getElementsByTagName(name, parseDocument(xml, { xmlMode: true })).map((element) =>
    DomUtils.textContent(element),
  );
const feedOf = (row: FeedRow) => jsonFeed({ site: SITE, owner: undefined, rows: [row] });
const contentOf = (html: string) => feedOf(rowOf(html)).items[0]?.content_html;

describe("addresses in a feed's content", () => {
  test.each([
    ["a path", '<a href="/about">a</a>', '<a href="https://news.example/about">a</a>'],
    ["the home page", '<a href="/">a</a>', '<a href="https://news.example/">a</a>'],
    ["a fragment: of the article's page", '<a href="#b">a</a>', '<a href="https://news.example/article/7#b">a</a>'],
    [
      "a stored picture",
      '<img src="/media/abcdefgh/40x30.jpg" alt="/x">',
      '<img src="https://news.example/media/abcdefgh/40x30.jpg" alt="/x" />',
    ],
    [
      "other hosts, mailboxes and telephones: as they are",
      '<a href="https://x.example/#a">a</a><a href="mailto:a@b.co">b</a><a href="tel:1">c</a>',
      '<a href="https://x.example/#a">a</a><a href="mailto:a@b.co">b</a><a href="tel:1">c</a>',
    ],
    ["text and code that look like one", '<pre><code>href="/a"</code></pre>', '<pre><code>href="/a"</code></pre>'],
  ])("%s", (_what, html, expected) => {
    expect(contentOf(html)).toBe(expected);
  });

  test(`are all absolute, and nothing but the names of asides is added (seed ${SEED})`, () => {
    fc.assert(
      fc.property(contentTree, (nodes) => {
        const { html } = contentHtml(nodes);
        const made = contentOf(html) ?? "";
        const found = [...made.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address]) => address);
        for (const address of found) expect(address).toMatch(/^(https?|mailto|tel):/);
        expect(made.replaceAll("https://news.example/article/7#", "#").replaceAll("https://news.example/", "/")).toBe(
          withAsideNames(html, "en"),
        );
      }),
      { seed: SEED, numRuns: 150 },
    );
  });
});

describe("an item of a feed", () => {
  test("names its asides in the language of the article, else in the site's", () => {
    const note = '<aside class="callout-note"><p>Words</p></aside>';
    const named = (name: string) => `<aside class="callout-note"><p><strong>${name}</strong></p><p>Words</p></aside>`;
    expect(contentOf(note)).toBe(named("Note"));
    const site = { ...SITE, language: "ar" as const };
    const of = (language: string) =>
      jsonFeed({ site, owner: undefined, rows: [rowOf(note, { language })] }).items[0]?.content_html;
    expect(of("")).toContain(named("ملاحظة"));
    expect(of("sw")).toContain(named("Kumbuka"));
  });

  test("has the article's picture, else the first of its text, else none: a placeholder is not the article's", () => {
    const html = '<img src="/media/abcdefgh/40x30.jpg">';
    const imageOf = (row: FeedRow) => feedOf(row).items[0]?.image;
    expect(imageOf(rowOf(html, { image_url: "/a.png" }))).toBe("https://news.example/a.png");
    // A feed reader asks no other host, either.
    const remote = rowOf(html, { image_url: "https://x.example/a.png" });
    expect(imageOf(remote)).toBe("https://news.example/media/abcdefgh/40x30.jpg");
    expect(imageOf(rowOf(html))).toBe("https://news.example/media/abcdefgh/40x30.jpg");
    expect(imageOf(rowOf("<p>a</p>"))).toBeUndefined();
    expect(rss({ site: SITE, owner: undefined, rows: [rowOf("<p>a</p>")] })).not.toContain("media:content");
  });

  test("says the type and size of a picture of the library, and whose it is", () => {
    const xmlOf = (more: Partial<FeedRow>) => rss({ site: SITE, owner: undefined, rows: [rowOf("", more)] });
    const image_url = "/media/abcdefgh/1600x900.jpg";
    expect(xmlOf({ image_url, picture_credit: "A. Otieno & Co." })).toContain(
      '<media:content url="https://news.example/media/abcdefgh/1600x900.jpg" medium="image" type="image/jpeg" width="1600" height="900"><media:credit>A. Otieno &amp; Co.</media:credit></media:content>',
    );
    expect(xmlOf({ image_url: "/media/abcdefgh/40x30.png" })).toContain('type="image/png" width="40" height="30"/>');
    expect(xmlOf({ image_url: "/a.png" })).toContain('medium="image"/>');
  });

  test("leads to the pages and portraits of its authors, as far as they have some", () => {
    const person = { id: 3, bio: "", links: [] };
    const people = [
      { ...person, name: "Amina", slug: "amina", image_url: "/media/abcdefgh/40x40.jpg#focus=10,10" },
      { ...person, name: "Juma", slug: null, image_url: "https://x.example/j.jpg" },
    ];
    const co_authors = JSON.stringify([
      { id: 4, name: "Juma" },
      { id: 5, name: "Gone" },
    ]);
    expect(feedOf(rowOf("", { people, co_authors })).items[0]?.authors).toEqual([
      {
        name: "Amina",
        url: "https://news.example/authors/amina",
        avatar: "https://news.example/media/abcdefgh/40x40.jpg",
      },
      { name: "Juma" },
      { name: "Gone" },
    ]);
  });

  test("names the category once, among the tags", () => {
    expect(feedOf(rowOf("", { tags: '["b","AI"]' })).items[0]?.tags).toEqual(["AI", "b"]);
  });

  test("has breaking news as a category of its own", () => {
    const row = rowOf("", { tags: '["b"]', is_breaking: 1 });
    expect(feedOf(row).items[0]?.tags).toEqual(["Breaking", "AI", "b"]);
    const feed = (one: FeedRow) => rss({ site: SITE, owner: undefined, rows: [one] });
    expect(feed(row)).toContain("<category>Breaking</category>");
    expect(feed(rowOf(""))).not.toContain("Breaking");
  });

  test.each([
    ["ar", "T", '<div lang="ar" dir="rtl"><p>a</p></div>'],
    ["fr", "T", '<div lang="fr" dir="ltr"><p>a</p></div>'],
    ["", "\u0642\u0627\u0644", '<div dir="rtl"><p>a</p></div>'],
    ["", "T", "<p>a</p>"],
  ])("says the language %j and the direction of its content", (language, title, content) => {
    const row = rowOf("<p>a</p>", { language, title });
    const [item] = feedOf(row).items;
    expect([item?.language, item?.content_html]).toEqual([language || undefined, content]);
    const xml = rss({ site: SITE, owner: undefined, rows: [row] });
    expect(xml.match(/<dc:language>(.*)<\/dc:language>/)?.[1] ?? "").toBe(language);
  });

  test("keeps angle brackets and ampersands of a plain excerpt, which feed readers take for HTML", () => {
    const excerpt = "Use <dialog> when a<b and c>d & AT&T's";
    const feed = { site: SITE, owner: undefined, rows: [rowOf("<p>a</p>", { excerpt })] };
    expect(rss(feed)).toContain(
      "<description>Use &amp;lt;dialog&amp;gt; when a&amp;lt;b and c&amp;gt;d &amp;amp; AT&amp;amp;T's</description>",
    );
    expect(jsonFeed(feed).items[0]?.summary).toBe(excerpt);
  });

  test("has only the excerpt where feeds are to have excerpts, with what was corrected", () => {
    const corrections = [{ at: Date.UTC(2026, 0, 3), position: "bottom", reason: "A < B." }] as FeedRow["corrections"];
    const row = rowOf("<p>Everything.</p>", { teaser: "Fees & blocks", corrections });
    const [item] = jsonFeed({ site: SITE, owner: undefined, rows: [row], hasTeasers: true }).items;
    expect(item?.content_html).toBe(
      "<p>Fees &amp; blocks</p><p><strong>Correction, January 3, 2026:</strong> A &lt; B.</p>",
    );
    const xml = rss({ site: SITE, owner: undefined, rows: [row], hasTeasers: true });
    expect(xml).toContain("&lt;p&gt;Fees &amp;amp; blocks&lt;/p&gt;");
    expect(xml).not.toContain("Everything");
  });

  test("has its excerpt if its text would make it, or the whole feed, too large", () => {
    const ofLength = (length: number) => rowOf(`<p>${"x".repeat(length)}</p>`, { teaser: "In short." });
    const rows = [ofLength(990_000), ofLength(1_000_000), ofLength(600_000), ofLength(600_000), ofLength(1_000)];
    const feed = { site: SITE, owner: undefined, rows };
    const isShort = jsonFeed(feed).items.map(({ content_html: html }) => html === "<p>In short.</p>");
    expect(isShort).toEqual([false, true, false, true, false]);
    expect(rss(feed).match(/In short/g)).toHaveLength(2);
    expect(Buffer.byteLength(rss(feed))).toBeLessThan(2_000_000);
  });

  test("is the same content in both formats", () => {
    const html = '<p>Fees &amp; "blocks" <a href="/a">]]&gt;</a></p>';
    const xml = rss({ site: SITE, owner: undefined, rows: [rowOf(html)] });
    expect(textsOf(xml, "content:encoded")).toEqual([contentOf(html)]);
  });
});

test("leaves out what XML cannot express, even by a reference", () => {
  const odd = "a\0b\u0008c\uFFFEd\uD800e\tf\n🚀 é";
  const change = { title: odd, tags: JSON.stringify([odd]), image_url: "/a.png", picture_credit: odd };
  const xml = rss({
    site: { ...SITE, name: odd },
    owner: undefined,
    rows: [rowOf("", change)],
    hub: `https://hub.example/${odd}`,
  });
  expect(textsOf(xml, "title")).toEqual(["abcde\tf\n🚀 é", "abcde\tf\n🚀 é", "abcde\tf\n🚀 é"]);
  expect(textsOf(xml, "media:credit")).toEqual(["abcde\tf\n🚀 é"]);
  expect(xml).not.toMatch(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
});

const ODD_SITE = { ...SITE, name: "Tom & Jerry's" };
const PUBLISHED = Date.UTC(2026, 0, 2);
const DAY = 24 * 60 * 60_000;

const row = (change: Partial<FeedRow> = {}) => rowOf("<p>THE TEXT</p>", { published_at: PUBLISHED, ...change });
const feed = (...rows: FeedRow[]) => ({ site: ODD_SITE, owner: undefined, rows });
const correction = (at: number, reason: string, position: "top" | "bottom") =>
  ({ at, reason, position }) as FeedRow["corrections"][number];
const tag = (xml: string, name: string) => xml.match(new RegExp(`<${name}>([^<]*)</${name}>`))?.[1];

const AMINA = { account: 1, name: "Amina", symbols: ["A&B"], isUpdate: false, from: 0 };

describe("what is said of an article in a feed", () => {
  test("has its corrections above and below its text, and what its authors hold at the end, as text", () => {
    const corrections = [
      correction(PUBLISHED + DAY, "Not <b>Zug</b>.", "top"),
      correction(PUBLISHED + 2 * DAY, "Later.", "bottom"),
    ];
    const [item] = jsonFeed(feed(row({ corrections, disclosures: [AMINA] }))).items;
    expect(item?.content_html).toBe(
      "<p><strong>Correction, January 3, 2026:</strong> Not &lt;b&gt;Zug&lt;/b&gt;.</p>" +
        "<p>THE TEXT</p>" +
        "<p><strong>Correction, January 4, 2026:</strong> Later.</p>" +
        "<p><em>Disclosure: Amina held A&amp;B when this was published.</em></p>",
    );
  });

  test("dates its corrections in the newsroom's time zone", () => {
    const late = row({ corrections: [correction(PUBLISHED + 22 * 60 * 60_000, "Late.", "top")] });
    const [item] = jsonFeed({ ...feed(late), site: { ...ODD_SITE, timeZone: "Africa/Nairobi" } }).items;
    expect(item?.content_html).toContain("Correction, January 3, 2026:");
  });

  test.each([
    ["was never changed", {}, undefined],
    ["was updated", { last_updated_at: PUBLISHED + DAY }, "2026-01-03T00:00:00.000Z"],
    [
      "was corrected after its update",
      { last_updated_at: PUBLISHED + DAY, corrections: [correction(PUBLISHED + 2 * DAY, "x", "top")] },
      "2026-01-04T00:00:00.000Z",
    ],
  ])("says when it changed last: it %s", (_what, change, modified) => {
    expect(jsonFeed(feed(row(change))).items[0]?.date_modified).toBe(modified);
  });

  test("names each of its authors by itself", () => {
    const co_authors = JSON.stringify([{ id: 9, name: "Zoë & Co" }]);
    expect(jsonFeed(feed(row({ co_authors }))).items[0]?.authors).toEqual([{ name: "Amina" }, { name: "Zoë & Co" }]);
    expect(rss(feed(row({ co_authors }))).match(/<dc:creator>[^<]*/g)).toEqual([
      "<dc:creator>Amina",
      "<dc:creator>Zoë &amp; Co",
    ]);
  });
});

describe("a feed", () => {
  test("was built when its newest article was published, updated or corrected, whichever of them that is", () => {
    const older = row({ corrections: [correction(PUBLISHED + 3 * DAY, "x", "top")] });
    expect(tag(rss(feed(row(), older)), "lastBuildDate")).toBe("Mon, 05 Jan 2026 00:00:00 GMT");
    expect(tag(rss(feed(row())), "lastBuildDate")).toBe("Fri, 02 Jan 2026 00:00:00 GMT");
  });

  test("has a square picture with its size, title and link, of the program if the publication has none", () => {
    const icon = "/media/abcdefgh/512x512.png";
    const head = (url: string) =>
      `<image><url>https://news.example${url}</url><title>Jarida</title><link>https://news.example/</link><width>144</width><height>144</height></image>`;
    expect(rss({ site: SITE, owner: undefined, rows: [] })).toContain(head("/apple-touch-icon.png"));
    expect(rss({ site: { ...SITE, icon }, owner: undefined, rows: [] })).toContain(
      head("/media/abcdefgh/icon-180.png"),
    );
  });

  test("of nothing has no such date, as there is none", () => {
    expect(rss(feed())).not.toContain("lastBuildDate");
  });

  test("of a category is called by it, and leads to it and to itself", () => {
    const owner = { name: "東京 & News", path: "/category/%E6%9D%B1%E4%BA%AC-news" };
    const xml = rss({ ...feed(row()), owner });
    expect([tag(xml, "title"), tag(xml, "description")]).toEqual([
      "東京 &amp; News - Tom &amp; Jerry's",
      "東京 &amp; News: articles of Tom &amp; Jerry's.",
    ]);
    const json = jsonFeed({ ...feed(row()), owner });
    expect([json.home_page_url, json.feed_url].map((url) => decodeURI(url))).toEqual([
      "https://news.example/category/東京-news",
      "https://news.example/category/東京-news/feed.json",
    ]);
  });
});

describe("the record", () => {
  const days = (count: number): Day[] =>
    Array.from({ length: count }, (_, at) => ({
      day: new Date(PUBLISHED - at * DAY).toISOString().slice(0, 10),
      ...{
        versions: at + 1,
        previous_head: null,
        head: `head${at}`,
        is_complete: at > 0,
        updated: PUBLISHED - at * DAY,
      },
    }));

  test("leads on to older days where there are any, and not to an empty part", () => {
    const olderThan = (count: number) => JSON.parse(recordJson(ODD_SITE, days(count), 2)).older_url;
    expect(olderThan(3)).toBe("https://news.example/record.json?before=2026-01-01");
    expect([olderThan(2), olderThan(0)]).toEqual([null, null]);
    expect(JSON.parse(recordJson(ODD_SITE, days(3), 2)).days).toHaveLength(2);
  });

  test("says of each day how many versions it has, and of today that there may be more", () => {
    const titles = [...recordFeed(ODD_SITE, days(2)).matchAll(/<title>([^<]*)</g)].map(([, title]) => title);
    expect(titles).toEqual([
      "Tom &amp; Jerry's: record of published versions",
      "2026-01-02: one version so far",
      "2026-01-01: 2 versions",
    ]);
  });

  test("of no days is a feed all the same", () => {
    expect(tag(recordFeed(ODD_SITE, []), "updated")).toBe("1970-01-01T00:00:00.000Z");
  });
});
