import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readHead, textOf } from "./fetch-card.ts";

const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`;

describe("the head of a page", () => {
  test("says what Open Graph says, rather than Twitter's names or plain HTML, in whatever order", () => {
    const head = readHead(`<head><title>Plain</title><meta name="description" content="plain">
      <meta name="twitter:title" content="Twitter"><meta name="twitter:description" content="twitter">
      ${meta("og:title", "Graph")}${meta("og:description", "graph")}${meta("og:site_name", "The Site")}`);
    expect(head).toMatchObject({ title: "Graph", description: "graph", site: "The Site" });
  });

  test("falls back to the next name where the better one is empty", () => {
    const head = readHead(`${meta("og:title", " ")}<title> Plain\n</title>${meta("og:image", "")}
      <meta name="twitter:image:src" content="/card.png">`);
    expect(head).toMatchObject({ title: "Plain", picture: "/card.png" });
  });

  test("prefers the secure address of a picture", () => {
    const [plain, secure] = [
      meta("og:image", "http://a.example/1"),
      meta("og:image:secure_url", "https://a.example/1"),
    ];
    expect(readHead(plain + secure).picture).toBe("https://a.example/1");
  });

  test("means the first of several of one name", () => {
    expect(readHead(meta("og:image", "/first.png") + meta("og:image", "/second.png")).picture).toBe("/first.png");
  });

  test("is read whatever the case of its names, and with entities resolved", () => {
    expect(readHead('<META NAME="OG:Title" CONTENT="Fish &amp; chips &lt;b&gt;">').title).toBe("Fish & chips <b>");
  });

  test("ends where the body begins, or where it is closed", () => {
    const late = meta("og:title", "In the text");
    for (const end of ["<body>", "</head>"])
      expect(readHead(`<head><title>Own</title>${end}${late}`).title).toBe("Own");
  });

  test("has the title of the page alone, not of a drawing in it", () => {
    expect(readHead("<title>Page</title><svg><title>Drawing</title></svg>").title).toBe("Page");
  });

  test("may be cut off in the middle of an element", () => {
    expect(readHead(`${meta("og:title", "Whole")}<meta property="og:image" cont`)).toMatchObject({
      title: "Whole",
      picture: "",
    });
    expect(readHead("<title>Half of the ti").title).toBe("Half of the ti");
  });

  test("that never ends is read for its first two thousand elements alone", () => {
    const filler = "<link>".repeat(1_999);
    expect(readHead(filler + meta("og:title", "In time")).title).toBe("In time");
    expect(readHead(`${filler}<link>${meta("og:title", "Too late")}`).title).toBe("");
  });

  test.each([
    ["Amina Yusuf", "Amina Yusuf"],
    // Facebook's form of it.
    ["https://www.facebook.com/amina", ""],
  ])("names the author %j as %j", (given, author) => {
    expect(readHead(`<meta name="author" content="${given}">`).author).toBe(author);
  });

  test.each([
    ["video.other", true],
    [" VIDEO.movie", true],
    ["article", false],
    ["music.video_clip", false],
  ])("of the type %j is a video: %s", (type, isVideo) => {
    expect(readHead(meta("og:type", type)).isVideo).toBe(isVideo);
  });

  test("can be read of any text, and its words are trimmed", () => {
    const parts = fc.constantFrom(
      "<",
      ">",
      "meta",
      "title",
      "</title>",
      "<body",
      "=",
      '"',
      "&",
      "\u0000",
      "\ud800",
      " x ",
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(parts).map((all) => all.join("")),
    );
    fc.assert(
      fc.property(texts, (html) => {
        const { isVideo: _isVideo, ...words } = readHead(html);
        for (const word of Object.values(words)) expect(word).toBe(word.trim());
      }),
    );
  });
});

describe("the words of an embedded post", () => {
  test("are its first paragraph's, without elements and without what follows", () => {
    const html = `<blockquote><p lang="en">Up <b>10&nbsp;%</b> &amp; more<br>today</p>&mdash; A (@a)<p>Other</p></blockquote>`;
    expect(textOf(html)).toBe("Up 10\u00a0% & more today");
  });

  test.each([
    ["no paragraph", "<blockquote>Words</blockquote>"],
    ["an empty one", "<p> </p><p>Second</p>"],
    ["nothing", ""],
  ])("are none where it has %s", (_what, html) => {
    expect(textOf(html)).toBe("");
  });

  test("are taken even where the paragraph is never closed", () => {
    expect(textOf("<p>Half a")).toBe("Half a");
  });
});
