import { extname } from "node:path";
import type { SourceFiles } from "../files.ts";
import type { AddressUse } from "../html.ts";
import { decodedPath } from "./addresses.ts";
import type { Site } from "./site.ts";

/** The address of each text, by its path below the root, and how texts name files. */
export class References {
  readonly #files: SourceFiles;
  readonly #site: Site;
  readonly #texts = new Map<string, string>();
  /** Paths of files by their names alone; null if several have one name. */
  readonly #names = new Map<string, string | null>();

  constructor(files: SourceFiles, site: Site) {
    this.#files = files;
    this.#site = site;
    for (const { path } of files.entries) {
      const own = path.slice(site.root.length);
      for (const name of namesOf(own)) this.#names.set(name, this.#names.has(name) ? null : own);
    }
  }

  addText(path: string, address: string): void {
    this.#texts.set(path, address);
  }

  addressOf(path: string): string {
    return this.#texts.get(path) ?? "";
  }

  /** The entry of a file that a text at `path` names, with what its name may leave out; undefined if there is none. */
  file(name: string, from: { path: string; address: string }): string | undefined {
    const plain = this.#own(decodedPath(name.split(/[?#]/, 1)[0] ?? "").replaceAll("\\", "/"));
    if (plain === null || plain === "") return undefined;
    const folder = from.path.slice(0, from.path.lastIndexOf("/") + 1);
    const bare = plain.replace(/^[@~]\/?/, "/");
    const below = bare.replace(/^\/+/, "");
    // Next to the text, in the folder of the text's name, below its address, and in the folders for files of any kind.
    const places = bare.startsWith("/")
      ? ROOTS.map((root) => root + below)
      : [
          folder + below,
          `${from.path.slice(0, from.path.length - extname(from.path).length)}/${below}`,
          ...ROOTS.map((root) => root + from.address.slice(1, from.address.lastIndexOf("/") + 1) + below),
          ...ROOTS.map((root) => root + below),
        ];
    const found = places.map(normalized).find((place) => this.#files.find(this.#site.root + place));
    return found === undefined ? undefined : this.#site.root + found;
  }

  /** A file by its name alone, as wikis name them, or by its path without its ending. */
  byName(name: string): string | undefined {
    const key = name.trim().toLowerCase().replace(/^\/+/, "");
    return this.#names.get(key) ?? this.#names.get(key.slice(key.lastIndexOf("/") + 1)) ?? undefined;
  }

  /** The address of another text that a text names by its file, by its path or by its name; empty if there is none. */
  text(name: string, from: { path: string; address: string }): string {
    const [path = "", hash = ""] = name.split("#", 2);
    const end = hash && `#${hash}`;
    for (const ending of ["", ".md", ".mdx", ".markdown", "/index.md", "/_index.md", "/index.mdx", "/README.md"]) {
      const file = this.file(path.replace(/\/$/, "") + ending, from);
      const address = file && this.#texts.get(file.slice(this.#site.root.length));
      if (address) return address + end;
    }
    const named = this.byName(path);
    const address = named && this.#texts.get(named);
    return address ? address + end : "";
  }

  /** An address as a path of the site, resolved against the text that has it. Addresses of other sites stay. */
  absolute(address: string, from: { address: string }): string {
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\/)/i.test(address) || address === "") return address;
    const url = URL.parse(address, `https://site.invalid${from.address || "/"}`);
    return url ? `${url.pathname}${url.search}${url.hash}` : address;
  }

  /** What an address in a text becomes; `note` names files that do not come along. */
  mapped(
    given: string,
    use: AddressUse | undefined,
    from: { path: string; address: string },
    note: (message: string) => void,
    addPicture: (entry: string) => string,
  ): string {
    const address = given.trim();
    if (address === "" || address.startsWith("#") || address.startsWith("data:")) return address;
    const file = this.file(address, from) ?? (use === "picture" ? this.#nameOfPicture(address) : undefined);
    if (use === "picture" && file !== undefined) return addPicture(file);
    if (use === "link") {
      const text = this.#isLocal(address) ? this.#textAt(address, file, from) : "";
      if (text) return text;
    }
    if (file !== undefined && !isText(file)) note(`The file ${file} was not imported.`);
    return this.absolute(address, from);
  }

  #textAt(address: string, file: string | undefined, from: { path: string; address: string }): string {
    const known = file && this.#texts.get(file.slice(this.#site.root.length));
    const hash = address.includes("#") ? address.slice(address.indexOf("#")) : "";
    if (known) return known + hash;
    return /\.(?:md|mdx|markdown)(?:[?#]|$)/i.test(address) ? this.text(address, from) : "";
  }

  #nameOfPicture(address: string): string | undefined {
    if (!this.#isLocal(address) || address.includes("/")) return undefined;
    const own = this.byName(decodedPath(address));
    return own === undefined ? undefined : this.#site.root + own;
  }

  #isLocal(address: string): boolean {
    return this.#own(address) !== null;
  }

  /** An address without that of the site; null if it is another site's. */
  #own(address: string): string | null {
    const { address: site } = this.#site;
    if (site && address.startsWith(site)) return `/${address.slice(site.length).replace(/^\/+/, "")}`;
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return null;
    const base = URL.parse(site)?.pathname ?? "/";
    return base !== "/" && address.startsWith(base) ? `/${address.slice(base.length).replace(/^\/+/, "")}` : address;
  }
}

/** Folders below which files keep their path in the site's addresses. */
const ROOTS = [
  "",
  "static/",
  "public/",
  "assets/",
  "content/",
  "source/",
  "src/",
  "src/assets/",
  "src/content/",
  "docs/",
  "_posts/",
  "src/images/",
  "src/static/",
];
const isText = (path: string): boolean => /\.(?:md|markdown|mdown|mkdn?|mdx)$/i.test(path);

/** A path without `.` and `..`, which stays below the root. */
function normalized(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

function namesOf(path: string): string[] {
  const parts = path.toLowerCase().split("/");
  // A bundle is named by its folder.
  if (/^_?index\.(?:md|mdx|markdown)$/.test(parts.at(-1) ?? "") && parts.length > 1) parts.pop();
  const name = parts.at(-1) ?? "";
  const bare = name.replace(/\.(?:md|mdx|markdown)$/, "");
  const dateless = bare.replace(/^\d{4}-\d{1,2}-\d{1,2}-/, "");
  return [...new Set([name, bare, dateless])];
}
