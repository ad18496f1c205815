import { expect, test } from "vitest";
import { deriveContent, ownContent } from "../derive.ts";

const REMOTE = '<img src="https://x.example/a.png" alt="A" />';
const OWN = '<img src="/media/abcdefgh/40x30.jpg" alt="B" />';
const FIGURE = `<figure>${REMOTE}<figcaption>a</figcaption></figure>`;
const prepare = (html: string) => deriveContent(html).content;

test.each([
  REMOTE,
  `<p>a${REMOTE}b</p>`,
  `<ul><li><a href="/x">${REMOTE}</a></li></ul>`,
  FIGURE,
  `<div class="gallery">${FIGURE}${FIGURE}</div>`,
  '<img src="HTTPS://x.example/a.png">',
  '<img src=" https://x.example/a.png">',
  '<img src="ht&#9;tps://x.example/a.png">',
  '<img src="https:x.example/a.png">',
])("no page or feed names the host of %s, which is kept as it is", (html) => {
  const { html: stored, pageHtml, pictures, remoteItems } = prepare(`<p>x</p>${html}${OWN}`);
  expect(stored).toContain("x.example");
  expect(remoteItems).toEqual([{ kind: "picture", address: expect.stringContaining("x.example/a.png") }]);
  expect([pictures[0], pictures.at(-1)]).toEqual([remoteItems[0]?.address, "/media/abcdefgh/40x30.jpg"]);
  for (const shown of [pageHtml, ownContent(stored).html]) {
    expect(shown).not.toContain("x.example");
    expect(shown).toContain("/media/abcdefgh/40x30.jpg");
    expect(shown).not.toMatch(/<figure>|gallery/);
  }
});

test("what the site has a copy of becomes the copy, wherever it stands", () => {
  const pictures = new Map([["https://x.example/a.png", "/media/abcdefgh/40x30.jpg"]]);
  const { content } = deriveContent(`${FIGURE}<p>${REMOTE}</p>`, [], "article", { pictures, cards: new Map() });
  expect(content.html).not.toContain("x.example");
  expect(content.remoteItems).toEqual([]);
  expect(content.pictures).toHaveLength(2);
});

test("a link to another host's picture stays: nobody follows it without a click", () => {
  const { pageHtml, remoteItems } = prepare('<p><a href="https://x.example/a.png">a</a></p>');
  expect(pageHtml).toContain("https://x.example/a.png");
  expect(remoteItems).toEqual([]);
});
