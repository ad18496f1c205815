import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PageName } from "#shared/urls.ts";

/** What a document loads: one stylesheet, the entry script, and the chunks that each page needs. */
export type PageAssets = {
  stylesheet: string;
  entry: string;
  /**
   * Fonts for the first paint of a page; without a name, of a page that starts with a long text. `isAllSerif`: where
   * everything is in the face of long texts.
   */
  fonts: (routeName?: PageName, isAllSerif?: boolean) => string[];
  /** The Arabic letters of all faces, for sites in Arabic. */
  arabicFonts: string[];
  /** The small script before all others, `public/start.js`. */
  start: string;
  /** Chunks of a page besides the entry, by route name: fetched with it rather than after it. */
  pageScripts: (routeName: PageName) => string[];
  admin: { stylesheet: string; entry: string; fonts: string[] };
};

type Manifest = Record<string, { file: string; assets?: string[]; imports?: string[]; dynamicImports?: string[] }>;

const ENTRY = "src/app/site/entry-browser.tsx";
const START = "start.js";
const ADMIN_ENTRY = "src/app/admin/entry-browser.tsx";
/** The two faces that every page shows above the fold: headlines and sans (scripts/fonts.mjs). */
const FIRST_FONTS = /(newsreader-display|libre-franklin)-basic-/;
/** The face of long texts, and the pages that start with one. */
const TEXT_FONT = /newsreader-basic-/;
const BOLD_FONT = /newsreader-bold-basic-/;
const ARABIC_FONT = /\/arabic-/;
const TEXT_PAGES = new Set<PageName>(["article", "about", "contact", "advertise", "privacyPolicy"]);

/** Content by editors, on any page. */
const SITE_PAGE = "src/features/pages/site/page.tsx";

/** Sources of each route's module, as named in the manifest. */
const PAGE_SOURCES: Record<PageName, string | readonly string[]> = {
  home: "src/app/site/home-page.tsx",
  category: "src/features/articles/site/category-page.tsx",
  article: ["src/features/articles/site/article-page.tsx", "src/features/newsletter/site/sidebar-box.tsx"],
  about: SITE_PAGE,
  contact: [SITE_PAGE, "src/features/contact/site/contact-form.tsx"],
  advertise: SITE_PAGE,
  privacyPolicy: SITE_PAGE,
  unsubscribe: "src/features/newsletter/site/unsubscribe-page.tsx",
  search: "src/features/search/site/search-page.tsx",
  saved: "src/features/articles/site/saved-page.tsx",
  notFound: "src/app/site/not-found-page.tsx",
};

/** A build manifest with its entry and its one stylesheet. */
function readManifest(clientDir: string, name: string, source: string) {
  const manifest = JSON.parse(readFileSync(join(clientDir, ".vite", name), "utf8")) as Manifest;
  const entry = manifest[source];
  const stylesheet = manifest["style.css"]?.file;
  if (!entry || !stylesheet) throw new Error("The browser build has no entry point. Run npm run build.");
  return { manifest, entry, stylesheet };
}

const digest = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("base64url").slice(0, 8);

const fontsOf = ({ assets = [] }: { assets?: string[] }, name: RegExp): string[] =>
  assets.filter((file) => name.test(file)).map((file) => `/${file}`);

/** Reads the manifest of the build. `clientDir` is the browser build's folder. */
export function readAssets(clientDir: string): PageAssets {
  const { manifest, entry, stylesheet } = readManifest(clientDir, "manifest.json", ENTRY);
  const admin = readManifest(clientDir, "admin-manifest.json", ADMIN_ENTRY);
  const withImports = (name: string, found: Set<string>): Set<string> => {
    const chunk = manifest[name];
    if (!chunk || found.has(chunk.file)) return found;
    found.add(chunk.file);
    for (const imported of chunk.imports ?? []) withImports(imported, found);
    return found;
  };
  const ofEntry = withImports(ENTRY, new Set());
  const firstFonts = fontsOf(entry, FIRST_FONTS);
  const textFonts = [...firstFonts, ...fontsOf(entry, TEXT_FONT)];
  const serifFonts = [...textFonts, ...fontsOf(entry, BOLD_FONT)];
  const byRoute = new Map<string, string[]>(
    Object.entries(PAGE_SOURCES).map(([route, source]) => {
      const found = new Set<string>();
      for (const name of [source].flat()) {
        if (!manifest[name]) throw new Error(`The browser build has no ${name}.`);
        withImports(name, found);
      }
      const files = [...ofEntry, ...[...found].filter((file) => !ofEntry.has(file))];
      return [route, files.filter((file) => file !== entry.file).map((file) => `/${file}`)] as const;
    }),
  );
  return {
    stylesheet: `/${stylesheet}`,
    // Its name never changes, so this build's documents must not get a cached copy from another build.
    start: `/${START}?v=${digest(readFileSync(join(clientDir, START)))}`,
    entry: `/${entry.file}`,
    fonts: (routeName, isAllSerif = false) =>
      isAllSerif ? serifFonts : !routeName || TEXT_PAGES.has(routeName) ? textFonts : firstFonts,
    arabicFonts: fontsOf(entry, ARABIC_FONT),
    pageScripts: (routeName) => byRoute.get(routeName) ?? [],
    admin: {
      stylesheet: `/${admin.stylesheet}`,
      entry: `/${admin.entry.file}`,
      fonts: fontsOf(admin.entry, FIRST_FONTS),
    },
  };
}
