import { DAY } from "#shared/time.ts";

export const REMOTE_KINDS = ["picture", "card", "link"] as const;

/**
 * A remote item: a picture or the content of a card for a page, which the site fetches and stores, or a link, of which it asks
 * whether the page exists.
 */
export type RemoteItem = { kind: (typeof REMOTE_KINDS)[number]; address: string };

/** Maximum items requested per save; the next save requests the rest. */
export const MAX_REMOTE_ITEMS = 50;

/** Delay before a save retries a failed item, in milliseconds; an editor may retry immediately. */
export const RETRY_AFTER_MS = 60 * 60_000;

/** How long the result of a link check is used, in milliseconds. */
export const LINK_FRESH_MS = 7 * DAY;

/** The result of a link is deleted if no room has asked for it this long. An open room asks again for older ones. */
export const LINK_KEPT_MS = 30 * DAY;

/** The content of a card. `picture` is the address of our copy, empty for none. */
export type CardDetails = { title: string; source: string; picture: string; isVideo: boolean };

/**
 * The available remote items by address, and the keys of deleted pictures. `links`: where links of an import lead now, by the
 * address that they name.
 */
export type KnownItems = {
  pictures: ReadonlyMap<string, string>;
  cards: ReadonlyMap<string, CardDetails>;
  removed?: ReadonlySet<string>;
  links?: ReadonlyMap<string, string>;
};

/** The host of an address without `www.`; the address itself if it has none. */
export const hostOf = (address: string): string => URL.parse(address)?.hostname.replace(/^www\./, "") ?? address;

/** A page on a known host for posts or videos, recognised by its address. */
export type Embed = { source: string; isVideo: boolean; oembed?: string };

type KnownHost = { source: string; isVideo: boolean; hosts: readonly string[]; path: RegExp; oembed?: string };

const KNOWN_HOSTS: readonly KnownHost[] = [
  {
    source: "YouTube",
    isVideo: true,
    hosts: ["youtube.com", "m.youtube.com", "youtube-nocookie.com"],
    path: /^\/(?:watch$|shorts\/|live\/|embed\/)/,
    oembed: "https://www.youtube.com/oembed?format=json&url=",
  },
  {
    source: "YouTube",
    isVideo: true,
    hosts: ["youtu.be"],
    path: /^\/[\w-]{6,20}$/,
    oembed: "https://www.youtube.com/oembed?format=json&url=",
  },
  {
    source: "Vimeo",
    isVideo: true,
    hosts: ["vimeo.com", "player.vimeo.com"],
    path: /^\/(?:video\/)?\d{3,12}(?:\/|$)/,
    oembed: "https://vimeo.com/api/oembed.json?url=",
  },
  {
    source: "X",
    isVideo: false,
    hosts: ["x.com", "twitter.com", "mobile.twitter.com"],
    path: /^\/\w{1,20}\/status\/\d{1,25}(?:\/|$)/,
    oembed: "https://publish.x.com/oembed?omit_script=1&url=",
  },
  {
    source: "Bluesky",
    isVideo: false,
    hosts: ["bsky.app"],
    path: /^\/profile\/[^/]{1,260}\/post\/\w{1,40}$/,
    oembed: "https://embed.bsky.app/oembed?format=json&url=",
  },
];
/** Mastodon runs on any host; the address of a post contains its author and number. */
const MASTODON = /^\/@[\w.-]{1,60}(?:@[\w.-]{1,250})?\/\d{6,25}$/;

/** Recognises an address; null for any other page or text. */
export function embedOf(address: string): Embed | null {
  const url = /^https?:\/\//i.test(address) && !/\s/.test(address) ? URL.parse(address) : null;
  if (!url || [url.username, url.password, url.port].some(Boolean)) return null;
  const host = url.hostname.replace(/^www\./, "");
  const known = KNOWN_HOSTS.find(({ hosts, path }) => hosts.includes(host) && path.test(url.pathname));
  if (known) {
    const { source, isVideo, oembed } = known;
    return { source, isVideo, ...(oembed && { oembed: oembed + encodeURIComponent(url.href) }) };
  }
  return MASTODON.test(url.pathname) ? { source: host, isVideo: false } : null;
}
