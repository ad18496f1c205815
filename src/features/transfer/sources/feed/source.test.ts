import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RemoteError } from "#platform/remote-fetch.ts";
import { serves, startOtherHosts } from "#test/support/other-host.ts";
import { openFiles } from "../files.ts";
import { type Item, type Read, SourceError, type TextItem } from "../items.ts";
import { findSource } from "../registry.ts";
import { feedBody } from "./body.ts";
import { type FetchedFile, fetchFeed } from "./fetch.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "jarida-feed-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function itemsOf(fetched: readonly FetchedFile[]): Promise<Read[]> {
  const own = await mkdtemp(join(folder, "f-"));
  for (const { path, text } of fetched) await writeFile(join(own, path), text);
  await using files = await openFiles([own], "feed");
  const source = await findSource(files);
  expect(source.kind).toBe("feed");
  const items: Read[] = [];
  for await (const item of source.read(files)) items.push(item);
  return items;
}

const textsOf = (items: readonly Read[]) =>
  items.filter((item): item is TextItem => item.kind === "post" || item.kind === "page");
const entry = (id: number, more = "") =>
  `<entry><id>urn:${id}</id><title>Entry ${id}</title><link href="https://wire.example/2024/entry-${id}.html"/><published>2024-05-0${id}T00:00:00Z</published>${more}</entry>`;
const feed = (entries: string, head = "") =>
  `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title>Wire</title><link href="/"/>${head}${entries}</feed>`;

async function fetched(answers: Parameters<typeof startOtherHosts>[0], address = "https://wire.example/feed") {
  const hosts = await startOtherHosts(answers);
  const files: FetchedFile[] = [];
  for await (const file of fetchFeed(hosts.readRemote, address)) files.push(file);
  return { files, asked: hosts.asked };
}

describe("the source of feeds", () => {
  it("turns entries into texts, authors and topics", async () => {
    const more = `<author><name>Ann</name></author><category term="Coins"/><summary>Short</summary><content type="html">&lt;p&gt;Long &lt;a href="/x"&gt;x&lt;/a&gt;&lt;/p&gt;</content>`;
    const { files } = await fetched({ "wire.example/feed": serves(feed(entry(1, more)), "application/atom+xml") });
    const items = await itemsOf(files);
    expect(items).toEqual([
      { kind: "site", address: "https://wire.example/", name: "Wire", language: "en" },
      expect.objectContaining({ kind: "author", key: "Ann", name: "Ann" }),
      expect.objectContaining({ kind: "topic", key: "Coins", name: "Coins" }),
      expect.objectContaining({
        kind: "post",
        key: "urn:1",
        feedId: "urn:1",
        title: "Entry 1",
        slug: "entry-1",
        excerpt: "Short",
        html: '<p>Long <a href="https://wire.example/x">x</a></p>',
        state: "published",
        publishedAt: Date.UTC(2024, 4, 1),
        addresses: ["https://wire.example/2024/entry-1.html"],
        authors: ["Ann"],
        topics: ["Coins"],
        language: "en",
        findings: [],
      }),
    ] satisfies unknown[]);
  });

  it("names what is lost or changed, once for each kind", async () => {
    const html = (text: string) => `<content type="html">${text.replaceAll("<", "&lt;")}</content>`;
    const cases: [string, string][] = [
      [
        html('<iframe src="https://www.youtube.com/embed/abc"></iframe>'),
        "An embed of youtube.com became a link card.",
      ],
      [html(`${"<div>".repeat(150)}x`), "It is nested too deeply: its end was left out."],
      [html("<p>Beginning […]</p>"), "The feed seems to have only the beginning of its text."],
      [
        `<link rel="enclosure" type="audio/mpeg" href="https://wire.example/a.mp3"/>`,
        "Its sound or video file became a link to its file.",
      ],
      ["<published>soon</published>", "Its date “soon” was not understood."],
    ];
    for (const [more, message] of cases) {
      const dateless = entry(1, more).replace(
        "<published>2024-05-01T00:00:00Z</published>",
        more.includes("soon") ? "" : "$&",
      );
      const [text] = textsOf(await itemsOf([{ path: "1.xml", text: feed(dateless) }]));
      expect(text?.findings.map((finding) => finding.message)).toEqual([message]);
    }
    const items = await itemsOf([{ path: "1.xml", text: feed("<entry><id>1</id></entry>") }]);
    expect(items).toContainEqual({
      kind: "finding",
      level: "error",
      item: "1",
      message: "It has neither a title nor a text.",
    });
  });

  it("keeps drafts as drafts, leaves comments out, and gives entries without an id the same key again", async () => {
    const text = feed(
      `${entry(1, '<app:control xmlns:app="http://purl.org/atom/app#"><app:draft>yes</app:draft></app:control>')}<entry><title>No id</title></entry>`,
    );
    const [first, second] = [await itemsOf([{ path: "a.xml", text }]), await itemsOf([{ path: "b.xml", text }])];
    expect(textsOf(first).map(({ state }) => state)).toEqual(["draft", "published"]);
    expect(textsOf(first).map(({ key }: Item) => key)).toEqual(textsOf(second).map(({ key }) => key));
  });
});

describe("an entry without a title", () => {
  it("gets its first words as one, cut after a word", async () => {
    const note = (text: string) => `<entry><id>${text.length}</id><content>${text}</content></entry>`;
    const long = "word ".repeat(30).trim();
    const items = await itemsOf([{ path: "1.xml", text: feed(note("A short note") + note(long)) }]);
    const texts = textsOf(items);
    expect(texts.map(({ title }) => title)).toEqual(["A short note", `${"word ".repeat(16).trim()}…`]);
    expect(texts[0]?.findings).toEqual([{ level: "warning", message: "It has no title: its first words became one." }]);
  });
});

describe("the HTML of an entry", () => {
  it.each([
    ['<img src="/a.png" width="600">', '<p><img src="https://wire.example/a.png" alt="" width="600"></p>'],
    ['<p>a<img src="/count.gif" width="1" height="1"></p>', "<p>a</p>"],
    ['<img src="data:image/gif;base64,R0" data-src="b.png">', '<p><img src="https://wire.example/p/b.png" alt=""></p>'],
    [
      '<p><a href="#n">1</a><a href="mailto:a@b.example">m</a></p>',
      '<p><a href="#n">1</a><a href="mailto:a@b.example">m</a></p>',
    ],
    ["<p>a<script>alert(1)</script>b &lt;i></p>", "<p>ab &lt;i&gt;</p>"],
  ])("prepares %s", (html, expected) => {
    expect(feedBody(html, "https://wire.example/p/1").html).toBe(expected);
  });
});

describe("fetching a feed", () => {
  const page = (number: number, next: string) =>
    serves(feed(entry(number), next && `<link rel="next" href="${next}"/>`), "application/atom+xml");

  it("follows the pages of an archive, and stops where they repeat", async () => {
    const { files } = await fetched({
      "wire.example/feed": page(1, "/feed?p=2"),
      "wire.example/feed?p=2": page(2, "/feed?p=3"),
      "wire.example/feed?p=3": page(3, "/feed"),
    });
    expect(textsOf(await itemsOf(files)).map(({ key }) => key)).toEqual(["urn:1", "urn:2", "urn:3"]);
  });

  it("finds the feed of a page, decodes it, and decompresses it", async () => {
    const latin = Buffer.from(
      feed(entry(1)).replace("Entry 1", "Zürich").replace("?>", ' encoding="iso-8859-1"?>'),
      "latin1",
    );
    const { files } = await fetched(
      {
        "wire.example/": serves(
          '<html><head><link rel="alternate" type="application/rss+xml" href="/feed">',
          "text/html",
        ),
        "wire.example/feed": (_request, response) =>
          void response.writeHead(200, { "content-type": "text/xml", "content-encoding": "gzip" }).end(gzipSync(latin)),
      },
      "https://wire.example/",
    );
    expect(textsOf(await itemsOf(files)).map(({ title }) => title)).toEqual(["Zürich"]);
  });

  it("rejects what is no feed, gone, private, too large or endless", async () => {
    const bomb = gzipSync(Buffer.alloc(30 * 1024 * 1024, "x"));
    const hosts = await startOtherHosts({
      "wire.example/page": serves("<html><head></head>", "text/html"),
      "wire.example/loop": serves(
        '<html><head><link rel="alternate" type="application/rss+xml" href="/page">',
        "text/html",
      ),
      "wire.example/list": serves("<opml><body/></opml>", "text/xml"),
      "wire.example/inner": (_request, response) =>
        void response.writeHead(302, { location: "http://10.0.0.1/" }).end(),
      "wire.example/bomb": (_request, response) =>
        void response.writeHead(200, { "content-type": "text/xml", "content-encoding": "gzip" }).end(bomb),
    });
    const fails = async (path: string) => {
      try {
        for await (const _file of fetchFeed(hosts.readRemote, `https://wire.example/${path}`));
      } catch (error) {
        if (error instanceof RemoteError || error instanceof SourceError) return error.message;
        throw error;
      }
      return "It was fetched.";
    };
    const { answers } = hosts;
    answers["wire.example/endless"] = page(1, "/endless?1");
    for (let at = 1; at < 600; at++) answers[`wire.example/endless?${at}`] = page(1, `/endless?${at + 1}`);
    expect(await fails("page")).toContain("names no feed");
    expect(await fails("loop")).toContain("names no feed");
    expect(await fails("list")).toContain("list of feeds");
    expect(await fails("none")).toContain("404");
    expect(await fails("inner")).toContain("private network");
    expect(await fails("bomb")).toBe("It is too large.");
    expect(await fails("endless")).toContain("more than 500 pages");
  });
});
