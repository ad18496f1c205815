import { describe, expect, it } from "vitest";
import { itemsOf, readAll, sourceFiles, textsOf } from "#test/support/source-files.ts";
import { mediumSource } from "./source.ts";

const page = ({ title = "The title", body = "<p>Text</p>", date = "2020-01-02T03:04:05.000Z", more = "" } = {}) =>
  `<!DOCTYPE html><html><head><title>T</title></head><body><article class="h-entry"><header><h1 class="p-name">${title}</h1></header>
<section data-field="subtitle" class="p-summary">A subtitle</section><section data-field="body" class="e-content"><section class="section"><div class="section-divider"><hr class="section-divider"></div><div class="section-content">${body}</div></section></section>
<footer>${more}<p>By <a href="https://medium.com/@ann" class="p-author h-card">Ann Lee</a>${date && ` on <a href="https://medium.com/p/abcdef123456"><time class="dt-published" datetime="${date}">x</time></a>`}.</p>
<p><a href="https://medium.com/@ann/hello-abcdef123456" class="p-canonical">Canonical link</a></p></footer></article></body></html>`;
const PROFILE =
  '<section class="h-card"><h3 class="p-name">Ann Lee</h3><img class="u-photo" src="https://x.example/a.png"><a class="u-url" href="https://medium.com/@ann">@ann</a></section>';
const NAME = "posts/2020-01-02_Hello--world-abcdef123456.html";
const TITLE = '<h3 class="graf graf--h3 graf--title">The title</h3>';
const post = async (given: Parameters<typeof page>[0], name = NAME) =>
  (await textsOf(mediumSource, { [name]: page(given) }))[0];
const bodyOf = async (body: string) => (await post({ body: TITLE + body }))?.html;

describe("an export of Medium", () => {
  it("yields posts with their people, tags and addresses", async () => {
    const all = await readAll(
      mediumSource,
      sourceFiles({
        [NAME]: page({
          body: `${TITLE}<h4 class="graf--h4 graf--subtitle">A subtitle</h4><p>Text</p>`,
          more: '<p><a href="https://medium.com/tag/x" class="p-tag">Bitcoin</a></p>',
        }),
        "profile/profile.html": PROFILE,
        "bookmarks/bookmarks-0001.html": "<ul></ul>",
      }),
    );
    expect(itemsOf(all, "author")).toMatchObject([
      { key: "https://medium.com/@ann", name: "Ann Lee", picture: "https://x.example/a.png" },
    ]);
    expect(itemsOf(all, "topic")).toMatchObject([{ key: "bitcoin", name: "Bitcoin" }]);
    expect(itemsOf(all, "post")).toMatchObject([
      {
        key: "abcdef123456",
        slug: "hello-world",
        title: "The title",
        excerpt: "A subtitle",
        html: "<p>Text</p>",
        state: "published",
        publishedAt: Date.UTC(2020, 0, 2, 3, 4, 5),
        addresses: ["https://medium.com/@ann/hello-abcdef123456", "https://medium.com/p/abcdef123456"],
        authors: ["https://medium.com/@ann"],
        topics: ["bitcoin"],
        findings: [],
      },
    ]);
    expect(itemsOf(all, "finding")).toMatchObject([
      { message: "1 files about the account were not imported: bookmarks." },
    ]);
  });

  it("knows posts by the names of their files, and the export by its owner", async () => {
    const files = { "2020-01-02_Hello-abcdef123456.html": page(), "profile/profile.html": PROFILE };
    expect(await mediumSource.recognises(sourceFiles(files))).toBe(true);
    const all = await readAll(mediumSource, sourceFiles(files));
    expect(itemsOf(all, "site")).toMatchObject([{ name: "Ann Lee" }]);
    expect(itemsOf(all, "post")).toHaveLength(1);
  });

  it.each([
    ["The title is the", "Title", "Subtitle", { title: "Title", seoTitle: "The title is the" }],
    ["A long title that…", "A long title that ends", "", { title: "A long title that ends", seoTitle: "" }],
    ["T", "", "A subtitle of two sentences. More.", { excerpt: "A subtitle of two sentences. More." }],
    ["T", "", "Another one", { excerpt: "Another one", seoDescription: "A subtitle" }],
  ])("takes the title and subtitle that the story shows: %s, %s, %s", async (title, shown, subtitle, expected) => {
    const body = `<h3 class="graf--title">${shown}</h3><h4 class="graf--subtitle">${subtitle}</h4><p>Text</p>`;
    expect(await post({ title, body })).toMatchObject({ html: "<p>Text</p>", ...expected });
  });

  it("takes the picture that lists show, and shows it once", async () => {
    const figure =
      '<figure class="graf"><img class="graf-image" data-is-featured="true" src="https://cdn.example/a.png"><figcaption>C</figcaption></figure>';
    const picture = { address: "https://cdn.example/a.png", alt: "", caption: "C" };
    expect(await post({ body: `${TITLE}${figure}<p>Text</p>` })).toMatchObject({ picture, html: "<p>Text</p>" });
    const later = await post({ body: `${TITLE}<p>Text</p>${figure}` });
    expect(later?.picture).toEqual(picture);
    expect(later?.html).toContain("<figcaption>C</figcaption>");
  });

  it("knows links to its posts by their ids, whatever is before these", async () => {
    const links = [
      "https://medium.com/@ann/hello-abcdef123456?source=x#a1b2",
      "https://blog.example/other-012345abcdef",
    ];
    const body = links.map((href) => `<p><a href="${href}">x</a></p>`).join("");
    expect(await bodyOf(body)).toBe(
      '<p><a href="https://medium.com/p/abcdef123456#a1b2">x</a></p><p><a href="https://blog.example/other-012345abcdef">x</a></p>',
    );
  });

  it("makes drafts of drafts, of responses, and of what has no date", async () => {
    expect(await post({ date: "" }, "posts/draft_Hello-abcdef123456.html")).toMatchObject({
      state: "draft",
      slug: "hello",
      findings: [],
    });
    expect(
      await post({ title: "I agree with…", body: '<p class="graf--p graf--leading">I agree with you.</p>' }),
    ).toMatchObject({ state: "draft", findings: [{ message: "It is a response to another post, so it is a draft." }] });
    expect(await post({ date: "" }, "posts/Hello-abcdef123456.html")).toMatchObject({
      state: "draft",
      findings: [{ message: "It has no date, so it is a draft." }],
    });
  });

  it.each([
    ['<h3 class="graf--h3">A</h3><h4 class="graf--h4">B</h4>', "<h2>A</h2><h3>B</h3>"],
    ['<p><span class="graf-dropCap">O</span>nce</p>', "<p>Once</p>"],
    ['<div class="section-divider"><hr class="section-divider"></div><p>A</p>', "<hr><p>A</p>"],
    ['<blockquote class="graf--pullquote">A</blockquote>', '<aside class="pull-quote"><p>A</p></aside>'],
    [
      '<div class="graf graf--mixtapeEmbed"><a href="https://x.example/a" class="markup--mixtapeEmbed-anchor"><strong>A</strong></a><a href="https://x.example/a" class="mixtapeImage"></a></div>',
      '<aside class="card"><p><a href="https://x.example/a">https://x.example/a</a></p></aside>',
    ],
    [
      '<figure class="graf--iframe"><iframe src="https://www.youtube.com/embed/abc"></iframe></figure>',
      '<aside class="card"><p><a href="https://www.youtube.com/watch?v=abc">https://www.youtube.com/watch?v=abc</a></p></aside>',
    ],
    [
      '<figure class="graf--figure"><img class="graf-image" src="https://cdn-images-1.medium.com/max/800/a.png"><figcaption class="imageCaption">C</figcaption></figure>',
      '<figure><img src="https://cdn-images-1.medium.com/max/800/a.png" alt=""><figcaption>C</figcaption></figure>',
    ],
    ['<pre class="graf--pre">a<br>b</pre>', "<pre><code>a\nb</code></pre>"],
  ])("converts %s", async (html, expected) => {
    expect(await bodyOf(html)).toBe(expected);
  });

  it("names files that are no posts", async () => {
    const all = await readAll(mediumSource, sourceFiles({ [NAME]: page(), "posts/x.html": "<p>x</p>" }));
    expect(itemsOf(all, "finding")).toMatchObject([{ level: "error", item: "posts/x.html" }]);
  });
});
