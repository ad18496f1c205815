import { describe, expect, it } from "vitest";
import { itemsOf, readAll, sourceFiles, textsOf } from "#test/support/source-files.ts";
import type { TextItem } from "../items.ts";
import { markdownSource } from "./source.ts";

const HUGO = { "hugo.toml": 'baseURL = "https://news.example/"' };
const JEKYLL = { "_config.yml": "url: https://news.example" };

/** A post of a file without a generator, from its front matter and its body. */
async function post(front: string, body = "Text", path = "posts/a.md"): Promise<TextItem> {
  const [text] = await textsOf(markdownSource, { [path]: `---\n${front}\n---\n${body}` });
  return text as TextItem;
}

const htmlOf = async (body: string, files: Record<string, string> = {}, path = "posts/a.md") => {
  const texts = await textsOf(markdownSource, { ...files, [path]: `---\ntitle: T\n---\n${body}` });
  return texts.find(({ key }) => key === path) as TextItem;
};
const card = (address: string) => `<aside class="card"><p><a href="${address}">${address}</a></p></aside>`;

describe("Markdown", () => {
  it.each([
    ["| a |\n|---|\n| 1 |", /<table>.*<th>a<\/th>.*<td>1<\/td>.*<\/table>/s],
    ["- [x] a\n- [ ] b", /☑ a.*☐ b/s],
    ["~~a~~ [b][c]\n\n[c]: /d 'E'", '<p><s>a</s> <a href="/d">b</a></p>'],
    [
      "A[^x] B[^y] C[^x]\n\n[^y]: Why\n[^x]: Ex\n\n    More\n",
      '<p>A<sup><a href="#fn-1" id="fnref-1">1</a></sup> B<sup><a href="#fn-2" id="fnref-2">2</a></sup> C<sup><a href="#fn-1">1</a></sup></p><section class="footnotes"><ol><li id="fn-1"><p>Ex</p><p>More</p></li><li id="fn-2"><p>Why</p></li></ol></section>',
    ],
    ["```js\na < b\n```", '<pre><code class="language-js">a &lt; b</code></pre>'],
    ["> [!TIP] Title\n> Text", '<aside class="callout-tip"><p><strong>Title</strong></p><p>Text</p></aside>'],
    [
      ":::warning Title\nText *a*\n:::",
      '<aside class="callout-warning"><p><strong>Title</strong></p><p>Text <em>a</em></p></aside>',
    ],
    ["Term\n: One\n: Two", "<p><strong>Term</strong></p><p>One</p><p>Two</p>"],
    ["$$\nx_1\n$$", '<pre><code class="language-latex">x_1</code></pre>'],
    ["# Part {#id}\n\nText\n{: .lead}", "<h1>Part</h1><p>Text</p>"],
    ["<details><summary>S</summary>\n\n*a*\n\n</details>", "<details><summary>S</summary><p><em>a</em></p></details>"],
    ["a\n\n<!-- more -->\n\nb", "<p>a</p><p>b</p>"],
    [
      '{{< figure src="https://x.example/a.png" alt="A" caption="C" attr="Me" >}}',
      '<figure><img src="https://x.example/a.png" alt="A"><small>Me</small><figcaption>C</figcaption></figure>',
    ],
    ["{{< youtube abc_1 >}}", card("https://www.youtube.com/watch?v=abc_1")],
    ['{{< tweet user="a" id="1" >}}', card("https://x.com/a/status/1")],
    ["{{% note %}}\n*a*\n{{% /note %}}", '<aside class="callout-note"><p><em>a</em></p></aside>'],
    ['{{< details "More" >}}\na\n{{< /details >}}', "<details><summary>More</summary><p>a</p></details>"],
    ["{{< highlight go >}}\na *b*\n{{< /highlight >}}", '<pre><code class="language-go">a *b*</code></pre>'],
    [
      "`{{< x >}}`\n\n```\n{{</* y */>}}\n```",
      "<p><code>{{&lt; x &gt;}}</code></p><pre><code>{{&lt; y &gt;}}</code></pre>",
    ],
  ])("renders %j", async (body, html) => {
    const { html: made } = await htmlOf(body);
    if (typeof html === "string") expect(made).toBe(html);
    else expect(made).toMatch(html);
  });

  it.each([
    [
      '{% include figure.html src="https://x.example/a.png" caption="C" %}',
      '<figure><img src="https://x.example/a.png" alt=""><figcaption>C</figcaption></figure>',
    ],
    ['{% include embeds/youtube.html id="abc" %}', card("https://www.youtube.com/watch?v=abc")],
    ["{% highlight ruby %}\na_b_\n{% endhighlight %}", '<pre><code class="language-ruby">a_b_</code></pre>'],
    ["{% raw %}{{ a }}{% endraw %}{% comment %}b{% endcomment %}", "<p>{{ a }}</p>"],
    ["{{ page.title }} {{ 'x' }}", "<p>T x</p>"],
    [
      "{% img left https://x.example/a.png 100 Words %}",
      '<figure><img src="https://x.example/a.png" alt="Words"></figure>',
    ],
  ])("replaces Liquid: %j", async (body, html) => {
    expect(await htmlOf(body, JEKYLL, "_posts/2020-01-01-a.md")).toMatchObject({ html });
  });

  it.each([
    [
      'import Pic from "./p.png";\nimport X from "x";\n\n<Pic src={Pic} alt="A" /><Image src={Pic} alt="B" />\n',
      '<figure><img src="/posts/p.png" alt="B"></figure>',
      "<Pic",
    ],
    ['export const a = {\n  b: 1,\n};\n\nText {a.b} {/* c */}{"d"}', "<p>Text  d</p>", "program"],
    [
      '<Note title="N">\n*a* <Unknown x={{ y: 1 }}>b</Unknown>\n</Note>',
      '<aside class="callout-note"><p><strong>N</strong></p><p><em>a</em> b</p></aside>',
      "<Unknown",
    ],
    ['<YouTube id="abc" />', card("https://www.youtube.com/watch?v=abc"), "link card"],
    ['<div style={{ a: 1 }}><img src={Pic.src} alt="A" /></div>', '<p><img src="Pic.src" alt="A"></p>', ""],
  ])("replaces components: %j", async (body, html, message) => {
    const { html: made, findings } = await htmlOf(body, { "posts/p.png": "x" }, "posts/a.mdx");
    expect(made.replace("/posts/a/Pic.src", "Pic.src")).toBe(html);
    if (message) expect(findings.map((one) => one.message).join()).toContain(message);
  });

  it("names tags without an equivalent, and keeps the text in them", async () => {
    const { html, findings } = await htmlOf('{{< odd "x" >}}*a*{{< /odd >}} {{< map "https://m.example/1" >}}');
    expect(html).toBe(`<p><em>a</em> </p>${card("https://m.example/1")}`.replace(" </p>", "</p>"));
    expect(findings.map(({ message }) => message)).toEqual([
      '“{{< odd "x" >}}” has no equivalent. The text in it was kept.',
      '“{{< map "https://m.example/1" >}}” has no equivalent.',
    ]);
  });

  it("leaves signs of other generators alone", async () => {
    expect((await htmlOf("{{ a }} {% b %}", HUGO, "content/posts/a.md")).html).toBe("<p>{{ a }} {% b %}</p>");
  });

  it("takes texts in other encodings, and says so", async () => {
    const [text] = await textsOf(markdownSource, { "posts/a.md": Buffer.from("# Caf\u00e9\n\nText", "latin1") });
    expect(text).toMatchObject({ title: "Café", findings: [{ message: expect.stringContaining("not UTF-8") }] });
  });

  it("does not import what is no text of the site, and says so", async () => {
    const all = await readAll(
      markdownSource,
      sourceFiles({
        "README.md": "# Read me",
        "LICENSE.md": "MIT",
        "posts/a.md": "Text",
        "posts/empty.md": "",
        "themes/x/exampleSite/a.md": "Text",
        "index.html": "<p>a</p>",
        "b.rst": "x",
        "style.css": "x",
      }),
    );
    expect([...itemsOf(all, "post"), ...itemsOf(all, "page")].map(({ key }) => key)).toEqual(["posts/a.md"]);
    expect(
      itemsOf(all, "finding")
        .map(({ item }) => item)
        .toSorted(),
    ).toEqual([
      "LICENSE.md",
      "README.md",
      "b.rst",
      "index.html",
      "posts/empty.md",
      "style.css",
      "themes/x/exampleSite/a.md",
    ]);
  });

  it("bounds the work for hostile texts", async () => {
    const bodies = [
      "> ".repeat(30_000),
      "a_".repeat(40_000),
      "[".repeat(50_000),
      "[^a]: ".repeat(10_000),
      "{{<".repeat(20_000),
      "`a``".repeat(10_000),
      "<A {".repeat(20_000),
    ];
    const started = performance.now();
    for (const body of bodies) await htmlOf(body, {}, "posts/a.mdx");
    for (const front of ["{{<", "? ", "[a][", "*a "]) await post(front.repeat(4_000));
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it("recognises folders with texts, not with a manual alone", async () => {
    const isRecognised = (...paths: string[]) =>
      markdownSource.recognises(sourceFiles(Object.fromEntries(paths.map((path) => [path, "x"]))));
    expect(await isRecognised("content/a.md", "README.md")).toBe(true);
    expect(await isRecognised("README.md", "posts.csv")).toBe(false);
  });
});
