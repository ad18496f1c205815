import { describe, expect, it } from "vitest";
import { itemsOf, readAll, sourceFiles, textsOf } from "#test/support/source-files.ts";
import type { TextItem } from "../items.ts";
import { markdownSource } from "./source.ts";

const PAST = "date: 2020-01-02";
const HUGO = { "hugo.toml": 'baseURL = "https://news.example/"' };

/** A post of a file without a generator, from its front matter and its body. */
async function post(front: string, body = "Text", path = "posts/a.md"): Promise<TextItem> {
  const [text] = await textsOf(markdownSource, { [path]: `---\n${front}\n---\n${body}` });
  return text as TextItem;
}
const messages = ({ findings }: TextItem) => findings.map(({ message }) => message);

describe("front matter", () => {
  it.each([
    ["YAML", `---\ntitle: "A: b"\n${PAST}\ntags: [x, y]\n---\nText`],
    [
      "YAML with a byte order mark and Windows lines",
      `\uFEFF---\r\ntitle: "A: b"\r\n${PAST}\r\ntags:\r\n- x\r\n- y\r\n---\r\nText`,
    ],
    ["YAML with a colon that is not quoted", `---\ntitle: A: b\n${PAST}\ntags: x, y\n...\nText`],
    ["TOML", `+++\ntitle = "A: b"\ndate = 2020-01-02\ntags = ["x", "y"]\n+++\nText`],
    ["JSON", `{\n"title": "A: b",\n"date": "2020-01-02",\n"tags": ["x", "y"]\n}\nText`],
    ["JSON between dashes", `---json\n{"title": "A: b", "date": "2020-01-02", "tags": ["x", "y"]}\n---\nText`],
    ["a head without dashes", `Title: A: b\nDate: 2020-01-02\nTags: x, y\n\nText`],
  ])("is read as %s", async (_form, text) => {
    expect(await textsOf(markdownSource, { "a.md": text })).toEqual([
      expect.objectContaining({
        kind: "post",
        key: "a.md",
        title: "A: b",
        html: "<p>Text</p>",
        state: "published",
        publishedAt: Date.UTC(2020, 0, 2),
        topics: ["x", "y"],
        findings: [],
      }),
    ]);
  });

  it.each([
    ["broken YAML", "---\ntitle: [A\ndraft: true\n---\nText", "cannot be read"],
    ["broken TOML", "+++\ntitle = A\n+++\nText", "cannot be read"],
    ["no end", "---\ntitle: A\ndraft: true\n\nText", "it has no end"],
    ["a program", "---js\nconst title = 1;\n---\nText", "it is a program"],
    ["keys that are nested deeply", `---\na: ${"{".repeat(9)}\n---\nText`, "nested too deeply"],
  ])("makes a text a draft if it has %s", async (_what, text, message) => {
    const [item] = await textsOf(markdownSource, { "posts/a.md": text });
    expect(item).toMatchObject({
      state: "draft",
      findings: [{ level: "warning", message: expect.stringContaining(message) }],
    });
  });

  it("fills what a text has, and names what has no equivalent", async () => {
    const front = `${PAST}\ntitle: T\nsubtitle: The *excerpt*\nlastmod: 2020-02-01\nslug: own\naliases: [/old/, Another name]\ncover: {image: "https://x.example/c.jpg", alt: Alt, caption: Cap}\ncanonicalURL: https://other.example/x\nlang: de_CH\nfeatured: true\nrobots: noindex\nogImage: https://x.example/o.jpg\nseo: {title: Seo, description: Words}\nlayout: post\ntoc: true\nmood: happy`;
    expect(await post(front)).toMatchObject({
      excerpt: "The excerpt",
      slug: "own",
      updatedAt: Date.UTC(2020, 1, 1),
      addresses: ["/posts/own/", "/old/"],
      canonicalUrl: "https://other.example/x",
      language: "de-CH",
      picture: { address: "https://x.example/c.jpg", alt: "Alt", caption: "Cap" },
      isFeatured: true,
      isNoindex: true,
      socialPicture: "https://x.example/o.jpg",
      seoTitle: "Seo",
      seoDescription: "Words",
      state: "published",
      findings: [
        { message: "The alias “Another name” is not an address." },
        { message: "Fields without an equivalent: mood: happy." },
      ],
    });
  });

  it("takes the title from the first heading, or from the name of the file", async () => {
    expect(await post("x: y", "# The *title*\n\nText")).toMatchObject({ title: "The title", html: "<p>Text</p>" });
    expect(await post("x: y", "Text\n\n## Part\n")).toMatchObject({ title: "Part", html: "<p>Text</p><h2>Part</h2>" });
    expect(await post("x: y", "Text", "_posts/2020-01-02-some_name.md")).toMatchObject({ title: "some name" });
    expect(await post("title: T", "# T\n\nText")).toMatchObject({ title: "T", html: "<p>Text</p>" });
  });

  it("reads what our own exports say", async () => {
    const all = await readAll(
      markdownSource,
      sourceFiles({
        "data/authors.yaml": "- name: Ann Lee\n  bio: Writes\n",
        "data/categories.yaml":
          "- name: AI\n  slug: ai\n  description: Of minds\n  editor: Ann\n  accent: '#0b6e4f'\n  image: ../pictures/p.png\n",
        "data/topics.yaml": "- name: Bitcoin\n  slug: btc\n  kind: coin\n  description: The first\n",
        "articles/a.md": `---\ntitle: T\n${PAST}\ndraft: false\nauthors: [Ann Lee]\ncategories: [AI]\ntags: [Bitcoin]\nimage: ../pictures/p.png\neditors_pick: true\nbreaking: true\nlive: true\n---\nText`,
        "pages/b.md": `---\ntitle: P\ntype: page\n${PAST}\ndraft: false\n---\nText`,
        "pictures/p.png": "x",
      }),
    );
    expect(itemsOf(all, "author")).toMatchObject([{ name: "Ann Lee", bio: "Writes" }]);
    expect(itemsOf(all, "topic")).toMatchObject([
      { name: "AI", slug: "ai", description: "Of minds", editor: "Ann", accent: "#0b6e4f", picture: "/pictures/p.png" },
      { name: "Bitcoin", slug: "btc", description: "The first", type: "coin" },
    ]);
    expect(itemsOf(all, "post")).toMatchObject([{ state: "published", picture: { address: "/pictures/p.png" } }]);
    expect(itemsOf(all, "page")).toMatchObject([{ title: "P", state: "published" }]);
  });

  it("yields authors with their facts, and topics with their categories first", async () => {
    const all = await readAll(
      markdownSource,
      sourceFiles({
        ...HUGO,
        "data/authors.yml": "ann:\n  name: Ann Lee\n  bio: Writes\n  image_url: /ann.png",
        "static/ann.png": "x",
        "content/posts/a.md": `---\n${PAST}\nauthors: [ann, {name: Bo Li}]\ncategories: [News]\ntags: [news, Layer 2]\nseries: Halving\n---\nText`,
      }),
    );
    expect(itemsOf(all, "author")).toMatchObject([
      { key: "ann", name: "Ann Lee", bio: "Writes", picture: "/static/ann.png" },
      { key: "bo li", name: "Bo Li" },
    ]);
    expect(itemsOf(all, "topic").map(({ key, addresses }) => [key, addresses[0]])).toEqual([
      ["news", "/categories/news/"],
      ["layer 2", "/tags/layer-2/"],
      ["halving", "/tags/halving/"],
    ]);
    expect(itemsOf(all, "post")[0]).toMatchObject({
      authors: ["ann", "bo li"],
      topics: ["news", "layer 2", "halving"],
      section: "news",
    });
  });
});

describe("visibility of Markdown", () => {
  it.each([
    ["draft: true"],
    ["draft: yes"],
    ['draft: "true"'],
    ["published: no"],
    ["published: false"],
    ["public: off"],
    ["entwurf: true"],
    ["brouillon: true"],
    ["publicado: false"],
    ["مسودة: true"],
    ["status: draft"],
    ["status: pending"],
    ["state: seedling"],
    ["status: veröffentlichen?"],
    ["visibility: staff"],
    ["access: [everyone, gold]"],
    ["private: true"],
    ["hidden: true"],
    ["unlisted: true"],
    ["members: [gold]"],
    ["password: x"],
    ["headless: true"],
    ["eleventyExcludeFromCollections: true"],
    ["expiryDate: 2020-02-01"],
    ["expiryDate: 2999-02-01"],
    ["expiryDate: soon"],
    ["date: soon"],
    ["date: 03/04/2020"],
    ["publishDate: later"],
    ["build: {render: never}"],
    ["_build: {list: local}"],
    ["permalink: false"],
    ["internMitarbeiter: true"],
    ["sichtbar: false"],
  ])("is a draft for %s", async (front) => {
    expect((await post(`title: T\n${front.startsWith("date") ? "" : PAST}\n${front}`)).state).toBe("draft");
  });

  it.each([
    ["draft: false"],
    ["published: true"],
    ["published: 2020-01-02"],
    ["status: Published"],
    ["visibility: public"],
    ["private: false"],
    ["password: ''"],
    ["comments: false"],
    ["showToc: true"],
    ["hideMeta: true"],
    ["sitemap: false"],
    ["build: {list: always}"],
  ])("is published for %s", async (front) => {
    expect((await post(`title: T\n${PAST}\n${front}`)).state).toBe("published");
  });

  it("says why something that some could read is a draft", async () => {
    expect(await post("password: x")).toMatchObject({ restriction: "It needed a password." });
    expect(await post("members: true")).toMatchObject({ restriction: "It was not shown to everyone: “members”." });
    expect(messages(await post("intern_x: true"))[0]).toContain("“intern_x: true” is not known");
  });

  it("follows folders of drafts, and what sections and configurations pass on", async () => {
    const states = async (files: Record<string, string>) =>
      (await textsOf(markdownSource, files)).map(({ key, state }) => `${key} ${state}`);
    expect(await states({ "_drafts/a.md": "Text", "_posts/2020-01-02-b.md": "Text" })).toEqual([
      "_drafts/a.md draft",
      "_posts/2020-01-02-b.md published",
    ]);
    expect(
      await states({
        ...HUGO,
        "content/x/_index.md": "---\ncascade: {draft: true}\n---\n",
        "content/x/b.md": "---\ntitle: B\n---\nText",
      }),
    ).toContain("content/x/b.md draft");
    expect(
      await states({
        "_config.yml": "defaults:\n- scope: {path: intern}\n  values: {published: false}",
        "intern/b.md": "Text",
        "b.md": "Text",
      }),
    ).toEqual(["b.md published", "intern/b.md draft"]);
    expect(
      await states({ "eleventy.config.js": "", "notes/notes.json": '{"draft": true}', "notes/b.md": "Text" }),
    ).toEqual(["notes/b.md draft"]);
  });

  it("reads what Jekyll's importer has made of WordPress: HTML in _posts, with fields of plugins", async () => {
    const imported = (meta: string) =>
      `---\ntitle: A\ndate: 2020-01-02\ntype: post\nstatus: publish\npublished: true\nmeta:\n${meta}\n---\n<p>Text</p>`;
    const files = {
      "_posts/2020-01-02-a.html": imported("  _edit_last: '1'\n  show_title: 'Yes'\n  rating: '5'"),
      "_posts/2020-01-02-b.html": imported("  members_only: 'yes'"),
    };
    expect(await markdownSource.recognises(sourceFiles(files))).toBe(true);
    expect(await textsOf(markdownSource, files)).toMatchObject([
      {
        state: "published",
        html: "<p>Text</p>",
        findings: [{ level: "info", message: "Custom fields were left out: show_title, rating." }],
      },
      { state: "draft", restriction: "It was not shown to everyone: “members_only”." },
    ]);
  });

  it("reads front matter that is too long without its longest fields, as a draft", async () => {
    const long = Array.from({ length: 300 }, (_, at) => `  cache_${at}: "${"x".repeat(100)}"`).join("\n");
    const text = await post(`title: "A: b"\n${PAST}\nmeta:\n${long}\ntags: [x]`);
    expect(text).toMatchObject({ title: "A: b", html: "<p>Text</p>", state: "draft", topics: ["x"] });
    expect(messages(text)).toContain(
      "Its front matter cannot be read (it is too long, without meta), so it is a draft.",
    );
  });

  it("reads dates in the order and the zone that the files prove", async () => {
    const texts = await textsOf(markdownSource, {
      "_config.yml": "timezone: Europe/Berlin",
      "_posts/2020-01-01-a.md": "---\ndate: 31/12/2019 10:00\n---\nx",
      "_posts/2020-01-01-b.md": "---\ndate: 03/04/2020\n---\nx",
    });
    expect(texts.map(({ publishedAt }) => publishedAt)).toEqual([Date.UTC(2019, 11, 31, 9), Date.UTC(2020, 3, 2, 22)]);
  });
});
