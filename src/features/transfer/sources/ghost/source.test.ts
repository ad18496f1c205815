import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openFiles } from "../files.ts";
import { type Read, SourceError, type TextItem } from "../items.ts";
import { ghostSource } from "./source.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "jarida-ghost-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Tables = Record<string, Record<string, unknown>[]>;
const META = { exported_on: 1_700_000_000_000, version: "5.80.0" };

async function readPath(path: string): Promise<Read[]> {
  await using opened = await openFiles([path], "export");
  expect(await ghostSource.recognises(opened)).toBe(true);
  const all: Read[] = [];
  for await (const one of ghostSource.read(opened)) all.push(one);
  return all;
}

async function readText(text: string): Promise<Read[]> {
  const path = join(folder, "export.json");
  await writeFile(path, text);
  return readPath(path);
}
const read = (data: Tables) => readText(JSON.stringify({ db: [{ meta: META, data }] }));
const texts = (all: Read[]) => all.filter((one): one is TextItem => one.kind === "post" || one.kind === "page");
const post = (fields: object = {}) => ({
  id: "6500000000000000000000a1",
  uuid: "u-1",
  title: "A",
  slug: "a",
  html: "<p>A</p>",
  status: "published",
  visibility: "public",
  ...fields,
});
async function only(fields: object, more: Tables = {}): Promise<TextItem> {
  const [text] = texts(await read({ posts: [post(fields)], ...more }));
  return text as TextItem;
}
const messages = ({ findings }: TextItem) => findings.map(({ message }) => message);

describe("exports of Ghost", () => {
  it.each([
    ["with db", { db: [{ meta: META, data: { posts: [post()] } }] }],
    ["without db", { meta: META, data: { posts: [post()] } }],
    ["with data alone", { data: { posts: [post()] } }],
    ["with data in data", { data: { meta: META, data: { posts: [post()] } } }],
    ["with db and its data first", { db: [{ data: { posts: [post()] }, meta: META }] }],
  ])("reads exports %s", async (_title, given) => {
    expect(texts(await readText(`\uFEFF${JSON.stringify(given, null, 2)}`))).toHaveLength(1);
  });

  it("reads everything of a post, whatever the order of the tables", async () => {
    const all = await read({
      posts_meta: [
        {
          post_id: "6500000000000000000000a1",
          meta_title: "SEO",
          meta_description: "For search",
          og_title: "Social",
          og_image: "__GHOST_URL__/content/images/og.jpg",
          feature_image_alt: "Alt",
          feature_image_caption: 'By <a href="https://x.example">Ann</a>',
        },
      ],
      posts: [
        post({
          html: '<p>To <a href="__GHOST_URL__/b/">B</a> of __GHOST_URL__</p>',
          published_at: "2023-01-02T03:04:05.000Z",
          updated_at: "2023-02-02 00:00:00",
          custom_excerpt: "Short",
          feature_image: "__GHOST_URL__/content/images/size/w600/2023/f.jpg",
          featured: 1,
          locale: "pt_BR",
        }),
      ],
      settings: [
        { key: "title", value: "News" },
        { key: "locale", value: "sw" },
      ],
      posts_authors: [
        { post_id: "6500000000000000000000a1", author_id: "2", sort_order: 1 },
        { post_id: "6500000000000000000000a1", author_id: "1", sort_order: 0 },
      ],
      posts_tags: [
        { post_id: "6500000000000000000000a1", tag_id: "i", sort_order: 0 },
        { post_id: "6500000000000000000000a1", tag_id: "t", sort_order: 1 },
      ],
      tags: [
        {
          id: "t",
          name: "Tech",
          slug: "tech",
          description: "About",
          feature_image: "__GHOST_URL__/content/images/t.jpg",
          accent_color: "#0B6E4F",
          twitter_title: "Tech on X",
        },
        { id: "i", name: "#intern", slug: "hash-intern", visibility: "internal" },
      ],
      users: [
        {
          id: "1",
          name: "Ann",
          slug: "ann",
          bio: "Bio",
          profile_image: "https://x.example/a.jpg",
          website: "https://ann.example",
          bluesky: "ann.example",
        },
        { id: "2", name: "Ben", slug: "ben" },
        { id: "3", name: "Office", slug: "office" },
      ],
    });
    expect(all[0]).toEqual({ kind: "site", address: "", name: "News", language: "sw" });
    expect(texts(all)).toEqual([
      {
        kind: "post",
        key: "u-1",
        title: "A",
        slug: "a",
        excerpt: "Short",
        html: '<p>To <a href="/b/">B</a> of </p>',
        state: "published",
        restriction: "",
        publishedAt: Date.UTC(2023, 0, 2, 3, 4, 5),
        updatedAt: Date.UTC(2023, 1, 2),
        addresses: ["/a/", "/p/u-1/"],
        feedId: "6500000000000000000000a1",
        authors: ["author:ann", "author:ben"],
        topics: ["tag:tech"],
        section: "tag:tech",
        picture: { address: "/content/images/2023/f.jpg", alt: "Alt", caption: "By Ann" },
        seoTitle: "SEO",
        seoDescription: "For search",
        socialTitle: "Social",
        socialText: "",
        socialPicture: "/content/images/og.jpg",
        canonicalUrl: "",
        language: "pt-BR",
        isFeatured: true,
        isNoindex: false,
        findings: [{ level: "info", message: "The internal tag #intern is not imported." }],
      },
    ]);
    expect(all.filter(({ kind }) => kind === "topic")).toEqual([
      {
        kind: "topic",
        key: "tag:tech",
        name: "Tech",
        slug: "tech",
        description: "About",
        picture: "/content/images/t.jpg",
        accent: "#0B6E4F",
        addresses: ["/tag/tech/"],
      },
    ]);
    expect(all.filter(({ kind }) => kind === "author")).toMatchObject([
      { key: "author:ann", name: "Ann", addresses: ["/author/ann/"], bio: "Bio", picture: "https://x.example/a.jpg" },
      { key: "author:ben" },
    ]);
    expect(all).toContainEqual({
      kind: "finding",
      level: "info",
      item: "Ann",
      message: "Not imported of the author: website, bluesky.",
    });
    expect(all).toContainEqual({
      kind: "finding",
      level: "info",
      item: "Tech",
      message: "Not imported of the tag: twitter title.",
    });
  });

  it.each<[object, string, string]>([
    [{}, "published", ""],
    [{ visibility: undefined }, "published", ""],
    [{ visibility: "members" }, "draft", "Only members see it."],
    [{ visibility: "paid" }, "draft", "Only paying members see it."],
    [{ visibility: "tiers" }, "draft", "Only members of some tiers see it."],
    [{ visibility: "label:vip" }, "draft", "Who sees it is limited by “label:vip”."],
    [{ visibility: "" }, "draft", "Who sees it is limited by “”."],
    [{ status: "sent" }, "draft", "Ghost sent it by email only."],
    [{ status: "draft" }, "draft", ""],
    [{ status: undefined }, "draft", ""],
    [{ status: "archivé" }, "draft", "Its status “archivé” is unknown."],
    [{ type: "event" }, "draft", "Its type “event” is unknown."],
    [{ visibility: "paid", status: "sent" }, "draft", "Only paying members see it. Ghost sent it by email only."],
  ])("never raises visibility: %j", async (fields, state, restriction) => {
    expect(await only(fields)).toMatchObject({ state, restriction });
  });

  it("keeps posts that are for emails only as drafts", async () => {
    const meta = { post_id: "6500000000000000000000a1", email_only: 1 };
    expect(await only({}, { posts_meta: [meta] })).toMatchObject({
      state: "draft",
      restriction: "Ghost sent it by email only.",
    });
  });

  it.each<[object, string]>([
    [{ status: "scheduled" }, "It was scheduled: schedule it here again."],
    [{ codeinjection_head: "<script></script>" }, "Injected code is not imported."],
    [{ custom_template: "custom-wide" }, "The template custom-wide of the theme is not imported."],
    [{ og_title: "A", twitter_title: "B" }, "The separate title for X is not imported."],
    [{ show_title_and_feature_image: 0 }, "Ghost hid its title and picture; they are shown here."],
    [{ author_id: "9" }, "A tag or author of it is not in the export."],
    [{ published_at: "yesterday" }, "Its date is not understood."],
    [{ canonical_url: "__GHOST_URL__/b/" }, "Its canonical address, another page of the site, is not imported: /b/"],
    [{ html: null, lexical: "{" }, "Its text is damaged: the document of the editor is not valid JSON."],
    [{ lexical: '{"root":{"children":[{"type":"email","html":"x"}]}}' }, "A block for emails only was left out."],
    [
      { html: '<a href="#/portal/signup">Join</a>' },
      "A link to Ghost's sign-up or search was left out: #/portal/signup",
    ],
  ])("names what is lost: %j", async (fields, message) => {
    expect(messages(await only(fields))).toEqual([message]);
  });

  it("leaves out blocks that only members see, open ones too", async () => {
    const block = (condition: string, end = "<!--kg-gated-block:end-->") =>
      `<p>A</p>\n<!--kg-gated-block:begin ${condition} -->\n<p>B</p>${end}<p>C</p>`;
    const html = async (text: string) => (await only({ html: text })).html.replaceAll("\n", "");
    expect(await html(block('nonMember:false memberSegment:"status:free"'))).toBe("<p>A</p><p>C</p>");
    expect(await html(block('nonMember:true memberSegment:""'))).toBe("<p>A</p><p>B</p><p>C</p>");
    expect(await html(block("nonMember:false", ""))).toBe("<p>A</p>");
  });

  it("keeps canonical addresses of other sites, and drops the own one", async () => {
    expect((await only({ canonical_url: "https://first.example/a" })).canonicalUrl).toBe("https://first.example/a");
    const own = await only({ canonical_url: "__GHOST_URL__/a/" });
    expect([own.canonicalUrl, messages(own)]).toEqual(["", []]);
  });

  it("reads the columns of versions before Ghost 2", async () => {
    const all = await read({
      posts: [
        post({
          id: 7,
          html: null,
          markdown: "# B\n\nText",
          page: 1,
          image: "/content/images/2014/a.jpg",
          author_id: 1,
          language: "en_US",
          locale: undefined,
          meta_title: "SEO",
          published_at: 1_400_000_000_000,
        }),
      ],
      users: [{ id: 1, name: "Ann", slug: "ann" }],
    });
    expect(texts(all)).toMatchObject([
      {
        kind: "page",
        feedId: "u-1",
        html: expect.stringContaining("Text"),
        picture: { address: "/content/images/2014/a.jpg" },
        authors: ["author:ann"],
        language: "",
        seoTitle: "SEO",
        publishedAt: 1_400_000_000_000,
      },
    ]);
    expect(all.filter(({ kind }) => kind === "author")).toHaveLength(1);
  });

  it("gives two posts with the same id different keys, and rejects none", async () => {
    const all = texts(await read({ posts: [post(), post({ id: "2" })] }));
    expect(all.map(({ key }) => key)).toEqual(["u-1", "u-1:2"]);
    expect(await read({ posts: [post({ id: null, uuid: null, slug: null })] })).toContainEqual(
      expect.objectContaining({ kind: "finding", level: "error", message: "It has neither an id nor a slug." }),
    );
  });

  it("reads members: only those with a newsletter are subscribed", async () => {
    const members = ["a", "b", "c"].map((id) => ({ id, email: `${id}@x.example`, created_at: "2024-01-01 00:00:00" }));
    const states = (all: Read[]) => all.flatMap((one) => (one.kind === "subscriber" ? [one.state] : []));
    const joined = {
      members_newsletters: [{ member_id: "a" }, { member_id: "c" }],
      suppressions: [{ email: "C@x.example" }],
    };
    expect(states(await read({ posts: [], members, ...joined }))).toEqual([
      "subscribed",
      "unsubscribed",
      "unreachable",
    ]);
    const flags = members.map((member, at) => ({ ...member, subscribed: at === 0 ? 1 : 0 }));
    expect(states(await read({ posts: [], members: flags }))).toEqual(["subscribed", "unsubscribed", "unsubscribed"]);
    const unclear = await read({ posts: [], members });
    expect(states(unclear)).toEqual([]);
    expect(unclear.filter(({ kind }) => kind === "finding")).toHaveLength(3);
    const old = ["subscribed", "pending", "unsubscribed", "aktiv"].map((status) => ({
      email: `${status}@x.example`,
      status,
    }));
    expect(states(await read({ posts: [], subscribers: old }))).toEqual(["subscribed", "pending", "unsubscribed"]);
  });

  it("names what an export has of its site, and does not import", async () => {
    const all = await read({
      posts: [],
      settings: [
        { key: "codeinjection_head", value: "<script></script>" },
        { key: "navigation", value: '[{"label":"Home"}]' },
      ],
      products: [{ id: "1" }, { id: "2" }],
      newsletters: [{ id: "1" }, { id: "2" }],
      tags: [{ id: "t", name: "Tech", slug: "tech", meta_title: "SEO" }],
      snippets: [{ id: "1" }],
    });
    expect(all.flatMap((one) => (one.kind === "finding" ? [one.message] : []))).toEqual([
      "Injected code of the site is not imported.",
      "Its navigation is not imported: set up the menus here.",
      "Its tiers and prices are not imported.",
      "Its newsletters become one list of subscribers.",
      "Its snippets are not imported.",
      "Not imported of the tag: meta title.",
    ]);
  });

  it.each([
    ["is cut off", '{"db":[{"meta":{},"data":{"posts":[{"id":"1","html":"<p>'],
    ["is not JSON", '{"db":[{"meta":{},"data":{"posts":[{"id":1,,}]}}]}'],
    ["has a row that is nested too deeply", `{"db":[{"meta":{},"data":{"posts":[{"id":${"[".repeat(5000)}`],
    ["is nested too deeply", `{"data":{"posts":[],"x":${"[".repeat(5000)}`],
    ["has a row that is too large", `{"data":{"posts":[{"html":"${"a".repeat(65 * 1024 * 1024)}"}]}}`],
  ])("rejects a file that %s, with a sentence", async (_title, text) => {
    await expect(readText(text)).rejects.toThrow(SourceError);
  });

  it("does not take other JSON for an export", async () => {
    const path = join(folder, "package.json");
    await writeFile(path, '{"name":"x","data":{"posts":[]}}');
    await using files = await openFiles([path], "package.json");
    expect(await ghostSource.recognises(files)).toBe(false);
  });
});
