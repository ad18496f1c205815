import { findAll, type HtmlElement, hasAnyClass } from "./html-tree.ts";

/** Hosts of players, and the public page of what a player shows; null if its address does not say. */
const PLAYERS: readonly { host: RegExp; page: (url: URL) => string | null }[] = [
  { host: /^(?:www\.)?youtube(?:-nocookie)?\.com$/, page: youtubePage },
  {
    host: /^player\.vimeo\.com$/,
    page: ({ pathname, searchParams }) => {
      const hash = searchParams.get("h");
      return after(pathname, "/video/", `https://vimeo.com/`, hash ? `/${hash}` : "");
    },
  },
  {
    host: /^open\.spotify\.com$/,
    page: ({ pathname }) =>
      after(pathname.replace("/embed-podcast/", "/embed/"), "/embed/", "https://open.spotify.com/"),
  },
  { host: /^w\.soundcloud\.com$/, page: ({ searchParams }) => searchParams.get("url") },
  { host: /^cdn\.embedly\.com$/, page: ({ searchParams }) => searchParams.get("url") ?? searchParams.get("src") },
  { host: /^(?:www\.|web\.)?facebook\.com$/, page: ({ searchParams }) => searchParams.get("href") },
  {
    host: /^platform\.(?:twitter|x)\.com$/,
    page: ({ searchParams }) => {
      const id = searchParams.get("id");
      return id && `https://x.com/i/status/${id}`;
    },
  },
  {
    host: /^player\.twitch\.tv$/,
    page: ({ searchParams }) => {
      const [video, channel] = [searchParams.get("video"), searchParams.get("channel")];
      return video
        ? `https://www.twitch.tv/videos/${video.replace(/^v/, "")}`
        : channel && `https://www.twitch.tv/${channel}`;
    },
  },
  {
    host: /^(?:www\.|geo\.)?dailymotion\.com$/,
    page: ({ pathname }) => after(pathname, "/embed/video/", "https://www.dailymotion.com/video/"),
  },
  { host: /^embed\.ted\.com$/, page: ({ pathname }) => `https://www.ted.com${pathname}` },
  {
    host: /^embed\.(?:podcasts|music)\.apple\.com$/,
    page: ({ host, pathname, search }) => `https://${host.replace("embed.", "")}${pathname}${search}`,
  },
  { host: /^share\.transistor\.fm$/, page: ({ pathname }) => after(pathname, "/e/", "https://share.transistor.fm/s/") },
  { host: /^giphy\.com$/, page: ({ pathname }) => after(pathname, "/embed/", "https://giphy.com/gifs/") },
  { host: /^archive\.org$/, page: ({ pathname }) => after(pathname, "/embed/", "https://archive.org/details/") },
  {
    host: /^codepen\.io$/,
    page: ({ pathname }) =>
      pathname.includes("/embed/") ? `https://codepen.io${pathname.replace("/embed/", "/pen/")}` : null,
  },
  {
    host: /^(?:www\.)?instagram\.com$/,
    page: ({ pathname }) => `https://www.instagram.com${pathname.replace(/embed(?:\/captioned)?\/?$/, "")}`,
  },
];

const after = (path: string, prefix: string, page: string, end = ""): string | null =>
  path.startsWith(prefix) && path.length > prefix.length ? page + path.slice(prefix.length) + end : null;

function youtubePage({ pathname, searchParams }: URL): string | null {
  const list = searchParams.get("list");
  if (pathname.startsWith("/embed/videoseries") && list) return `https://www.youtube.com/playlist?list=${list}`;
  return after(pathname.replace(/\/$/, ""), "/embed/", "https://www.youtube.com/watch?v=");
}

/**
 * The public page of what the player at an address shows; the address itself if the player is unknown, and null if it is not one
 * that a browser opens.
 */
export function playerPage(address: string): string | null {
  const trimmed = address.trim();
  const url = URL.parse(trimmed.startsWith("//") ? `https:${trimmed}` : trimmed);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  // WordPress embeds the page of another site.
  if (url.hash.startsWith("#?secret=")) return `${url.origin}${url.pathname.replace(/embed\/?$/, "")}`;
  const page = PLAYERS.find(({ host }) => host.test(url.hostname))?.page(url);
  return page && /^https?:\/\//.test(page) ? page : url.href;
}

/** Elements with which sites embed a post, and the attribute with its address; without it, the last link in them. */
const POSTS: readonly { classes: readonly string[]; attribute?: string }[] = [
  { classes: ["twitter-tweet", "twitter-video", "tweet", "twitter-embed"] },
  { classes: ["instagram-media"], attribute: "data-instgrm-permalink" },
  { classes: ["tiktok-embed"], attribute: "cite" },
  { classes: ["bluesky-embed"] },
  { classes: ["mastodon-embed"], attribute: "data-embed-url" },
  { classes: ["reddit-card", "reddit-embed-bq"] },
  { classes: ["imgur-embed-pub"] },
  { classes: ["wp-embedded-content"] },
  { classes: ["text-post-media"], attribute: "data-text-post-permalink" },
  { classes: ["fb-post", "fb-video"], attribute: "data-href" },
];

/** The address of the post that an element embeds; null if it embeds none. */
export function embeddedPost(element: HtmlElement): string | null {
  const post = POSTS.find(({ classes }) => hasAnyClass(element, ...classes));
  if (!post) return null;
  const links = findAll(element.children, "a").map(({ attributes }) => attributes.href ?? "");
  // Reddit names the post first, others name it last.
  const link = post.classes.includes("reddit-card") ? links[0] : links.at(-1);
  const address = playerPage((post.attribute && element.attributes[post.attribute]) || link || "");
  return address && withoutTracking(address);
}

const withoutTracking = (address: string): string => {
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()])
    if (/^(?:utm_|ref_src$|ref_url$|ref$)/.test(name)) url.searchParams.delete(name);
  return url.href.replace(/\/embed$/, "");
};

/** Scripts that only complete an element with the text of the embed. */
const COMPLETING =
  /^(?:https?:)?\/\/(?:platform\.(?:twitter|x|instagram)\.com|www\.(?:instagram|tiktok|threads)\.(?:com|net)|embed\.(?:reddit|bsky)\.\w+|connect\.facebook\.net|s\.imgur\.com|embed\.redditmedia\.com|\S{1,250}\/embed\.js)/;
export const completesEmbed = (src: string): boolean => COMPLETING.test(src.trim());

/** Older gists name no person. */
const GIST = /^(?:https?:)?\/\/(gist\.github\.com\/(?:[\w.-]{1,100}\/)?\w{1,64})(?:\.js|[?#/]|$)/;
/** The page of the gist that a script shows. */
export function gistPage(src: string): string | null {
  const page = GIST.exec(src.trim())?.[1];
  return page ? `https://${page}` : null;
}
