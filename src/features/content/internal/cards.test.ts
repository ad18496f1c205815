import { describe, expect, test } from "vitest";
import type { CardDetails } from "#features/media/remote/rules.ts";
import { deriveContent } from "../derive.ts";
import type { Surface } from "../model.ts";

const VIDEO = "https://www.youtube.com/watch?v=abcdefghijk";
const POST = "https://bsky.app/profile/jarida.example/post/3kabc";
const PAGE = "https://pages.example/story";
const unmade = (address: string) => `<aside class="card"><p><a href="${address}">${address}</a></p></aside>`;
const DETAILS: CardDetails = {
  title: "Quay at dawn",
  source: "YouTube",
  picture: "/media/abcdefgh/40x30.jpg",
  isVideo: true,
};

function derive(html: string, known: Record<string, CardDetails> = {}, surface?: Surface) {
  const cards = new Map(Object.entries(known));
  return deriveContent(html, [], surface, { pictures: new Map(), cards }).content;
}
const made = (details: Partial<CardDetails>) => derive(unmade(VIDEO), { [VIDEO]: { ...DETAILS, ...details } }).html;

describe("a paragraph that is only the address of a post or video becomes its card", () => {
  test.each([
    ["typed", `<p>${VIDEO}</p>`],
    ["with space around it", `<p> ${VIDEO}&nbsp;</p>`],
    ["as a link to itself", `<p><a href="${VIDEO}">${VIDEO}</a></p>`],
    ["laid out", `<p class="align-center">${VIDEO}</p>`],
  ])("%s", (_what, html) => {
    expect(derive(html).html).toBe(unmade(VIDEO));
  });

  test.each([
    ["with words", `<p>See ${VIDEO}</p>`],
    ["followed by a second one", `<p>${VIDEO} ${POST}</p>`],
    ["as a link under other words", `<p><a href="${VIDEO}">The video</a></p>`],
    ["that leads elsewhere than it says", `<p><a href="${PAGE}">${VIDEO}</a></p>`],
    ["in a mark", `<p><strong>${VIDEO}</strong></p>`],
    ["of another page", `<p>${PAGE}</p>`],
    ["in a heading", `<h2>${VIDEO}</h2>`],
    ["in a list", `<ul><li><p>${VIDEO}</p></li></ul>`],
    ["in a quote", `<blockquote><p>${VIDEO}</p></blockquote>`],
    ["without a paragraph", VIDEO],
    ["without a scheme", "<p>www.youtube.com/watch?v=abcdefghijk</p>"],
    ["with an account in it", "<p>https://me:secret@www.youtube.com/watch?v=abcdefghijk</p>"],
  ])("but not %s", (_what, html) => {
    expect(derive(html).html).not.toContain("<aside");
    expect(derive(html).remoteItems).toEqual([]);
  });

  test("nor in an issue, whose mails have no cards", () => {
    expect(derive(`<p>${VIDEO}</p>`, { [VIDEO]: DETAILS }, "issue").html).toBe(`<p>${VIDEO}</p>`);
  });
});

describe("a card that is made", () => {
  test("has the title and picture in one link, and the source below", () => {
    expect(made({})).toBe(
      `<aside class="card-video"><p><a href="${VIDEO}"><img src="/media/abcdefgh/40x30.jpg" alt="" />Quay at dawn</a></p><p>YouTube</p></aside>`,
    );
  });

  test.each([
    [
      "without a picture",
      { picture: "" },
      `<aside class="card-video"><p><a href="${VIDEO}">Quay at dawn</a></p><p>YouTube</p></aside>`,
    ],
    [
      "without a source",
      { source: "", picture: "" },
      `<aside class="card-video"><p><a href="${VIDEO}">Quay at dawn</a></p></aside>`,
    ],
    [
      "of a page that is no video",
      { isVideo: false, picture: "" },
      `<aside class="card"><p><a href="${VIDEO}">Quay at dawn</a></p><p>YouTube</p></aside>`,
    ],
  ])("%s", (_what, details, html) => {
    expect(made(details)).toBe(html);
  });

  test("says what another site says of itself as text, never as HTML", () => {
    const html = made({ title: '<script>alert("x")</script>', source: '"><img src=x onerror=alert(1)>' });
    expect(html).toContain('&lt;script&gt;alert("x")&lt;/script&gt;');
    expect(html).not.toMatch(/<script|<img src=x/);
  });

  test("stays as it is when it is stored again, also where the site knows more by now", () => {
    const html = made({});
    expect(derive(html).html).toBe(html);
    expect(derive(html, { [VIDEO]: { ...DETAILS, title: "Another title" } }).html).toBe(html);
  });

  test("is opened by readers elsewhere, and asks nobody before", () => {
    const { pageHtml } = derive(unmade(VIDEO), { [VIDEO]: DETAILS });
    expect(pageHtml).toContain(`<a href="${VIDEO}" target="_blank" rel="noopener noreferrer">`);
    expect(pageHtml).not.toMatch(/<(iframe|script|embed)/);
  });
});

describe("what is to be asked for", () => {
  test("are the cards that are not made, each once, in their order", () => {
    const { remoteItems } = derive(`<p>${POST}</p><p>${VIDEO}</p>${unmade(PAGE)}<p>${POST}</p>`, { [VIDEO]: DETAILS });
    expect(remoteItems).toEqual([POST, PAGE].map((address) => ({ kind: "card", address })));
  });

  test.each([
    ["that is made", `<aside class="card"><p><a href="${PAGE}">A title</a></p></aside>`],
    ["with a second line", `<aside class="card"><p><a href="${PAGE}">${PAGE}</a></p><p>Source</p></aside>`],
    ["with words beside the link", `<aside class="card"><p><a href="${PAGE}">${PAGE}</a> more</p></aside>`],
    ["without a link", `<aside class="card"><p>${PAGE}</p></aside>`],
    ["without anything", '<aside class="card"></aside>'],
    ["of a path of this site", '<aside class="card"><p><a href="/about">/about</a></p></aside>'],
    ["of a mailbox", '<aside class="card"><p><a href="mailto:a@b.example">mailto:a@b.example</a></p></aside>'],
  ])("never is a card %s", (_what, html) => {
    expect(derive(html, { [PAGE]: DETAILS }).html).toBe(html);
    expect(derive(html).remoteItems).toEqual([]);
  });
});
