import { describe, expect, it } from "vitest";
import { parseContent } from "#features/content/parse.ts";
import { contentHtml } from "#features/content/serialize.ts";
import { SiteIndex } from "./site-index.ts";
import { textItemOf } from "./text-item.ts";
import type { WxrItem } from "./wxr.ts";

const fieldsOf = (fields: Record<string, string>) => new Map(Object.entries(fields));
const itemOf = (html: string, meta: Record<string, string> = {}): WxrItem => ({
  fields: fieldsOf({
    "wp:post_id": "1",
    "wp:post_type": "post",
    "wp:status": "publish",
    pubDate: "Thu, 02 Jan 2020 03:04:05 +0000",
    "content:encoded": html,
  }),
  categories: [],
  meta: new Map(Object.entries(meta).map(([key, value]) => [key, [value]])),
  comments: 0,
  isComplete: true,
  isTooLarge: false,
});
const attachment = (id: string, address: string): WxrItem => ({
  ...itemOf("", { _wp_attachment_image_alt: `Alt ${id}` }),
  fields: fieldsOf({
    "wp:post_id": id,
    "wp:post_type": "attachment",
    "wp:post_parent": "1",
    "wp:attachment_url": address,
    "excerpt:encoded": id === "2" ? "Caption" : "",
  }),
});

function indexOf(blocks: Record<string, string> = {}): SiteIndex {
  const index = new SiteIndex();
  for (const [id, address] of [
    ["2", "/2.jpg"],
    ["3", "/3.png"],
    ["4", "/4.mp3"],
  ] as const)
    index.add({ kind: "item", item: attachment(id, address) });
  for (const [id, html] of Object.entries(blocks)) {
    const item = itemOf(html);
    index.add({
      kind: "item",
      item: { ...item, fields: new Map([...item.fields, ["wp:post_type", "wp_block"], ["wp:post_id", id]]) },
    });
  }
  return index;
}

function read(
  html: string,
  { meta = {}, blocks = {} }: { meta?: Record<string, string>; blocks?: Record<string, string> } = {},
) {
  const place = { address: "https://old.example", index: indexOf(blocks) };
  const { text } = textItemOf(itemOf(html, meta), { kind: "post", isCustom: false }, place);
  return { ...text, messages: text.findings.map(({ message }) => message) };
}

const card = (address: string) => `<aside class="card"><p><a href="${address}">${address}</a></p></aside>`;
const file = (address: string, about: string) =>
  `<aside class="file"><p><a href="${address}">${address.slice(1)}</a></p><p>${about}</p></aside>`;
const GALLERY =
  '<div class="gallery"><figure><img src="/2.jpg" alt="Alt 2"><figcaption>Caption</figcaption></figure><figure><img src="/3.png" alt="Alt 3"></figure></div>';

describe("classic texts of WordPress", () => {
  it.each([
    ["makes paragraphs of blank lines, and breaks of others", "A\n\n\nB\nC", "<p>A</p><p>B<br>C</p>"],
    ["reads lines that end as on Windows", "A\r\n\r\nB", "<p>A</p><p>B</p>"],
    [
      "makes no breaks next to blocks",
      "A\n<h2>B</h2>\nC\n\n<ul>\n\n<li>D</li>\n</ul>",
      "<p>A</p><h2>B</h2><p>C</p><ul>\n\n<li>D</li>\n</ul>",
    ],
    ["divides marks", "<strong>A\n\nB</strong>", "<p><strong>A</strong></p><p><strong>B</strong></p>"],
    ["divides quotations and cells", "<blockquote>A\n\nB</blockquote>", "<blockquote><p>A</p><p>B</p></blockquote>"],
    ["makes one break of two", "A<br />\nB", "<p>A<br>B</p>"],
    ["leaves code as it is", "<pre>A\n\n[gallery]\nB</pre>", "<pre><code>A\n\n[gallery]\nB</code></pre>"],
    ["leaves paragraphs as they are", "<p>A</p>\n\n<p>B\nC</p>", "<p>A</p><p>B<br>C</p>"],
    [
      "makes cards of addresses in lines of their own",
      "A\nhttps://youtu.be/x?a=1&amp;b=2\nB https://b.example",
      `<p>A</p>${card("https://youtu.be/x?a=1&amp;b=2")}<p>B https://b.example</p>`,
    ],
    [
      "does not link to pages of pictures",
      '<a href="https://old.example/a/b/" rel="attachment wp-att-2"><img src="/2.jpg" alt="A" /></a>',
      '<p><img src="/2.jpg" alt="A"></p>',
    ],
  ])("%s", (_title, html, expected) => {
    expect(read(html).html).toBe(expected);
  });

  it("takes a short teaser as the summary", () => {
    expect(read("A [x_y a=1] <b>B</b>\n<!--more Read on-->C")).toMatchObject({
      excerpt: "A B",
      html: "<p>A  <strong>B</strong></p><p>C</p>",
    });
  });
});

describe("shortcodes", () => {
  it.each([
    [
      '[caption id="attachment_2" width="300"]<a href="/2.jpg"><img src="/2.jpg" alt="A" /></a> Words <em>here</em>[/caption]',
      '<figure><img src="/2.jpg" alt="A"><figcaption>Words <em>here</em></figcaption></figure>',
    ],
    [
      '[caption caption="Old &quot;words&quot;"]<img src="/2.jpg" alt="" />[/caption]',
      '<figure><img src="/2.jpg" alt=""><figcaption>Old "words"</figcaption></figure>',
    ],
    ['A\n\n[gallery ids="2,3" columns="2"]\n\nB', `<p>A</p>${GALLERY}<p>B</p>`],
    ["<p>[gallery]</p>", GALLERY],
    ["[gallery ids=”2″]", '<figure><img src="/2.jpg" alt="Alt 2"><figcaption>Caption</figcaption></figure>'],
    ['[audio mp3="/4.mp3"][/audio]', file("/4.mp3", "Audio")],
    [
      "[audio http://a.example/b.mp3|titles=A]",
      '<aside class="file"><p><a href="http://a.example/b.mp3">b.mp3</a></p><p>Audio</p></aside>',
    ],
    ['[video width="9" mp4="/a.mp4" /]', file("/a.mp4", "Video")],
    ['[playlist ids="4"]', file("/4.mp3", "Audio")],
    ['[embed width="9"]https://a.example/b?c=1&amp;d=2[/embed]', card("https://a.example/b?c=1&amp;d=2")],
    ["[youtube=http://www.youtube.com/watch?v=abc_1]", card("http://www.youtube.com/watch?v=abc_1")],
    ["[youtube id='abc_1' w=9]", card("https://www.youtube.com/watch?v=abc_1")],
    ["[vimeo 123]", card("https://vimeo.com/123")],
    [
      '[sourcecode language="php"]&lt;b&gt;\n\n<i>[x y="1"][/sourcecode]',
      '<pre><code class="language-php">&lt;b&gt;\n\n&lt;i&gt;[x y="1"]</code></pre>',
    ],
    [
      "A[ref]Note[/ref] B",
      '<p>A<sup><a href="#fn-1" id="fnref-1">1</a></sup> B</p><section class="footnotes"><ol><li id="fn-1">Note</li></ol></section>',
    ],
    ["[[gallery]] and [[caption]A[/caption]]", "<p>[gallery] and [caption]A[/caption]</p>"],
    ["[sic] and [1] [Update: a=b] [a, b] [", "<p>[sic] and [1] [Update: a=b] [a, b] [</p>"],
    ["A [a-z] [a-z0-9_-]+ [tmp_name] B", "<p>A [a-z] [a-z0-9_-]+ [tmp_name] B</p>"],
    ["A\n[recent_posts]\nB", "<p>A<br><br>B</p>"],
    ["İİ[ccne_php]<b>[/ccne_php]", '<p>İİ</p><pre><code class="language-php">&lt;b&gt;</code></pre>'],
    [
      '<pre lang="php"><?php echo "<form><b>$a && $b[x_y]";</pre><code lang="PHP">\n<i>a</i>\nb</code>',
      '<pre><code class="language-php">&lt;?php echo "&lt;form&gt;&lt;b&gt;$a &amp;&amp; $b[x_y]";</code></pre><pre><code class="language-php">&lt;i&gt;a&lt;/i&gt;\nb</code></pre>',
    ],
    [
      '<pre lang="php">&lt;b&gt;</pre><pre lang="c" escaped="true">a <b>b</b></pre><code lang="c">a</code>',
      '<pre><code class="language-php">&lt;b&gt;</code></pre><pre><code class="language-c">a b</code></pre><p><code>a</code></p>',
    ],
    [
      '[php]echo "<script>[members]";[/php]\n\nAfter',
      '<pre><code class="language-php">echo "&lt;script&gt;[members]";</code></pre><p>After</p>',
    ],
    [
      '<pre lang="php">a</pre><pre class="lang:js decode:true">b</pre>',
      '<pre><code class="language-php">a</code></pre><pre><code class="language-js">b</code></pre>',
    ],
    ['<code>[x_y a="1"]</code>', '<p><code>[x_y a="1"]</code></p>'],
  ])("reads %s", (html, expected) => {
    expect(read(html).html).toBe(expected);
  });

  it.each([
    ['[recent_posts n="3"] A', "<p>A</p>", "Parts that only the old site can show were left out: recent_posts."],
    ['[box color="red"]A[/box]', "<p>A</p>", "The content of shortcodes came along without what they do: box."],
    [
      '[gallery ids="2,77"]',
      '<figure><img src="/2.jpg" alt="Alt 2"><figcaption>Caption</figcaption></figure>',
      "Pictures of a gallery are not in the files: 1.",
    ],
    [
      '[accordion title="Q"]A[/accordion]',
      "<details><summary>Q</summary><p>A</p></details>",
      "The content of shortcodes came along without what they do: accordion.",
    ],
    [
      '[et_pb_section][et_pb_text]<p>A</p>[/et_pb_text][et_pb_image src="/2.jpg" alt="B"][et_pb_button button_url="/c" button_text="C"][/et_pb_section]',
      '<p>A</p><figure><img src="/2.jpg" alt="B"></figure><p class="button"><a href="/c">C</a></p>',
      "It was made with Divi: its text and pictures come along, its layout does not.",
    ],
    [
      `[vc_row][vc_single_image image="3"][vc_btn title="B" link="url:%2Fb%2F|title:x"][vc_raw_html]${btoa("%3Ch2%3EA%3C%2Fh2%3E")}[/vc_raw_html][/vc_row]`,
      '<figure><img src="/3.png" alt="Alt 3"></figure><p class="button"><a href="/b/">B</a></p><h2>A</h2>',
      "It was made with WPBakery: its text and pictures come along, its layout does not.",
    ],
  ])("names what it changes: %s", (html, expected, message) => {
    expect(read(html)).toMatchObject({ html: expected, messages: expect.arrayContaining([message]) });
  });

  it("shows the titles of accordions, and what blocks of plugins have as attributes", () => {
    const { html } = read(
      '<div><button class="kt-accordion-header">A</button></div><!-- wp:kadence/singlebtn {"text":"B","link":"/b"} /--><!-- wp:acme/box {"title":"C","content":"D"} /-->',
    );
    expect(html).toBe('<p><strong>A</strong></p><p class="button"><a href="/b">B</a></p><h3>C</h3><p>D</p>');
  });

  it("makes no breaks of the lines of a page builder", () => {
    const { html } = read("<a href='/a'>\n\t A\n</a>\nB", { meta: { _elementor_data: "[]" } });
    expect(html.replace(/\s+/g, " ")).toBe('<p><a href="/a"> A </a> B</p>');
  });

  it("reads a text that Elementor stores in a field", () => {
    const data = [
      {
        elements: [
          { widgetType: "heading", settings: { title: "A" } },
          { widgetType: "text-editor", settings: { editor: "<p>B</p>" } },
          { widgetType: "form", settings: {} },
        ],
      },
    ];
    expect(read("", { meta: { _elementor_data: JSON.stringify(data) } })).toMatchObject({
      html: "<h2>A</h2><p>B</p>",
      messages: [
        "Parts that only the old site can show were left out: Elementor form.",
        "It was made with Elementor: its text and pictures come along, its layout does not.",
      ],
    });
    expect(read("", { meta: { _bricks_page_content_2: "a:0:{}" } }).messages).toEqual([
      "Its text is in fields of Bricks, which cannot be read.",
    ]);
  });
});

const block = (name: string, html: string, json = "") =>
  `<!-- wp:${name}${json && ` ${json}`} -->\n${html}\n<!-- /wp:${name} -->`;

describe("blocks of WordPress", () => {
  it.each([
    ["paragraphs", block("paragraph", '<p class="has-text-align-center">A\nB</p>'), '<p class="align-center">A\nB</p>'],
    [
      "embeds",
      block(
        "embed",
        '<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://a.example/b?c&amp;d\n</div><figcaption>Words</figcaption></figure>',
        '{"url":"x"}',
      ),
      `${card("https://a.example/b?c&amp;d")}<p>Words</p>`,
    ],
    [
      "galleries",
      block(
        "gallery",
        '<figure class="wp-block-gallery"><figure class="wp-block-image"><img src="/2.jpg" alt=""/><figcaption>C</figcaption></figure><figure class="wp-block-image"><img src="/3.png" alt=""/></figure></figure>',
      ),
      '<div class="gallery"><figure><img src="/2.jpg" alt=""><figcaption>C</figcaption></figure><figure><img src="/3.png" alt=""></figure></div>',
    ],
    [
      "galleries that are lists",
      block(
        "gallery",
        '<ul class="wp-block-gallery"><li><figure><img src="/2.jpg" alt=""/></figure></li><li><figure><img src="/3.png" alt=""/></figure></li></ul>',
      ),
      '<div class="gallery"><figure><img src="/2.jpg" alt=""></figure><figure><img src="/3.png" alt=""></figure></div>',
    ],
    [
      "files",
      block(
        "file",
        '<div class="wp-block-file"><a href="/a.pdf">Report</a><a href="/a.pdf" class="wp-block-file__button" download>Download</a></div>',
      ),
      '<aside class="file"><p><a href="/a.pdf">Report</a></p><p>PDF</p></aside>',
    ],
    [
      "buttons",
      block(
        "buttons",
        `<div class="wp-block-buttons">${block("button", '<div class="wp-block-button"><a class="wp-block-button__link" href="/a">Go</a></div>')}</div>`,
      ),
      '<p class="button"><a href="/a">Go</a></p>',
    ],
    [
      "pull quotes",
      block("pullquote", '<figure class="wp-block-pullquote"><blockquote><p>A</p><cite>B</cite></blockquote></figure>'),
      '<aside class="pull-quote"><blockquote><p>A</p><p><em>B</em></p></blockquote></aside>',
    ],
    [
      "covers",
      block(
        "cover",
        '<div class="wp-block-cover"><img class="wp-block-cover__image-background" src="/2.jpg" alt="A"/><div><p>B</p></div></div>',
      ),
      '<figure><img src="/2.jpg" alt="A"></figure><p>B</p>',
    ],
    [
      "covers with a style",
      block("cover", '<div class="wp-block-cover" style="background-image:url(/2.jpg)"><p>B</p></div>'),
      '<figure><img src="/2.jpg" alt=""></figure><p>B</p>',
    ],
    [
      "media next to text",
      block(
        "media-text",
        '<div class="wp-block-media-text"><figure><img src="/2.jpg" alt=""/></figure><div><p>B</p></div></div>',
      ),
      '<figure><img src="/2.jpg" alt=""></figure><p>B</p>',
    ],
    [
      "toggles",
      block("details", "<details><summary>A</summary><p>B</p></details>"),
      "<details><summary>A</summary><p>B</p></details>",
    ],
    [
      "tables",
      block(
        "table",
        '<figure class="wp-block-table"><table><tbody><tr><td>A</td></tr></tbody></table><figcaption>C</figcaption></figure>',
      ),
      "<table><tbody><tr><td>A</td></tr></tbody></table><p>C</p>",
    ],
    ["verses", block("verse", '<pre class="wp-block-verse">A\nB</pre>'), "<p>A<br>B</p>"],
    [
      "separators and spaces",
      `${block("separator", '<hr class="wp-block-separator"/>')}${block("spacer", '<div style="height:9px" class="wp-block-spacer"></div>')}`,
      "<hr>",
    ],
    ["classic text between blocks", `A\n\nB\n\n${block("paragraph", "<p>C</p>")}`, "<p>A</p><p>B</p><p>C</p>"],
    [
      "links to profiles",
      '<!-- wp:social-link {"url":"https://a.example/b","service":"x"} /-->',
      card("https://a.example/b"),
    ],
  ])("reads %s", (_title, html, expected) => {
    const { html: made } = read(html);
    expect(made.replace(/\n+(?=<|$)/g, "")).toBe(expected);
  });

  it("numbers the footnotes of the block editor", () => {
    const { html } = read(
      `${block("paragraph", '<p>A<sup data-fn="u-1" class="fn"><a href="#u-1" id="u-1-link">1</a></sup></p>')}<!-- wp:footnotes /-->`,
      {
        meta: { footnotes: '[{"id":"u-1","content":"Note <em>x</em>"}]' },
      },
    );
    expect(html).toBe(
      '<p>A<sup><a href="#fn-1" id="fnref-1">1</a></sup></p><section class="footnotes"><ol><li id="fn-1">Note <em>x</em></li></ol></section>',
    );
  });

  it.each([
    ["<!-- wp:latest-posts /-->", "Blocks that only the old site can fill were left out: latest-posts."],
    ["<!-- wp:acme/chart /-->", "Blocks that only the old site can fill were left out: acme/chart."],
    [block("acme/chart", "<p>A</p>"), "Blocks of plugins came along as plain content: acme/chart."],
    [block("columns", "<p>A</p>"), "Its columns are below each other."],
    ["A<!--nextpage-->B", "The pages that it was divided into were joined."],
    ['<!-- wp:block {"ref":5} /-->', "A reusable block is not in the files."],
  ])("names what it changes: %s", (html, message) => {
    expect(read(html).messages).toEqual([message]);
  });

  it("leaves out reusable blocks that contain themselves, or multiply", () => {
    const use = (id: string) => `<!-- wp:block {"ref":${id}} /-->`;
    const blocks = { "5": `<p>A</p>${use("6")}`, "6": `<p>B</p>${use("5")}` };
    expect(read(use("5"), { blocks })).toMatchObject({
      html: "<p>A</p><p>B</p>",
      messages: [expect.stringContaining("contains itself")],
    });
    const many = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [String(10 + at), use(String(11 + at)).repeat(10)]),
    );
    const { html } = read(use("10"), { blocks: { ...many, "19": "x".repeat(1000) } });
    expect(html.length).toBeLessThan(500_000);
  });
});

describe("hostile texts of WordPress", () => {
  it("takes linear time, and yields what the content model accepts", () => {
    const started = performance.now();
    for (const part of [
      "[",
      "[a ",
      "[a]",
      "[a_bc]",
      "[/a]",
      "[[a]]",
      "[x_y a=",
      "[caption]",
      '[gallery ids="2,3,2,3"]',
      "\n\n",
      "\n",
      "<!--",
      "<!-- wp:a -->",
      "<!-- wp:block {} /-->",
      "https://a.example\n",
      "<p>[a]</p>",
      "&amp;[",
      "[embed]",
    ]) {
      const { html } = read(part.repeat(10_000));
      expect(() => contentHtml(parseContent(html.slice(0, 900_000)).nodes)).not.toThrow();
    }
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it("rejects HTML that is nested without end", () => {
    expect(() => read("<i>".repeat(10_000))).toThrow("nested too deeply");
  });

  it("does not make a long text of a short list", () => {
    expect(read('[gallery ids="2,2,2,2,2,2,2,2,2,2"]'.repeat(2000)).html.length).toBeLessThan(500_000);
  });
});
