import { z } from "zod";
import { RemoteError, type RemoteFetch, type RemoteFile } from "#platform/remote-fetch.ts";
import { embedOf, hostOf } from "../rules.ts";
import { readHead, textOf } from "./page-head.ts";

/** A page's description of itself; `picture` is an address on another host, empty for none. */
export type FoundCard = { title: string; source: string; picture: string; isVideo: boolean };

/** Bytes read from the start of a page, which contain its head. */
const PAGE = { accept: "text/html,application/xhtml+xml", types: ["text/html", "application/xhtml+xml"] };
const MAX_PAGE_BYTES = 512 * 1024;
const MAX_ANSWER_BYTES = 256 * 1024;

const MAX_TITLE = 200;
const MAX_NAME = 100;

/** The fields of an oEmbed response (oembed.com) that are used. */
const answerSchema = z.object({
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
  const parsed = answerSchema.safeParse(jsonIn(decoded(file)));
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
