import { describe, expect, it } from "vitest";
import { itemsOf, readAll, sourceFiles, textsOf } from "#test/support/source-files.ts";
import type { TextItem } from "../items.ts";
import { markdownSource } from "./source.ts";

const PAST = "date: 2020-01-02";
const HUGO = { "hugo.toml": 'baseURL = "https://news.example/"' };
const JEKYLL = { "_config.yml": "url: https://news.example" };

const htmlOf = async (body: string, files: Record<string, string> = {}, path = "posts/a.md") => {
  const texts = await textsOf(markdownSource, { ...files, [path]: `---\ntitle: T\n---\n${body}` });
  return texts.find(({ key }) => key === path) as TextItem;
};

describe("addresses of Markdown", () => {
  const addressesOf = async (files: Record<string, string>, path: string) =>
    (await textsOf(markdownSource, files)).find(({ key }) => key === path)?.addresses;
  const FRONT = `---\n${PAST}\ntitle: T\n---\nText`;

  it.each([
    ["content/posts/hello.md", HUGO, FRONT, ["/posts/hello/"]],
    ["content/posts/hello/index.md", HUGO, FRONT, ["/posts/hello/"]],
    ["content/posts/_index.md", HUGO, FRONT, ["/posts/"]],
    ["content/posts/hello.fr.md", HUGO, FRONT, ["/posts/hello/"]],
    [
      "content/posts/hello.md",
      { "hugo.toml": '[permalinks]\nposts = "/:year/:month/:slug/"' },
      FRONT,
      ["/2020/01/hello/"],
    ],
    [
      "content/posts/hello.md",
      HUGO,
      `---\n${PAST}\nurl: /own/\naliases: [/old, other]\n---\nText`,
      ["/own/", "/old", "/own/other"],
    ],
    ["_posts/2020-01-02-hello.md", JEKYLL, "Text", ["/2020/01/02/hello.html"]],
    [
      "_posts/2020-01-02-hello.md",
      { "_config.yml": "permalink: pretty" },
      "---\ncategories: a b\n---\nText",
      ["/a/b/2020/01/02/hello/"],
    ],
    ["_posts/2020-01-02-hello.md", { "_config.yml": "permalink: /blog/:title/" }, "Text", ["/blog/hello/"]],
    ["_posts/2020-01-02-hello.md", { "_config.yml": "permalink: /:unknown/" }, "Text", []],
    [
      "_posts/2020-01-02-hello.md",
      JEKYLL,
      "---\npermalink: /x/:title.html\nredirect_from: [/y/]\n---\nText",
      ["/x/hello.html", "/y/"],
    ],
    ["about.md", JEKYLL, "Text", ["/about.html"]],
    ["source/_posts/hello.md", {}, FRONT, ["/2020/01/02/hello/"]],
    ["src/content/blog/hello.mdx", { "astro.config.mjs": "site: 'https://a.example'" }, FRONT, ["/blog/hello/"]],
    ["content/blog/2020-01-02-hello.md", { "eleventy.config.js": "" }, FRONT, ["/blog/hello/"]],
    ["blog/2020-01-02-hello.md", { "docusaurus.config.js": "" }, FRONT, ["/blog/2020/01/02/hello"]],
    ["hello.md", {}, FRONT, ["/hello/"]],
  ])("are those of the generator: %s", async (path, files, text, expected) => {
    expect(await addressesOf({ ...files, [path]: text } as Record<string, string>, path)).toEqual(expected);
  });

  it("reads the site's own address and name", async () => {
    const siteOf = async (files: Record<string, string>) =>
      itemsOf(await readAll(markdownSource, sourceFiles(files)), "site")[0];
    expect(
      await siteOf({ "hugo.toml": 'baseURL = "https://a.example/x/"\ntitle = "A"\nlanguageCode = "de"' }),
    ).toMatchObject({ address: "https://a.example/x/", name: "A", language: "de" });
    expect(await siteOf({ "_config.yml": "url: https://a.example\nbaseurl: /x\ntitle: A" })).toMatchObject({
      address: "https://a.example/x",
      name: "A",
    });
    expect(
      await siteOf({ "docusaurus.config.js": "url: 'https://a.example', baseUrl: '/x/', title: \"A\"" }),
    ).toMatchObject({ address: "https://a.example/x/", name: "A" });
  });

  it("leads links between files to the addresses of the texts", async () => {
    const files = { ...HUGO, "content/posts/b/index.md": FRONT, "content/about.md": "Text", "static/f.pdf": "x" };
    const body =
      '[1](../b/index.md#x) [2](/about.md) [3]({{< ref "b" >}}) [4]({{% relref "posts/b/index.md" %}}) [5](../../about/) [6](https://news.example/about/) [7](/f.pdf) [8](#y)';
    const { html, findings } = await htmlOf(body, files, "content/posts/a/index.md");
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      "/posts/b/#x",
      "/about/",
      "/posts/b/",
      "/posts/b/",
      "/about/",
      "https://news.example/about/",
      "/f.pdf",
      "#y",
    ]);
    expect(findings).toEqual([{ level: "info", message: "The file static/f.pdf was not imported." }]);
    const jekyll = await htmlOf(
      "[1]({% post_url 2020-01-02-b %}) [2]({{ site.baseurl }}/x/) [3]({{ '/y/' | relative_url }})",
      { ...JEKYLL, "_posts/2020-01-02-b.md": "Text" },
      "_posts/2020-01-03-a.md",
    );
    expect([...jekyll.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      "/2020/01/02/b.html",
      "/x/",
      "/y/",
    ]);
    expect((await htmlOf("[[B|words]] [[nothing]]", { "posts/b.md": FRONT })).html).toBe(
      '<p><a href="/posts/b/">words</a> [[nothing]]</p>',
    );
  });

  it("yields the pictures that texts show, once, by one address", async () => {
    const files = {
      ...HUGO,
      "content/posts/a/p q.png": "x",
      "static/images/s.jpg": "x",
      "content/posts/unused.gif": "x",
    };
    const all = await readAll(
      markdownSource,
      sourceFiles({
        ...files,
        "content/posts/a/index.md": `---\n${PAST}\nimage: /images/s.jpg\n---\n![A](<p q.png>) ![B](/images/s.jpg) ![C](https://news.example/images/s.jpg) ![D](https://x.example/d.png)`,
      }),
    );
    expect(itemsOf(all, "picture").map(({ path, addresses }) => [path, addresses])).toEqual([
      ["content/posts/a/p q.png", ["/content/posts/a/p%20q.png"]],
      ["static/images/s.jpg", ["/static/images/s.jpg"]],
    ]);
    const [text] = itemsOf(all, "post");
    expect([...(text?.html ?? "").matchAll(/src="([^"]*)"/g)].map(([, src]) => src)).toEqual([
      "/content/posts/a/p%20q.png",
      "/static/images/s.jpg",
      "/static/images/s.jpg",
      "https://x.example/d.png",
    ]);
    expect(text?.picture.address).toBe("/static/images/s.jpg");
    expect(itemsOf(all, "finding")).toContainEqual(
      expect.objectContaining({
        item: "content/posts/unused.gif",
        message: expect.stringContaining("Pictures that no text shows"),
      }),
    );
  });
});
