import type { Generator, Site } from "./site.ts";

/** Where a file is in the site, from its path alone. */
export type Place = {
  /** The folders of its address, without those of the generator. */
  folders: readonly string[];
  /** Its name in the address; empty for the page of its folder. */
  name: string;
  /** The date in its name, as `2020-01-02`; empty for none. */
  date: string;
  isDraft: boolean;
  isPost: boolean;
  language: string;
};

const ROOTS: Readonly<Record<Generator, readonly string[]>> = {
  hugo: ["content"],
  jekyll: [],
  hexo: ["source"],
  astro: ["src/content", "src/pages", "src/data"],
  eleventy: ["src/content", "content", "src"],
  docusaurus: ["src/pages"],
  other: ["content", "src/content", "src/pages", "source", "src"],
};
const POSTS =
  /^(?:_?posts?|_drafts?|drafts?|blog|blogs|articles?|news|journal|stories|essays?|weblog|entries|notes|writing|writings|newsletters?|log|diary|makala|habari)$/i;
const DATED = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[-_ ](.+))?$/;
const ENDING = /\.(?:md|markdown|mdown|mkdn?|mdx|mdoc|html?)$/i;
const LANGUAGE = /^([a-z]{2,3}(?:-[a-z]{2,4})?)$/i;

/** Reads a path below the root of the site. */
export function placeOf(path: string, { generator }: Pick<Site, "generator">): Place {
  const root = ROOTS[generator].find((one) => path.startsWith(`${one}/`));
  const parts = (root ? path.slice(root.length + 1) : path).split("/");
  let name = (parts.pop() ?? "").replace(ENDING, "");
  let language = "";
  const dot = name.lastIndexOf(".");
  if (generator === "hugo" && dot > 0 && LANGUAGE.test(name.slice(dot + 1))) {
    language = name.slice(dot + 1);
    name = name.slice(0, dot);
  }
  const isIndex = /^(?:_?index|readme)$/i.test(name);
  const own = isIndex ? (parts.at(-1) ?? "") : name;
  const [, year, month = "", day = "", rest = ""] = DATED.exec(own) ?? [];
  const date = year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : "";
  // A bundle is named by its folder, and so is the page of a section.
  const bare = date && rest ? rest : own;
  const folders = (isIndex ? parts.slice(0, -1) : parts).filter((folder) => !/^_(?:posts|drafts|pages)$/i.test(folder));
  return {
    folders: folders.map((folder) => folder.replace(/^_/, "")),
    name: isIndex && parts.length === 0 ? "" : bare,
    date,
    isDraft: parts.some((folder) => /^_?drafts?$/i.test(folder)),
    isPost:
      name !== "_index" &&
      (date !== "" || parts.some((folder) => POSTS.test(folder))) &&
      !(isIndex && parts.length <= 1 && !date && POSTS.test(own)),
    language,
  };
}

export type Addressed = Place & {
  slug: string;
  title: string;
  /** Year, month and day as they are in the address; empty if it has no date. */
  day: string;
  categories: readonly string[];
};

const JEKYLL_STYLES: Readonly<Record<string, string>> = {
  date: "/:categories/:year/:month/:day/:title.html",
  pretty: "/:categories/:year/:month/:day/:title/",
  ordinal: "/:categories/:year/:y_day/:title.html",
  none: "/:categories/:title.html",
};

/** The address that the generator gave a text, as a path of the site; empty if that is not certain. */
export function addressOf(text: Addressed, { generator, permalinks }: Site): string {
  const { folders, name, slug, isPost, date } = text;
  const section = folders[0] ?? "";
  const pattern = isPost || generator === "hugo" ? (permalinks[section] ?? permalinks[""]) : undefined;
  if (generator === "jekyll" && (isPost || date !== ""))
    return expand(JEKYLL_STYLES[pattern ?? "date"] ?? pattern ?? "", text);
  if (pattern) return expand(pattern, text);
  if (generator === "hexo" && isPost) return expand(":year/:month/:day/:title/", text);
  if (generator === "docusaurus" && section === "blog" && text.day)
    return `/blog/${slug || `${text.day.replaceAll("-", "/")}/${pathOf([name])}`}`;
  const last = slug || name;
  const path = pathOf(last === "" ? folders : [...folders, last]);
  if (generator === "jekyll" && !/^(?:pretty|\S*\/)$/.test(permalinks[""] ?? "") && name !== "") return `/${path}.html`;
  return path === "" ? "/" : `/${path}/`;
}

const pathOf = (parts: readonly string[]): string =>
  parts.map((part) => encodeURI(part.trim().toLowerCase().replace(/\s+/g, "-"))).join("/");

/** A pattern with its parts filled in; empty if one of them is unknown. */
export function expand(pattern: string, text: Addressed): string {
  const [year = "", month = "", day = ""] = text.day.split("-");
  const name = pathOf([text.slug || text.name]);
  const plain = (number: string) => number.replace(/^0/, "");
  const values: Readonly<Record<string, string>> = {
    year,
    month,
    day,
    short_year: year.slice(2),
    i_month: plain(month),
    i_day: plain(day),
    title: text.slug ? name : pathOf([text.name]),
    slug: name,
    slugorfilename: name,
    slugorcontentbasename: name,
    contentbasename: name,
    filename: name,
    name,
    post_title: name,
    basename: name,
    category: pathOf(text.categories.slice(0, 1)),
    categories: pathOf(text.categories),
    section: pathOf(text.folders.slice(0, 1)),
    sections: pathOf(text.folders),
    path: pathOf(text.folders),
    collection: pathOf(text.folders.slice(0, 1)),
  };
  let isKnown = true;
  const path = pattern.slice(0, 500).replace(/:(\w+)/g, (_whole, token: string) => {
    const value = Object.hasOwn(values, token) ? (values[token] ?? "") : undefined;
    if (value === undefined || (value === "" && !/^(?:categor|sections|path)/.test(token))) isKnown = false;
    return value ?? "";
  });
  return isKnown && !/[{}[\]]/.test(path) ? `/${path}`.replace(/\/{2,}/g, "/") : "";
}

/** The last part of an address, which readers know as its slug. */
export function slugIn(address: string, name: string): string {
  const last = address.split("/").findLast((part) => part !== "") ?? "";
  return decodedPath(last.replace(/\.html?$/i, "")) || name;
}

/** A path without its escapes, as files are named; unchanged if these are wrong. */
export function decodedPath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
