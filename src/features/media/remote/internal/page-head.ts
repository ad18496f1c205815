import { Parser } from "htmlparser2";

/** What the head of a page says in Open Graph, in Twitter's names for the same, or in plain HTML. */
export type PageHead = {
  title: string;
  description: string;
  site: string;
  author: string;
  picture: string;
  isVideo: boolean;
};

/** Names of meta elements by what they say, the best first. */
const NAMES = {
  title: ["og:title", "twitter:title"],
  description: ["og:description", "twitter:description", "description"],
  site: ["og:site_name", "application-name"],
  author: ["author", "article:author"],
  picture: ["og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src"],
  type: ["og:type"],
} as const;
const KNOWN = new Set<string>(Object.values(NAMES).flat());

/** Elements of the head that are read; more are not, however many there are. */
const MAX_ELEMENTS = 2_000;

/** Reads the beginning of a page with the parser that articles are read with. */
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
    // Facebook's name for it takes an address.
    author: author.includes("/") ? "" : author,
    picture: of(NAMES.picture),
    isVideo: of(NAMES.type).toLowerCase().startsWith("video"),
  };
}

/** The text of the first paragraph of a piece of HTML: of a post to be embedded, what its author wrote. */
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
