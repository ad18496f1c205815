import { describe, expect, test } from "vitest";
import type { Head } from "#shared/page.ts";
import { SITE } from "#test/support/reader-markup.tsx";
import type { RenderedPage } from "../site/entry-server.tsx";
import type { PageAssets } from "./assets.ts";
import { renderAdminDocument, renderDocument, renderNotice } from "./document.ts";

const ODD_SITE = { ...SITE, name: 'News "&" <Co>' };
const ASSETS: PageAssets = {
  stylesheet: "/assets/site.css",
  entry: "/assets/entry.js",
  fonts: () => ["/assets/a.woff2", "/assets/b.woff2"],
  arabicFonts: ["/assets/arabic-1.woff2"],
  start: "/start.js?v=1",
  pageScripts: (name) => [`/assets/${name}.js`],
  admin: { stylesheet: "/assets/admin.css", entry: "/assets/admin.js", fonts: [] },
};
/** What would end a script, open a comment in one, or end a line of JavaScript. */
const HOSTILE = "</script><script>alert(1)</script><!-- \u2028\u2029 &lt; \"' </title>";

function documentOf(head: Partial<Head> = {}, state: object = {}, assets = ASSETS): string {
  const page = {
    head: { title: "A title", description: "In short.", canonical: "/", ...head },
    routeName: "home",
    html: "<p>Page</p>",
    state: { site: ODD_SITE, renderedAt: 0, queries: [], ...state },
  } as unknown as RenderedPage;
  return renderDocument(page, assets);
}
/** The bodies of all script elements, as a browser finds them. */
const scriptsIn = (html: string) =>
  [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].map(([, , body]) => body ?? "");

describe("whatever an editor writes", () => {
  test("stays in its attribute and its title", () => {
    const html = documentOf({ title: HOSTILE, description: HOSTILE, image: { url: "/a.png", alt: HOSTILE } });
    expect(html).not.toContain("alert(1)</script>");
    expect(html.match(/<\/title>/g)).toHaveLength(1);
    expect(html).toContain('content="&#60;/script&#62;&#60;script&#62;alert(1)');
  });

  test("stays in the data of the page, and is the same when it is read", () => {
    const html = documentOf({ jsonLd: [{ "@type": "NewsArticle", headline: HOSTILE }] }, { queries: [HOSTILE] });
    const [start, ...data] = scriptsIn(html);
    expect(start).toBe("");
    // The publication, its search, the article, and the page's state: nothing has broken out or come in.
    expect(data).toHaveLength(4);
    expect(JSON.parse(data[2] ?? "").headline).toBe(HOSTILE);
    expect(JSON.parse(data[3] ?? "").queries).toEqual([HOSTILE]);
    for (const text of data) expect(text).not.toMatch(/<|\u2028|\u2029/);
  });
});

test("no document has a script of its own: the policy allows none", () => {
  for (const html of [documentOf(), renderAdminDocument(ODD_SITE, ASSETS)])
    for (const [, attributes = "", body = ""] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g))
      if (body !== "") expect(attributes).toMatch(/type="application\/(ld\+)?json"/);
});

describe("a page loads first", () => {
  test("the scripts that it needs, named in order, and its fonts for any origin's request", () => {
    const html = documentOf();
    expect(html).toContain('data-scripts="/assets/entry.js /assets/home.js"');
    expect(html.match(/<link rel="preload" as="font"[^>]* crossorigin>/g)).toHaveLength(2);
  });

  test("the Arabic letters, if the site is in Arabic", () => {
    const fontsOf = (site: object) =>
      [...documentOf({}, { site: { ...ODD_SITE, ...site } }).matchAll(/as="font"[^>]*href="([^"]*)"/g)].map(
        ([, href]) => href,
      );
    expect(fontsOf({ language: "ar" })).toEqual(["/assets/arabic-1.woff2", "/assets/a.woff2", "/assets/b.woff2"]);
    expect(fontsOf({ language: "sw" })).toEqual(["/assets/a.woff2", "/assets/b.woff2"]);
  });

  test.each([
    [{}, ["display", "sans", "text"]],
    [{ ownFonts: { headlines: { basic: "/h.woff2" } } }, ["/h.woff2", "sans", "text"]],
    [{ ownFonts: { text: { basic: "/t.woff2", arabic: "/a.woff2" } } }, ["/t.woff2", "display", "sans"]],
    [{ ownFonts: { text: { basic: "/t.woff2" } }, fonts: "literary" }, ["/t.woff2", "display"]],
    [
      { ownFonts: { headlines: { arabic: "/h.woff2" } }, language: "ar" },
      ["/h.woff2", "/assets/arabic-1.woff2", "sans", "text"],
    ],
  ] as const)("own typefaces, not the ones that they replace: %j", (site, expected) => {
    const names = { display: "newsreader-display-basic", text: "newsreader-basic", sans: "libre-franklin-basic" };
    const files = [names.display, names.sans, names.text].map((name) => `/assets/${name}-1.woff2`);
    const html = documentOf({}, { site: { ...ODD_SITE, ...site } }, { ...ASSETS, fonts: () => files });
    const loaded = [...html.matchAll(/as="font"[^>]*href="([^"]*)"/g)].map(([, href]) => href);
    expect(loaded).toEqual(
      expected.map((name) => (name in names ? `/assets/${names[name as keyof typeof names]}-1.woff2` : name)),
    );
  });

  test("its largest picture, in the format that the page will ask for", () => {
    const preload = (url: string) =>
      documentOf({ preloadImage: { url, sizes: "92vw" } }).match(/<link rel="preload" as="image"[^>]*>/)?.[0];
    expect(preload("/media/abcdefgh/800x450.jpg")).toMatch(
      /type="image\/avif" imagesrcset="[^"]*\/media\/abcdefgh\/800\.avif 800w" imagesizes="92vw"/,
    );
    // Of another's picture there is only one size: fetching it early as well could fetch it twice.
    expect(preload("https://pictures.example/a.jpg")).toBeUndefined();
  });
});

test("the admin area and small notes stay out of search engines", () => {
  const notice = { title: HOSTILE, message: HOSTILE, siteName: ODD_SITE.name, stylesheet: "/assets/site.css" };
  for (const html of [renderAdminDocument(ODD_SITE, ASSETS), renderNotice(notice)]) {
    expect(html).toMatch(/<meta name="robots" content="noindex/);
    expect(html).not.toContain("<script>");
    expect(html).toContain("News &#34;&#38;&#34; &#60;Co&#62;</title>");
  }
});
