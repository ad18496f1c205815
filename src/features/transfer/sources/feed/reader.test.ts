import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { SourceError } from "../items.ts";
import { parseDate } from "./dates.ts";
import { decodeFeed } from "./decode.ts";
import type { FeedEntry, FeedInfo } from "./entries.ts";
import { feedsOfPage, readOpml } from "./opml.ts";
import { openFeed } from "./reader.ts";

const AT = "https://feeds.example/f";

async function read(text: string, address = AT): Promise<{ info: FeedInfo; entries: FeedEntry[] }> {
  const feed = openFeed(text, address);
  const entries: FeedEntry[] = [];
  for await (const entry of feed.entries) entries.push(entry);
  return { info: feed.info(), entries };
}

const rss = (items: string, head = "", attributes = "") =>
  `<?xml version="1.0"?><rss version="2.0" ${attributes}><channel><title>Wire</title><link>https://wire.example/</link>${head}${items}</channel></rss>`;
const atom = (entries: string, head = "", attributes = "") =>
  `<feed xmlns="http://www.w3.org/2005/Atom" ${attributes}><title>Wire</title><link href="https://wire.example/"/>${head}${entries}</feed>`;
const one = async (text: string) => (await read(text)).entries[0] as FeedEntry;

describe("formats of feeds", () => {
  const expected = { title: "One", address: "https://wire.example/1", publishedAt: Date.UTC(2024, 4, 1, 10) };
  it.each([
    [
      "RSS 2.0",
      rss(
        `<item><title>One</title><link>/1</link><guid>https://wire.example/1</guid><pubDate>Wed, 01 May 2024 10:00:00 GMT</pubDate></item>`,
      ),
    ],
    [
      "RSS 0.91 without a date of its own",
      rss(
        `<item><title>One</title><link>https://wire.example/1</link><dc:date>2024-05-01T12:00:00+02:00</dc:date></item>`,
      ),
    ],
    [
      "RDF",
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:d="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>Wire</title><link>https://wire.example/</link><items><rdf:Seq/></items></channel><item rdf:about="https://wire.example/1"><title>One</title><link>https://wire.example/1</link><d:date>2024-05-01T10:00Z</d:date></item></rdf:RDF>`,
    ],
    [
      "Atom 1.0",
      atom(
        `<entry><id>u:1</id><title>One</title><link href="https://wire.example/1"/><published>2024-05-01T10:00:00Z</published></entry>`,
      ),
    ],
    [
      "Atom 0.3",
      `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>Wire</title><link rel="alternate" type="text/html" href="https://wire.example/"/><entry><title>One</title><link rel="alternate" href="https://wire.example/1"/><issued>2024-05-01T10:00:00Z</issued></entry></feed>`,
    ],
    [
      "a namespace with another prefix",
      `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>Wire</a:title><a:link href="https://wire.example/"/><a:entry><a:title>One</a:title><a:link href="https://wire.example/1"/><a:updated>2024-05-01T10:00:00Z</a:updated></a:entry></a:feed>`,
    ],
    [
      "JSON Feed",
      JSON.stringify({
        version: "https://jsonfeed.org/version/1.1",
        title: "Wire",
        home_page_url: "https://wire.example/",
        items: [{ id: 7, url: "/1", title: "One", date_published: "2024-05-01T10:00:00Z" }],
      }),
    ],
  ])("reads %s", async (_name, text) => {
    const { info, entries } = await read(text, "https://wire.example/feed");
    expect(info).toMatchObject({ title: "Wire", address: "https://wire.example/" });
    expect(entries).toEqual([expect.objectContaining(expected)]);
  });

  it("reads what belongs to an entry", async () => {
    const text = rss(
      `<item><title>A &amp;amp; B</title><guid isPermaLink="false">id-1</guid><feedburner:origLink>https://wire.example/1</feedburner:origLink><link>https://proxy.example/x</link>
       <description>Short</description><content:encoded><![CDATA[<p>Long</p>]]></content:encoded><dc:creator>Ann</dc:creator><dc:creator>Ben</dc:creator><author>ann@wire.example (Ann)</author>
       <category>Coins</category><category>Coins</category><dc:subject>Law</dc:subject><enclosure url="/e.mp3" type="audio/mpeg" length="1"/>
       <media:group><media:content url="https://wire.example/p.jpg" medium="image"><media:description>Not the text</media:description></media:content></media:group>
       <source url="https://other.example/"><title>Another feed</title></source></item>`,
      "<language>en_GB</language><ttl>30</ttl><image><title>Logo</title><link>https://logo.example/</link></image>",
    );
    const { info, entries } = await read(text);
    expect(info).toMatchObject({
      title: "Wire",
      address: "https://wire.example/",
      language: "en-GB",
      everyMinutes: 30,
    });
    expect(entries[0]).toMatchObject({
      id: "id-1",
      title: "A & B",
      address: "https://wire.example/1",
      html: "<p>Long</p>",
      excerpt: "Short",
      authors: ["Ann", "Ben"],
      categories: ["Coins", "Law"],
      language: "en-GB",
      picture: "https://wire.example/p.jpg",
    });
    expect(entries[0]?.files.map(({ address }) => address)).toEqual([
      "https://feeds.example/e.mp3",
      "https://wire.example/p.jpg",
    ]);
  });

  it("reads XHTML, resolves addresses with xml:base, and takes the feed's author and language", async () => {
    const text = atom(
      `<entry xml:base="https://wire.example/a/"><id>1</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A <b>B</b></div></title><link href="b"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>x &lt; y<br/><img src="p.png"/></p></div></content></entry>`,
      `<author><name>Ann</name><email>a@b.example</email></author><link rel="hub" href="https://hub.example/"/><link rel="self" href="/self"/><link rel="next" href="?page=2"/>`,
      'xml:lang="de"',
    );
    const { info, entries } = await read(text);
    expect(info).toMatchObject({
      hub: "https://hub.example/",
      self: "https://feeds.example/self",
      next: "https://feeds.example/f?page=2",
    });
    expect(entries[0]).toMatchObject({
      title: "A B",
      address: "https://wire.example/a/b",
      authors: ["Ann"],
      language: "de",
    });
    expect(entries[0]?.html).toBe('<div><p>x &lt; y<br><img src="p.png"></p></div>');
    expect(entries[0]?.base).toBe("https://wire.example/a/");
  });

  it("finds drafts, pages and comments in exports of Blogger", async () => {
    const kind = (term: string) =>
      `<category scheme="http://schemas.google.com/g/2005#kind" term="http://schemas.google.com/blogger/2008/kind#${term}"/>`;
    const text = atom(
      `<entry><id>1</id><title>A</title>${kind("post")}<app:control xmlns:app="http://purl.org/atom/app#"><app:draft>yes</app:draft></app:control></entry><entry><id>2</id><title>B</title>${kind("page")}</entry><entry><id>3</id><title>C</title>${kind("comment")}</entry>`,
    );
    expect((await read(text)).entries.map(({ kind, isDraft }) => [kind, isDraft])).toEqual([
      ["post", true],
      ["page", false],
      ["other", false],
    ]);
  });
});

describe("feeds that are not well formed", () => {
  it.each([
    ["bare ampersands", rss("<item><title>A & B</title><link>https://wire.example/?a=1&b=2</link></item>"), "A & B"],
    ["entities of HTML", rss("<item><title>A&nbsp;&mdash; B &#8217;c&#8217;</title></item>"), "A — B ’c’"],
    ["a missing end", rss("<item><title>A <b>B</title><link>https://wire.example/1</link></item>"), "A B"],
    ["another case", "<RSS><Channel><Item><Title>A</Title></Item></Channel></RSS>", "A"],
    ["text before the declaration", `\n \ufeff${rss("<item><title>A</title></item>")}`, "A"],
    ["an end that is missing", rss("<item><title>A</title><description>Cut").slice(0, -16), "A"],
    ["angle brackets in a text", atom("<entry><title>1 &lt; 2 and 3 &gt; 2</title></entry>"), "1 < 2 and 3 > 2"],
    [
      "tags in a title",
      rss("<item><title>&lt;em&gt;A&lt;/em&gt; &lt;script&gt;x&lt;/script&gt;B</title></item>"),
      "A B",
    ],
  ])("reads one with %s", async (_name, text, title) => {
    expect(await one(text)).toMatchObject({ title });
  });

  it("reads the entry before the place where a feed was cut", async () => {
    const { entries } = await read(rss("<item><title>A</title></item><item><title>B</title><descr").slice(0, -17));
    expect(entries.map(({ title }) => title)).toEqual(["A", "B"]);
  });

  it("never expands entities that a document declares", async () => {
    const bomb = `<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>`;
    const { title } = await one(rss("<item><title>x&b;&c;</title></item>").replace("?>", `?>${bomb}`));
    expect(title).toBe("x&b;&c;");
  });

  it("rejects deep nesting quickly, in XML and in JSON", async () => {
    const deep = rss(`<item><description>${"<b>".repeat(200_000)}</description></item>`);
    await expect(read(deep)).rejects.toThrow("nested too deeply");
    await expect(read(`{"version":"https://jsonfeed.org/version/1","x":${"[".repeat(200_000)}`)).rejects.toThrow(
      "nested too deeply",
    );
  });

  it.each([
    ["a page", "<!doctype html><html><head><title>x</title></head><body><p>x</p></body></html>"],
    ["text", "Not found"],
    ["nothing", ""],
    ["other XML", "<sitemap><url/></sitemap>"],
    ["other JSON", '{"items":[]}'],
    ["broken JSON", '{"version":"https://jsonfeed.org/version/1", oops'],
  ])("rejects %s", async (_name, text) => {
    await expect(read(text)).rejects.toThrow(SourceError);
  });

  it("leaves the event loop to others while it reads a large feed", async () => {
    const text = rss(
      `<item><title>t</title><description><![CDATA[${"x".repeat(2_000)}]]></description></item>`.repeat(5_000),
    );
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const { entries } = await read(text);
    clearInterval(timer);
    expect(entries).toHaveLength(5_000);
    expect(turns).toBeGreaterThan(5);
  });
});

describe("encodings", () => {
  const named = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><rss><channel><item><title>Zürich</title></item></channel></rss>`;
  it.each([
    ["UTF-8", Buffer.from(named("utf-8")), ""],
    ["UTF-8 that says Latin-1", Buffer.from(named("iso-8859-1")), "text/xml; charset=iso-8859-1"],
    ["Latin-1", Buffer.from(named("iso-8859-1"), "latin1"), ""],
    ["Latin-1 that says UTF-8", Buffer.from(named("utf-8"), "latin1"), "application/rss+xml; charset=UTF-8"],
    ["Latin-1 by its header", Buffer.from(named("utf-8"), "latin1"), "text/xml;charset=ISO-8859-1"],
    ["an unknown encoding", Buffer.from(named("klingon"), "latin1"), ""],
    ["UTF-16 with a mark", Buffer.from(`\ufeff${named("utf-16")}`, "utf16le"), ""],
    ["UTF-16 without a mark", Buffer.from(named("utf-16"), "utf16le"), ""],
  ])("reads %s", (_name, bytes, type) => {
    expect(decodeFeed(bytes, type)).toContain("<title>Zürich</title>");
  });

  it("never throws", () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from([0xff]), gzipSync("x"), Buffer.from("a\u0000b")])
      expect(decodeFeed(bytes, "text/xml; charset=nonsense")).not.toContain("\u0000");
  });
});

describe("dates", () => {
  const noon = Date.UTC(2024, 2, 5, 12, 0, 0);
  it.each([
    ["Tue, 05 Mar 2024 12:00:00 GMT", noon],
    ["Tue, 5 Mar 24 12:00 UT", noon],
    ["Mon, 05 Mar 2024 07:00:00 EST", noon],
    ["5 March 2024 13:00:00 +0100", noon],
    ["March 5, 2024 12:00 pm", noon],
    ["Tue Mar  5 12:00:00 2024", noon],
    ["2024-03-05T12:00:00Z", noon],
    ["2024-03-05T14:00:00.123456+02:00", noon],
    ["2024-03-05 12:00:00", noon],
    ["20240305T120000Z", noon],
    ["Di, 05 März 2024 12:00:00 GMT", noon],
    ["Ter, 05 Mar 2024 09:00:00 -0300", noon],
    ["5-Mar-2024 12:00:00 GMT", noon],
    ["1709640000", noon],
    ["1709640000000", noon],
    ["2024-03", Date.UTC(2024, 2, 1)],
    ["2024", Date.UTC(2024, 0, 1)],
    ["2024-02-30", null],
    ["31 Feb 2024", null],
    ["03/05/2024", null],
    ["Yesterday at 3pm", null],
    ["", null],
    ["9".repeat(500), null],
    ["2024-03-05T25:00:00Z", null],
  ])("reads %s", (text, expected) => {
    expect(parseDate(text)).toBe(expected);
  });
});

describe("lists of feeds", () => {
  it("reads OPML of any case, each feed once", () => {
    const outline = '<outline text="A & B" xmlUrl="https://a.example/f"/>';
    expect(
      readOpml(
        `<opml><body><OUTLINE text="Folder">${outline}${outline}<outline xmlurl="ftp://b.example"/></OUTLINE></body></opml>`,
      ),
    ).toEqual([{ address: "https://a.example/f", title: "A & B" }]);
    expect(() => readOpml("<rss/>")).toThrow("no OPML");
    expect(() => readOpml(`<opml>${"<outline>".repeat(1_000)}`)).toThrow("nested too deeply");
    const many = Array.from({ length: 2_001 }, (_, at) => `<outline xmlUrl="https://a.example/${at}"/>`);
    expect(() => readOpml(`<opml>${many.join("")}</opml>`)).toThrow("more than 2000");
  });

  it("finds the feeds of a page, with those of comments last", () => {
    const html = `<html><head><base href="https://cdn.example/"><link rel="alternate" type="application/rss+xml" title="Comments" href="/comments/feed"><link rel=alternate type="application/atom+xml" title="News" href="news.xml"><link rel="alternate" hreflang="de" href="/de"><link rel="alternate" type="application/feed+json" href="javascript:x"></head><body><link rel="alternate" type="application/rss+xml" href="/late">`;
    expect(feedsOfPage(html, "https://wire.example/")).toEqual([
      { address: "https://cdn.example/news.xml", title: "News" },
      { address: "https://cdn.example/comments/feed", title: "Comments" },
    ]);
  });
});
