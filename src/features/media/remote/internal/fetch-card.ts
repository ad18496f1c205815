import { Parser } from "htmlparser2";
import { z } from "zod";
import { RemoteError, type RemoteFetch, type RemoteFile } from "#platform/remote-fetch.ts";
import { embedOf, hostOf } from "../rules.ts";

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

/** A page's description of itself; `picture` is an address on another host, empty for none. */
export type FoundCard = { title: string; source: string; picture: string; isVideo: boolean };

/** Bytes read from the start of a page, which contain its head. */
const PAGE = { accept: "text/html,application/xhtml+xml", types: ["text/html", "application/xhtml+xml"] };
const MAX_PAGE_BYTES = 512 * 1024;
const MAX_ANSWER_BYTES = 256 * 1024;

const MAX_TITLE = 200;
const MAX_NAME = 100;

/** The fields of an oEmbed response (oembed.com) that are used. */
const responseSchema = z.object({
  title: z.string().optional().catch(undefined),
  author_name: z.string().optional().catch(undefined),
  thumbnail_url: z.string().optional().catch(undefined),
  html: z.string().optional().catch(undefined),
});

/**
 * Fetches the description of a page: by oEmbed if the host is known to support it, otherwise from the page's head.
 * Throws RemoteError.
 */
export async function fetchCard(fetch: RemoteFetch, address: string): Promise<FoundCard> {
  const embed = embedOf(address);
  if (embed?.oembed) {
    const card = await byOembed(fetch, embed.oembed, embed).catch((error: unknown) => {
      // The page's head may still have a description.
      if (error instanceof RemoteError && error.isFinal) return null;
      throw error;
    });
    if (card) return card;
  }
  const file = await fetch(address, { ...PAGE, maxBytes: MAX_PAGE_BYTES, isBeginningEnough: true });
  const head = readHead(decoded(file));
  const title = shortened(head.title, MAX_TITLE);
  if (title === "") throw new RemoteError("Its page has no title.");
  return {
    title: embed && !embed.isVideo && head.description ? post(title, head.description) : title,
    source: sourceOf(embed?.source || head.site || hostOf(file.address), head.author),
    picture: head.picture === "" ? "" : (URL.parse(head.picture, file.address)?.href ?? ""),
    isVideo: embed?.isVideo ?? head.isVideo,
  };
}

async function byOembed(
  fetch: RemoteFetch,
  address: string,
  { source, isVideo }: { source: string; isVideo: boolean },
) {
  const types = ["application/json", "text/json", "text/javascript"];
  const file = await fetch(address, { accept: "application/json", types, maxBytes: MAX_ANSWER_BYTES });
  const parsed = responseSchema.safeParse(jsonIn(decoded(file)));
  if (!parsed.success) return null;
  const { title = "", author_name = "", thumbnail_url = "", html = "" } = parsed.data;
  // A post has a text instead of a title.
  const words = shortened(title || textOf(html), MAX_TITLE);
  if (words === "") return null;
  return { title: words, source: sourceOf(source, author_name), picture: thumbnail_url, isVideo };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not an oEmbed response: treated as none.
    return undefined;
  }
}

const CHARSET = /charset="?([a-z0-9_-]{1,40})/i;

/** Decodes a file in the encoding of its media type. */
function decoded({ bytes, type }: RemoteFile): string {
  const named = CHARSET.exec(type)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    // An unknown encoding.
    return new TextDecoder().decode(bytes);
  }
}

/** A post's author and text, which pages put into title and description. */
const post = (title: string, text: string) => shortened(`${title}: ${text}`, MAX_TITLE);

const sourceOf = (site: string, author: string) =>
  [site, author].flatMap((name) => shortened(name, MAX_NAME) || []).join(" · ");

/** Joins a text into one well-formed line of at most `max` characters. */
function shortened(text: string, max: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  const characters = [...line.slice(0, 4 * max)];
  return characters.length > max
    ? `${characters
        .slice(0, max - 1)
        .join("")
        .trimEnd()}…`
    : line;
}
