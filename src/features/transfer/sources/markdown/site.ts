import { peek, readText, type SourceEntry, type SourceFiles } from "../files.ts";
import { fieldReader, textIn } from "./fields.ts";
import { type Fields, isNamed, parseData, type Value } from "./front-matter.ts";

export type Generator = "hugo" | "jekyll" | "hexo" | "astro" | "eleventy" | "docusaurus" | "other";

/** Fields of all texts below a folder that have none of their own. */
type Defaults = { below: string; fields: Fields };

/** What the files say of the site as a whole. `root`: the folder in which all files are, with its slash. */
export type Site = {
  generator: Generator;
  root: string;
  /** Its address, with the path below which it is; empty if unknown. */
  address: string;
  name: string;
  language: string;
  zone: string;
  /** Patterns of addresses, by section; "" for all. */
  permalinks: Readonly<Record<string, string>>;
  defaults: Defaults[];
  authors: Readonly<Record<string, Value>>;
  /** What a list says of tags and categories, by their names in lower case. */
  topics: Readonly<Record<string, Value>>;
};

const MAX_CONFIG = 256 * 1024;
const CONFIGS: readonly { path: RegExp; generator: Generator }[] = [
  { path: /^(?:hugo|config)\.(?:toml|ya?ml|json)$/, generator: "hugo" },
  { path: /^config\/_default\/(?:hugo|config|params|permalinks)\.(?:toml|ya?ml|json)$/, generator: "hugo" },
  { path: /^_config\.(?:ya?ml|toml)$/, generator: "jekyll" },
  { path: /^astro\.config\.\w{2,3}$/, generator: "astro" },
  { path: /^docusaurus\.config\.\w{2,3}$/, generator: "docusaurus" },
  { path: /^(?:\.eleventy\.c?js|eleventy\.config\.\w{2,3})$/, generator: "eleventy" },
];
/** Folders that generators know; one that holds everything else only wraps them. */
const KNOWN_FOLDERS =
  /^(?:_\w+|content|posts?|blog|docs|src|source|pages|static|public|assets|images|img|articles|news|notes|drafts)$/i;

/** Reads what the configuration of a site says. */
export async function readSite(files: SourceFiles): Promise<Site> {
  const root = commonFolder(files.entries);
  const site: Site = {
    generator: "other",
    root,
    address: "",
    name: "",
    language: "",
    zone: "UTC",
    permalinks: {},
    defaults: [],
    authors: {},
    topics: {},
  };
  for (const entry of files.entries) {
    const path = entry.path.slice(root.length);
    const config = CONFIGS.find((one) => one.path.test(path));
    if (config && entry.size <= MAX_CONFIG) {
      if (site.generator === "other") site.generator = config.generator;
      if (/\.(?:toml|ya?ml|json)$/.test(path))
        readConfig(site, path, parseData(path, await readText(entry, MAX_CONFIG)));
      else readScript(site, await peek(entry, MAX_CONFIG));
    }
    if (/^(?:_data|data|blog|src\/_data)\/authors\.(?:ya?ml|json|toml)$/.test(path) && entry.size <= MAX_CONFIG)
      site.authors = { ...site.authors, ...byName(parseData(path, await readText(entry, MAX_CONFIG))) };
    if (
      /^(?:_data|data|src\/_data)\/(?:topics|tags|categories)\.(?:ya?ml|json|toml)$/.test(path) &&
      entry.size <= MAX_CONFIG
    ) {
      const listed = Object.entries(byName(parseData(path, await readText(entry, MAX_CONFIG))));
      site.topics = {
        ...Object.fromEntries(listed.map(([name, about]) => [name.toLowerCase(), about])),
        ...site.topics,
      };
    }
    if (/^(?:src\/)?_data\/(?:metadata|site)\.(?:js|json)$/.test(path)) readScript(site, await peek(entry, MAX_CONFIG));
    const parts = path.split("/");
    const own = parts.at(-1)?.replace(/(?:\.11tydata)?\.json$/, "");
    // Eleventy's data of a folder has the folder's name.
    if (parts.length > 1 && own === parts.at(-2) && path.endsWith(".json") && entry.size <= MAX_CONFIG)
      site.defaults.push({
        below: `${parts.slice(0, -1).join("/")}/`,
        fields: parseData(path, await readText(entry, MAX_CONFIG)),
      });
  }
  site.generator = generatorBy(site, files);
  return site;
}

/** People of a list by their names, and those of a map by their keys. */
const byName = (people: Fields): Fields =>
  Object.fromEntries(
    Object.entries(people).map(([key, person]) => [
      /^\d+$/.test(key) && isNamed(person) ? textIn(person.name) : key,
      person,
    ]),
  );

function commonFolder(entries: readonly SourceEntry[]): string {
  const [first = "", ...rest] = (entries[0]?.path ?? "").split("/");
  const isWrapped =
    rest.length > 0 && !KNOWN_FOLDERS.test(first) && entries.every(({ path }) => path.startsWith(`${first}/`));
  return isWrapped ? `${first}/` : "";
}

function generatorBy({ generator, root }: Site, files: SourceFiles): Generator {
  const has = (folder: string) => files.entries.some(({ path }) => path.startsWith(root + folder));
  if (has("source/_posts/")) return "hexo";
  if (generator !== "other") return generator;
  if (has("_posts/") || has("_drafts/")) return "jekyll";
  if (has("src/content/")) return "astro";
  if (has("content/") && (has("archetypes/") || has("static/") || has("layouts/"))) return "hugo";
  return files.entries.some(({ path }) => /\/_?index\.md$/.test(path) && path.startsWith(`${root}content/`))
    ? "hugo"
    : "other";
}

function readConfig(site: Site, path: string, config: Fields): void {
  if (path.endsWith("permalinks.toml") || path.endsWith("permalinks.yaml")) {
    site.permalinks = { ...site.permalinks, ...patternsOf(config) };
    return;
  }
  const fields = fieldReader(config);
  // Jekyll and Hexo have the path of the site apart from its host.
  const url = fields.text("baseURL", "base_url", "url", "SITEURL");
  const below = fields.text("root");
  const own = typeof config.baseurl === "string" && /^\//.test(config.baseurl) ? config.baseurl : below;
  const host = typeof config.url === "string" ? config.url : url;
  const address = URL.parse(host)?.href ?? "";
  if (/^https?:/.test(address)) site.address = own && own !== "/" ? address.replace(/\/$/, "") + own : address;
  site.name ||= fields.text("title", "name");
  site.language ||= fields
    .text("languageCode", "defaultContentLanguage", "default_language", "lang", "language", "locale")
    .replace("_", "-");
  site.zone = fields.text("timezone", "timeZone") || site.zone;
  const permalinks = fields.value("permalinks", "permalink");
  if (typeof permalinks === "string") site.permalinks = { ...site.permalinks, "": permalinks };
  else if (isNamed(permalinks)) site.permalinks = { ...site.permalinks, ...patternsOf(permalinks) };
  const defaults = fields.value("defaults");
  for (const one of Array.isArray(defaults) ? defaults : []) {
    if (!isNamed(one) || !isNamed(one.values)) continue;
    const scope = isNamed(one.scope) ? one.scope : {};
    const type = textIn(scope.type);
    const folder = textIn(scope.path).replace(/^\/|\/$/g, "");
    const below =
      type === "posts" && !folder.includes("_posts") ? `${folder && `${folder}/`}_posts/` : folder && `${folder}/`;
    site.defaults.push({ below: type === "drafts" ? "_drafts/" : below, fields: one.values });
  }
}

/** Patterns by section. Hugo also writes them by kind: `permalinks.page.posts`. */
function patternsOf(fields: Fields): Record<string, string> {
  const patterns: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") patterns[name] = value;
    else if (isNamed(value) && name === "page") Object.assign(patterns, patternsOf(value));
  }
  return patterns;
}

/** The few facts in configurations that are programs. These are not run. */
function readScript(site: Site, text: string): void {
  const assigned = (name: string) =>
    new RegExp(`\\b${name}["']?\\s{0,9}[:=]\\s{0,9}["'\`]([^"'\`\\n]{1,200})["'\`]`).exec(text)?.[1] ?? "";
  const host = [assigned("site"), assigned("url"), assigned("siteUrl")].find((one) => /^https?:\/\//.test(one)) ?? "";
  const base = assigned("baseUrl") || assigned("base");
  const address = URL.parse(host)?.href ?? "";
  if (address)
    site.address ||=
      base && base !== "/" ? address.replace(/\/$/, "") + (base.startsWith("/") ? base : `/${base}`) : address;
  site.name ||= assigned("title");
  site.language ||= assigned("language") || assigned("defaultLocale");
}
