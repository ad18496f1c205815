import { describe, expect, it } from "vitest";
import { itemsOf, readAll, sourceFiles, textsOf } from "#test/support/source-files.ts";
import { substackSource } from "./source.ts";

const HEAD = "post_id,post_date,is_published,email_sent_at,type,audience,title,subtitle,podcast_url\n";
const row = ({
  type = "newsletter",
  audience = "everyone",
  published = "TRUE",
  date = "2020-01-02T03:04:05.000Z",
  media = "",
} = {}) =>
  `${HEAD}1.hello,${date},${published},,${type},${audience},"The ""title""; of it",Its &#x201C;subtitle&#x201D;,${media}\n`;
const post = async (table: string, html = "<p>Text</p>") => {
  const [text] = await textsOf(substackSource, { "x/posts.csv": table, "x/posts/1.hello.html": html });
  return text;
};
const attributes = (given: object) => `data-attrs="${JSON.stringify(given).replaceAll('"', "&quot;")}"`;
const card = (address: string) => `<aside class="card"><p><a href="${address}">${address}</a></p></aside>`;

describe("an export of Substack", () => {
  it("yields its posts with their facts", async () => {
    const all = await readAll(
      substackSource,
      sourceFiles({
        "posts.csv": row(),
        "posts/1.hello.html": '<p>Text</p><a href="https://ann.substack.com/subscribe?">x</a>',
        "posts/1.opens.csv": "a",
      }),
    );
    expect(itemsOf(all, "site")).toMatchObject([{ address: "https://ann.substack.com/" }]);
    expect(itemsOf(all, "post")).toMatchObject([
      {
        key: "1",
        slug: "hello",
        title: 'The "title"; of it',
        excerpt: "Its “subtitle”",
        state: "published",
        addresses: ["/p/hello"],
        publishedAt: Date.UTC(2020, 0, 2, 3, 4, 5),
        findings: [],
      },
    ]);
    expect(itemsOf(all, "finding")).toMatchObject([{ level: "info", item: "posts/1.opens.csv" }]);
  });

  it("takes its address from its list, or from most of its links", async () => {
    const links = ["other", "ann", "ann"].map((name) => `<a href="https://${name}.substack.com/p/x">x</a>`).join(" ");
    const files = { "posts.csv": row(), "posts/1.hello.html": `<p>${links}</p>` };
    const siteOf = async (more: Record<string, string>) =>
      itemsOf(await readAll(substackSource, sourceFiles({ ...files, ...more })), "site");
    expect(await siteOf({})).toMatchObject([{ address: "https://ann.substack.com/" }]);
    expect(await siteOf({ "email_list.bo.csv": "email\na@example.com" })).toMatchObject([
      { address: "https://bo.substack.com/" },
    ]);
  });

  it("knows links to its posts on its own domain and in the app", async () => {
    const hosts = ["ann.substack.com", "news.example", "open.substack.com/pub/ann", "other.substack.com"];
    const html = hosts.map((host) => `<p><a href="https://${host}/p/hello?a=1#b">x</a></p>`).join("");
    const [text] = await textsOf(substackSource, {
      "posts.csv": row(),
      "posts/1.hello.html": html,
      "email_list.ann.csv": "email\na@example.com",
    });
    const own = '<p><a href="/p/hello#b">x</a></p>';
    expect(text?.html).toBe(`${own}${own}${own}<p><a href="https://other.substack.com/p/hello?a=1#b">x</a></p>`);
  });

  it.each([
    [{ published: "FALSE" }, "", 0],
    [{ published: "oui" }, "", 1],
    [{ audience: "only_paid" }, "It was for paying subscribers.", 0],
    [{ audience: "only_free" }, "It was for free subscribers.", 0],
    [{ audience: "founding" }, "It was for founding members.", 0],
    [{ audience: "" }, "It was for “”, which is not known.", 0],
    [{ type: "restack" }, "", 1],
    [{ type: "neu" }, "", 1],
    [{ date: "soon" }, "", 1],
  ])("makes a draft of %j", async (given, restriction, findings) => {
    const text = await post(row(given));
    expect(text).toMatchObject({ state: "draft", restriction });
    expect(text?.findings).toHaveLength(findings);
  });

  it("keeps podcasts as links, and pages as pages", async () => {
    expect(await post(row({ type: "podcast", media: "https://x.example/a.mp3" }))).toMatchObject({
      state: "published",
      html: '<aside class="file"><p><a href="https://x.example/a.mp3">a.mp3</a></p><p>Audio</p></aside><p>Text</p>',
    });
    expect(await post(row({ type: "page" }))).toMatchObject({ kind: "page" });
  });

  it.each([
    [
      `<div class="captioned-image-container"><figure><a class="image-link" href="https://x.example/a.png"><div><img src="https://x.example/a.png" alt="A"></div></a><figcaption class="image-caption">C</figcaption></figure></div>`,
      '<figure><img src="https://x.example/a.png" alt="A"><figcaption>C</figcaption></figure>',
    ],
    [
      `<p>A<a class="footnote-anchor" id="footnote-anchor-1" href="#footnote-1">1</a></p><div class="footnote"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number">1</a><div class="footnote-content"><p>B</p></div></div>`,
      '<p>A<sup><a href="#fn-1" id="fnref-1">1</a></sup></p><section class="footnotes"><ol><li id="fn-1"><p>B</p></li></ol></section>',
    ],
    [
      `<div id="youtube2-abc" class="youtube-wrap" ${attributes({ videoId: "abc" })}><div><iframe src="https://www.youtube-nocookie.com/embed/abc"></iframe></div></div>`,
      card("https://www.youtube.com/watch?v=abc"),
    ],
    [
      `<div class="tweet" ${attributes({ url: "https://x.com/a/status/1" })}><div>Words</div></div>`,
      card("https://x.com/a/status/1"),
    ],
    [
      `<div class="embedded-post-wrap" ${attributes({ url: "https://b.substack.com/p/c" })}><a>x</a></div>`,
      card("https://b.substack.com/p/c"),
    ],
    [
      `<p class="button-wrapper"><a class="button primary" href="https://x.example/buy"><span>Buy</span></a></p>`,
      '<p class="button"><a href="https://x.example/buy">Buy</a></p>',
    ],
    [
      `<p class="button-wrapper"><a class="button" href="https://ann.substack.com/subscribe?">Join</a></p>`,
      "",
      "A button was left out: “Join”.",
    ],
    [`<div class="subscription-widget-wrap"><form><input></form></div>`, "", "A form for subscribing was left out."],
    [`<div class="poll-embed" ${attributes({ id: 1 })}></div>`, "", "A poll was left out."],
    [`<div class="pullquote"><p>Q</p></div>`, '<aside class="pull-quote"><p>Q</p></aside>'],
    [
      `<div class="latex-rendered" ${attributes({ persistentExpression: "x_1" })}></div>`,
      '<pre><code class="language-latex">x_1</code></pre>',
    ],
    [`<p><span class="mention-wrap" ${attributes({ name: "Ann Lee" })}></span> A</p>`, "<p>Ann Lee A</p>"],
    [
      `<div class="image-gallery-embed" ${attributes({ gallery: { images: [{ src: "https://x.example/1.png" }, { src: "https://x.example/2.png" }] } })}></div>`,
      '<div class="gallery"><figure><img src="https://x.example/1.png" alt=""></figure><figure><img src="https://x.example/2.png" alt=""></figure></div>',
    ],
    [
      `<div class="file-embed-wrapper"><div class="file-embed-details-h1">Report</div><a href="https://x.example/a.pdf">Download</a></div>`,
      '<aside class="file"><p><a href="https://x.example/a.pdf">Report</a></p></aside>',
    ],
  ])("converts %s", async (html, expected, message = "") => {
    const text = await post(row(), html);
    expect(text?.html).toBe(expected);
    if (message) expect(text?.findings.map((one) => one.message)).toEqual([message]);
  });

  it("names rows without a text, and texts without a row", async () => {
    const all = await readAll(
      substackSource,
      sourceFiles({ "posts.csv": `${row()},x\n`, "posts/2.other.html": "<p>Other</p>" }),
    );
    expect(itemsOf(all, "finding").map(({ message }) => message)).toEqual([
      "Its text is not among the files.",
      "It has no id, or one that another row has.",
    ]);
    expect(itemsOf(all, "post")).toMatchObject([{ key: "2", state: "draft", title: "other" }]);
  });

  it("reads its list of subscribers without questions", async () => {
    const list =
      "email,active_subscription,expiry,email_disabled,created_at\na@example.com,false,,false,2020-01-02T00:00:00.000Z\nb@example.com,true,,true,2020-01-02T00:00:00.000Z\n";
    const all = await readAll(substackSource, sourceFiles({ "posts.csv": HEAD, "email_list.ann.csv": list }));
    expect(itemsOf(all, "subscriber")).toMatchObject([
      { email: "a@example.com", state: "subscribed", since: Date.UTC(2020, 0, 2) },
    ]);
    expect(itemsOf(all, "mapping")).toMatchObject([{ file: "email_list.ann.csv", question: "" }]);
  });

  it("rejects a table that is no CSV with a sentence", async () => {
    await expect(post(`${HEAD}1.a,"${"x".repeat(9_000_000)}`)).rejects.toThrow(
      "posts.csv is not a CSV that can be read",
    );
  });
});
