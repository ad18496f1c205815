import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What a document loads: one stylesheet, the entry script, and the chunks each page will ask for. */
export type PageAssets = {
  stylesheet: string;
  entry: string;
  /** Fonts that the first paint needs. */
  fonts: string[];
  /** Scripts to fetch early, by route name. */
  preloads: (routeName: string) => string[];
};

type Manifest = Record<string, { file: string; assets?: string[]; imports?: string[]; dynamicImports?: string[] }>;

const ENTRY = "src/app/site/entry-browser.tsx";
/** The two faces that every page shows above the fold: headline serif and sans, Latin letters. */
const FIRST_FONTS = /(newsreader|libre-franklin)-latin-wght-normal/;

/** Source of each route's module, as the manifest names it. */
const PAGE_SOURCES: Record<string, string> = {
  home: "src/app/site/home-page.tsx",
  category: "src/features/articles/site/category-page.tsx",
  article: "src/features/articles/site/article-page.tsx",
  about: "src/app/site/about-page.tsx",
  contact: "src/features/contact/site/contact-page.tsx",
  advertise: "src/app/site/advertise-page.tsx",
  "privacy-policy": "src/app/site/privacy-policy-page.tsx",
  unsubscribe: "src/features/newsletter/site/unsubscribe-page.tsx",
  search: "src/features/search/site/search-page.tsx",
  "not-found": "src/app/site/not-found-page.tsx",
};

/** Reads what the build made. `clientDir` is the browser build's folder. */
export function readAssets(clientDir: string): PageAssets {
  const manifest = JSON.parse(readFileSync(join(clientDir, ".vite", "manifest.json"), "utf8")) as Manifest;
  const entry = manifest[ENTRY];
  const stylesheet = manifest["style.css"]?.file;
  if (!entry || !stylesheet) throw new Error("The browser build has no entry; run npm run build.");
  const withImports = (name: string, found: Set<string>): Set<string> => {
    const chunk = manifest[name];
    if (!chunk || found.has(chunk.file)) return found;
    found.add(chunk.file);
    for (const imported of chunk.imports ?? []) withImports(imported, found);
    return found;
  };
  const ofEntry = withImports(ENTRY, new Set());
  const byRoute = new Map(
    Object.entries(PAGE_SOURCES).map(([route, source]) => {
      const files = [...ofEntry, ...[...withImports(source, new Set())].filter((file) => !ofEntry.has(file))];
      return [route, files.filter((file) => file !== entry.file).map((file) => `/${file}`)] as const;
    }),
  );
  return {
    stylesheet: `/${stylesheet}`,
    entry: `/${entry.file}`,
    fonts: (entry.assets ?? []).filter((file) => FIRST_FONTS.test(file)).map((file) => `/${file}`),
    preloads: (routeName) => byRoute.get(routeName) ?? [],
  };
}
