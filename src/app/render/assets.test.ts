import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readAssets } from "./assets.ts";

type Chunk = { file: string; assets?: string[]; imports?: string[]; dynamicImports?: string[] };
type Manifest = Record<string, Chunk>;

const ENTRY = "src/app/site/entry-browser.tsx";
const HOME = "src/app/site/home-page.tsx";
const ARTICLE = "src/features/articles/site/article-page.tsx";
const NEWSLETTER_BOX = "src/features/newsletter/site/sidebar-box.tsx";
const PAGES = [
  ...[HOME, ARTICLE, "src/features/articles/site/category-page.tsx", "src/app/site/not-found-page.tsx"],
  "src/features/pages/site/page.tsx",
  "src/features/contact/site/contact-form.tsx",
  NEWSLETTER_BOX,
  "src/features/newsletter/site/unsubscribe-page.tsx",
  "src/features/articles/site/saved-page.tsx",
  "src/features/search/site/search-page.tsx",
];

const reader = (change: Manifest = {}): Manifest => ({
  "style.css": { file: "assets/site.css" },
  [ENTRY]: {
    file: "assets/entry.js",
    imports: ["_react.js"],
    dynamicImports: [HOME],
    assets: [
      "assets/newsreader-display-basic-1.woff2",
      "assets/newsreader-basic-2.woff2",
      "assets/libre-franklin-basic-3.woff2",
    ],
  },
  "_react.js": { file: "assets/react.js" },
  "_cards.js": { file: "assets/cards.js", imports: ["_react.js", "_picture.js"] },
  "_picture.js": { file: "assets/picture.js", imports: ["_cards.js"] },
  ...Object.fromEntries(PAGES.map((source, at) => [source, { file: `assets/page-${at}.js` }])),
  [HOME]: { file: "assets/home.js", imports: ["_cards.js", ENTRY] },
  ...change,
});
const ADMIN: Manifest = {
  "style.css": { file: "assets/admin.css" },
  "src/app/admin/entry-browser.tsx": { file: "assets/admin.js" },
};

function built(manifest: Manifest, start = "start();"): string {
  const folder = mkdtempSync(join(tmpdir(), "jarida-assets-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, ".vite"));
  writeFileSync(join(folder, ".vite", "manifest.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, ".vite", "admin-manifest.json"), JSON.stringify(ADMIN));
  writeFileSync(join(folder, "start.js"), start);
  return folder;
}

test("a page fetches what it needs with the entry: each file once, though parts import each other in a circle", () => {
  const { pageScripts, entry } = readAssets(built(reader()));
  expect(entry).toBe("/assets/entry.js");
  expect(pageScripts("home")).toEqual([
    "/assets/react.js",
    "/assets/home.js",
    "/assets/cards.js",
    "/assets/picture.js",
  ]);
  const [article, newsletterBox] = [ARTICLE, NEWSLETTER_BOX].map(
    (source) => `/assets/page-${PAGES.indexOf(source)}.js`,
  );
  expect(pageScripts("article")).toEqual(["/assets/react.js", article, newsletterBox]);
});

test("only the faces above the fold are fetched ahead, and the admin area's files are its own", () => {
  const { fonts, stylesheet, admin } = readAssets(built(reader()));
  const first = ["/assets/newsreader-display-basic-1.woff2", "/assets/libre-franklin-basic-3.woff2"];
  expect(fonts("home")).toEqual(first);
  for (const textFonts of [fonts("article"), fonts()])
    expect(textFonts).toEqual([...first, "/assets/newsreader-basic-2.woff2"]);
  expect(stylesheet).toBe("/assets/site.css");
  expect(admin).toEqual({ stylesheet: "/assets/admin.css", entry: "/assets/admin.js", fonts: [] });
});

test("the first script has another address in each build that changes it", () => {
  const addressOf = (text: string) => readAssets(built(reader(), text)).start;
  expect(addressOf("start();")).toMatch(/^\/start\.js\?v=[\w-]{8}$/);
  expect(addressOf("start();")).toBe(addressOf("start();"));
  expect(addressOf("start();")).not.toBe(addressOf("start(1);"));
});

test("a build that lacks a page, its entry or its stylesheet is refused at the start, not at the first reader", () => {
  const without = (name: string) => {
    const { [name]: _, ...rest } = reader();
    return built(rest);
  };
  expect(() => readAssets(without(ARTICLE))).toThrow(`The browser build has no ${ARTICLE}.`);
  for (const name of [ENTRY, "style.css"]) expect(() => readAssets(without(name))).toThrow(/Run npm run build/);
});
