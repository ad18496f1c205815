import { describe, expect, it } from "vitest";
import { convertHtml } from "../html.ts";
import { ghostRule } from "./cards.ts";
import { lexicalHtml, mobiledocHtml } from "./documents.ts";

const IMG = '<img src="/a.jpg" alt="">';
const card = (address: string) => `<aside class="card"><p><a href="${address}">${address}</a></p></aside>`;
const button = '<p class="button"><a href="https://x.example/">Go</a></p>';
const BUTTON = { buttonUrl: "https://x.example/", buttonText: "Go", showButton: true, buttonEnabled: true };

/** A card of the editor as HTML here, with what is named about it. */
function made(kind: string, payload: object): [html: string, messages: string[]] {
  const messages: string[] = [];
  const lexical = lexicalHtml(JSON.stringify({ root: { children: [{ type: kind, ...payload }] } }), (message) =>
    messages.push(message),
  );
  const { html, findings } = convertHtml(lexical, ghostRule);
  return [html, [...messages, ...findings.map(({ message }) => message)]];
}

describe("cards of Ghost", () => {
  it.each<[string, object, string, string[]?]>([
    [
      "image",
      { src: "/a.jpg", alt: "A", cardWidth: "wide", caption: "<b>C</b>" },
      '<figure><img src="/a.jpg" alt="A" class="wide"><figcaption><strong>C</strong></figcaption></figure>',
    ],
    [
      "image",
      { src: "/a.jpg", href: "https://x.example/" },
      `<figure>${IMG}</figure>`,
      ["The link of a picture was left out: https://x.example/"],
    ],
    ["image", { src: "" }, ""],
    [
      "gallery",
      { images: [{ src: "/a.jpg" }, { src: "/a.jpg" }], caption: "C" },
      `<div class="gallery"><figure>${IMG}</figure><figure>${IMG}</figure></div><p>C</p>`,
    ],
    [
      "bookmark",
      { url: "https://x.example/", metadata: { title: "T" }, caption: "C" },
      `${card("https://x.example/")}<p>C</p>`,
    ],
    [
      "embed",
      { url: "https://youtu.be/a", html: '<iframe src="https://www.youtube.com/embed/abc"></iframe>', caption: "C" },
      `${card("https://www.youtube.com/watch?v=abc")}<p>C</p>`,
      ["An embed of youtube.com became a link card."],
    ],
    [
      "embed",
      { url: "https://x.example/v" },
      card("https://x.example/v"),
      ["An embed of x.example became a link card."],
    ],
    ["nft", { url: "https://opensea.io/a" }, card("https://opensea.io/a")],
    ["button", BUTTON, button],
    [
      "button",
      { buttonUrl: "#/portal/signup", buttonText: "Join" },
      "",
      ["A link to Ghost's sign-up or search was left out: #/portal/signup"],
    ],
    [
      "toggle",
      { heading: "<b>H</b>", content: "<p>A</p><p>B</p>" },
      "<details><summary>H</summary><p>A</p><p>B</p></details>",
    ],
    [
      "callout",
      { calloutEmoji: "💡", calloutText: "A <em>b</em>" },
      '<aside class="callout-note"><p>💡 A <em>b</em></p></aside>',
    ],
    [
      "audio",
      { src: "/a.mp3", title: "Talk" },
      '<aside class="file"><p><a href="/a.mp3">Talk</a></p><p>Audio</p></aside>',
      ["A file is not copied, only linked: /a.mp3"],
    ],
    [
      "video",
      { src: "/a.mp4", caption: "C" },
      '<aside class="file"><p><a href="/a.mp4">a.mp4</a></p><p>Video</p></aside><p>C</p>',
      ["A file is not copied, only linked: /a.mp4"],
    ],
    [
      "file",
      { src: "/a.pdf", fileTitle: "Report", fileName: "a.pdf", fileSize: 20_480 },
      '<aside class="file"><p><a href="/a.pdf">Report</a></p><p>20 KB</p></aside>',
      ["A file is not copied, only linked: /a.pdf"],
    ],
    [
      "product",
      {
        productImageSrc: "/a.jpg",
        productTitle: "P",
        productRatingEnabled: true,
        productStarRating: 4,
        productDescription: "<p>D</p>",
        productButtonEnabled: true,
        productUrl: "https://x.example/",
        productButton: "Go",
      },
      `<figure>${IMG}</figure><h3>P</h3><p>★★★★☆</p><p>D</p>${button}`,
    ],
    [
      "header",
      { ...BUTTON, backgroundImageSrc: "/a.jpg", header: "H", subheader: "S" },
      `<figure>${IMG}</figure><h2>H</h2><p>S</p>${button}`,
    ],
    ["signup", { header: "Join us" }, "", ["A form to sign up was left out (“Join us”)."]],
    [
      "call-to-action",
      { ...BUTTON, hasSponsorLabel: true, sponsorLabel: "<p>SPONSORED</p>", imageUrl: "/a.jpg", textValue: "<p>T</p>" },
      `<p>SPONSORED</p><figure>${IMG}</figure><p>T</p>${button}`,
      ["An advertisement is part of the text: check whether it may stay."],
    ],
    [
      "before-after",
      { beforeImage: { src: "/a.jpg" }, afterImage: { src: "/a.jpg" } },
      `<div class="gallery"><figure>${IMG}</figure><figure>${IMG}</figure></div>`,
      ["A slider of two pictures became a gallery."],
    ],
    ["transistor", {}, "", ["A Transistor player for members was left out."]],
    ["html", { html: "<div>A</div>" }, "<p>A</p>"],
    [
      "html",
      { html: "A", visibility: { web: { nonMember: false } } },
      "",
      ["A block that only members see was left out."],
    ],
    ["html", { html: "A", visibility: { showOnWeb: false } }, "", ["A block that only members see was left out."]],
    ["markdown", { markdown: "## A\n\n*b*" }, "<h2>A</h2><p><em>b</em></p>"],
    [
      "codeblock",
      { code: "a < b", language: "js", caption: "C" },
      '<pre><code class="language-js">a &lt; b</code></pre><p>C</p>',
    ],
    ["horizontalrule", {}, "<hr>"],
    ["paywall", {}, ""],
    ["email", { html: "x" }, "", ["A block for emails only was left out."]],
    ["email-cta", { html: "x" }, "", ["A block for emails only was left out."]],
    ["poll", {}, "", ["A block of the unknown kind “poll” was left out."]],
    [
      "box",
      { children: [{ type: "text", text: "A" }] },
      "<p>A</p>",
      ["A block of the unknown kind “box” became plain text."],
    ],
  ])("%s %j", (kind, payload, html, messages = []) => {
    expect(made(kind, payload)).toEqual([html, messages]);
  });

  it.each([
    [
      "bookmarks with their preview",
      '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://x.example/"><div class="kg-bookmark-content"><div class="kg-bookmark-title">T</div></div><div><img src="/i.png"></div></a></figure>',
      card("https://x.example/"),
    ],
    [
      "NFTs",
      '<figure class="kg-card kg-embed-card kg-nft-card"><a class="kg-nft-card-container" href="https://opensea.io/a"><img src="/a.png"></a></figure>',
      card("https://opensea.io/a"),
    ],
    [
      "files without a title",
      '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="/a.pdf"><div class="kg-file-card-filename">a.pdf</div><div class="kg-file-card-filesize">1 KB</div><svg></svg></a></div>',
      '<aside class="file"><p><a href="/a.pdf">a.pdf</a></p><p>1 KB</p></aside>',
    ],
    [
      "players",
      '<div class="kg-card kg-audio-card"><audio src="/a.mp3"></audio><div class="kg-audio-title">T</div><button>x</button><input><span class="kg-audio-duration">3:20</span></div>',
      '<aside class="file"><p><a href="/a.mp3">T</a></p><p>Audio, 3:20</p></aside>',
    ],
    [
      "wide pictures",
      `<figure class="kg-card kg-image-card kg-width-full">${IMG}</figure>`,
      '<figure><img src="/a.jpg" alt="" class="full"></figure>',
    ],
    [
      "backgrounds of headers",
      '<div class="kg-card kg-header-card" data-kg-background-image="/b.jpg"><h2 class="kg-header-card-header">H</h2></div>',
      '<figure><img src="/b.jpg" alt=""></figure><h2>H</h2>',
    ],
    [
      "quotes in the second style",
      '<blockquote class="kg-blockquote-alt">A</blockquote>',
      '<aside class="pull-quote"><p>A</p></aside>',
    ],
    ["cards of later versions", '<div class="kg-card kg-poll-card"><div>A</div></div>', "<p>A</p>"],
  ])("reads %s of the stored HTML", (_title, html, expected) => {
    expect(convertHtml(html, ghostRule).html).toBe(expected);
  });
});

describe("documents of Ghost's editors", () => {
  const text = (words: string, format = 0) => ({ type: "extended-text", text: words, format });
  const block = (type: string, children: object[], more: object = {}) => ({ type, children, ...more });

  it("renders Lexical", () => {
    const children = [
      block("extended-heading", [text("H")], { tag: "h2" }),
      block("paragraph", [
        text("a<", 0),
        text("b", 3),
        { type: "linebreak" },
        block("link", [text("c")], { url: "/x?a=1&b" }),
      ]),
      block(
        "list",
        [
          block("listitem", [text("1")]),
          block("listitem", [block("list", [block("listitem", [text("2")])], { listType: "bullet" })]),
        ],
        { listType: "number", start: 3 },
      ),
      block("extended-quote", [text("Q")]),
      block("aside", [text("P")]),
    ];
    expect(lexicalHtml(JSON.stringify({ root: { children } }), () => undefined)).toBe(
      '<h2>H</h2><p>a&lt;<em><strong>b</strong></em><br><a href="/x?a=1&amp;b">c</a></p><ol start="3"><li>1</li><li><ul><li>2</li></ul></li></ol><blockquote>Q</blockquote><blockquote class="kg-blockquote-alt">P</blockquote>',
    );
  });

  it("renders Mobiledoc", () => {
    const document = {
      version: "0.3.1",
      atoms: [["soft-return", "", {}]],
      cards: [
        ["hr", {}],
        ["card-markdown", { markdown: "*m*" }],
      ],
      markups: [["strong"], ["a", ["href", "/x"]], ["em"]],
      sections: [
        [
          1,
          "p",
          [
            [0, [0], 0, "a"],
            [0, [1], 2, "b<"],
            [1, [], 0, 0],
            [0, [2], 0, "open"],
          ],
        ],
        [3, "ol", [[[0, [], 0, "1"]], [[0, [], 0, "2"]]]],
        [10, 0],
        [10, 1],
        [1, "aside", [[0, [], 0, "P"]]],
        [2, "/a.jpg"],
        [1, "script", [[0, [], 0, "S"]]],
      ],
    };
    expect(mobiledocHtml(JSON.stringify(document), () => undefined).replaceAll("\n", "")).toBe(
      '<p><strong>a<a href="/x">b&lt;</a></strong><br><em>open</em></p><ol><li>1</li><li>2</li></ol><hr><p><em>m</em></p><blockquote class="kg-blockquote-alt">P</blockquote><img src="/a.jpg"><p>S</p>',
    );
  });

  it("survives strange and deep documents", () => {
    const deep = `${'{"type":"paragraph","children":['.repeat(3000)}${"]}".repeat(3000)}`;
    for (const json of [
      "null",
      "[]",
      '"x"',
      '{"root":{"children":[null,1,[]]}}',
      '{"sections":[null,[10,99],[1,null,[[0,[9],9,null]]]]}',
      `{"root":${deep}}`,
    ]) {
      expect(() => lexicalHtml(json, () => undefined)).not.toThrow();
      expect(() => mobiledocHtml(json, () => undefined)).not.toThrow();
    }
  });
});
