import { Parser } from "htmlparser2";

/** The description in the head of a page: Open Graph, Twitter cards or plain HTML. */
export type PageHead = {
  title: string;
  description: string;
  site: string;
  author: string;
  picture: string;
  isVideo: boolean;
};

/** Names of meta elements by meaning, best first. */
const NAMES = {
  title: ["og:title", "twitter:title"],
  description: ["og:description", "twitter:description", "description"],
  site: ["og:site_name", "application-name"],
  author: ["author", "article:author"],
  picture: ["og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src"],
  type: ["og:type"],
} as const;
const KNOWN = new Set<string>(Object.values(NAMES).flat());

/** Maximum number of head elements to read. */
const MAX_ELEMENTS = 2_000;

/** Parses the start of a page with the parser of articles. */
export function readHead(html: string): PageHead {
  const metas = new Map<string, string>();
  let title = "";
  let isTitle = false;
  let elements = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      elements += 1;
      if (name === "body" || elements > MAX_ELEMENTS) return parser.pause();
      isTitle = name === "title" && title === "";
      if (name !== "meta") return;
      const key = (attributes.property ?? attributes.name ?? "").toLowerCase();
      if (KNOWN.has(key) && !metas.has(key)) metas.set(key, attributes.content ?? "");
    },
    ontext(text) {
      if (isTitle) title += text;
    },
    onclosetag(name) {
      if (name === "title") isTitle = false;
      if (name === "head") parser.pause();
    },
  });
  parser.write(html);
  const of = (names: readonly string[]) => names.map((name) => metas.get(name)?.trim()).find(Boolean) ?? "";
  const author = of(NAMES.author);
  return {
    title: of(NAMES.title) || title.trim(),
    description: of(NAMES.description),
    site: of(NAMES.site),
    // Facebook's property contains an address.
    author: author.includes("/") ? "" : author,
    picture: of(NAMES.picture),
    isVideo: of(NAMES.type).toLowerCase().startsWith("video"),
  };
}

/** The text of the first paragraph of some HTML: the author's words in an embedded post. */
export function textOf(html: string): string {
  let text = "";
  let place: "before" | "in" | "after" = "before";
  const parser = new Parser({
    onopentag(name) {
      if (name === "p" && place === "before") place = "in";
      if (name === "br") text += " ";
    },
    ontext(part) {
      if (place === "in") text += part;
    },
    onclosetag(name) {
      if (name === "p" && place === "in") place = "after";
    },
  });
  parser.end(html);
  return text.trim();
}
