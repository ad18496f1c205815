import { hostOf } from "#features/media/remote/rules.ts";
import { escapeText, escapeValue } from "#shared/html.ts";
import { beginningOf } from "#shared/text.ts";
import { aside, figure, linkCard, toggle } from "../blocks.ts";
import type { TextFinding } from "../html.ts";
import { textIn } from "./fields.ts";
import type { Fields } from "./front-matter.ts";
import type { Dialect, Tag } from "./tags.ts";

export type ShortcodeTools = {
  dialect: Dialect;
  note: (message: string, level?: TextFinding["level"]) => void;
  /** The address of another text that a tag names. */
  linkTo: (name: string) => string;
  /** The fields of the text, and the path below which its site is. */
  fields: Fields;
  base: string;
  /** The files that components import, by their names there. */
  imports: ReadonlyMap<string, string>;
};

/** What replaces a tag, and its end. `isInline`: whether it is part of a line. */
export type Made = { before: string; after?: string; isInline?: boolean };
export type Maker = (tag: Tag, tools: ShortcodeTools) => Made | undefined;

const firstOf = ({ named, positional }: Tag, ...names: string[]): string =>
  names
    .map((name) => (/^\d$/.test(name) ? positional[Number(name)] : named.get(name)))
    .find((value) => value !== undefined && value !== "") ?? "";

function card(address: string, { note }: ShortcodeTools): Made {
  note(`An embed of ${hostOf(address)} became a link card.`);
  return { before: linkCard(address) };
}
const isUrl = (text: string): boolean => /^https?:\/\/\S+$/.test(text);

/** A card of a site that names its pages by ids. */
const site =
  (page: (id: string, tag: Tag) => string): Maker =>
  (tag, tools) => {
    const id = firstOf(
      tag,
      "url",
      "src",
      "href",
      "id",
      "video",
      "videoid",
      "video_id",
      "tweetid",
      "tweet_id",
      "code",
      "0",
    );
    if (isUrl(id)) return card(id, tools);
    return /^[\w./@-]{1,200}$/.test(id) ? card(page(id, tag), tools) : undefined;
  };

const picture: Maker = (tag, { imports, note }) => {
  const src = firstOf(
    tag,
    "src",
    "url",
    "path",
    "image",
    "image_path",
    "image_url",
    "img",
    "file",
    "filename",
    "image-url",
    "link",
    "0",
  );
  // Octopress and Hexo begin with a class.
  const address =
    /[./]/.test(src) || isUrl(src)
      ? src
      : (tag.positional.find((word) => /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(word)) ??
        imports.get(src.replace(/\.src$/, "")));
  if (!address) return undefined;
  const own = imports.get(address.replace(/\.src$/, "")) ?? address;
  const caption = firstOf(tag, "caption", "description", "desc", "title", "text", "figcaption");
  const after = tag.positional
    .slice(tag.positional.indexOf(address) + 1)
    .filter((word) => !/^\d+%?$/.test(word))
    .join(" ");
  const alt = firstOf(tag, "alt") || after.slice(0, 500);
  const link = firstOf(tag, "link", "href");
  if (link && link !== address) note(`The link of a picture was left out: ${beginningOf(link, 200)}`);
  return {
    before: figure({ address: own, alt }, escapeText(caption), firstOf(tag, "attr", "credit", "source", "attribution")),
  };
};

const media =
  (name: "video" | "audio"): Maker =>
  (tag) => {
    const src = firstOf(tag, "src", "url", "file", "path", "mp4", "webm", "mp3", "0");
    return src ? { before: `<${name} src="${escapeValue(src)}"></${name}>` } : undefined;
  };

const link: Maker = (tag, { linkTo }) => {
  const name = firstOf(tag, "path", "0");
  return name ? { before: linkTo(name), isInline: true } : undefined;
};

const quote: Maker = (tag) => {
  const author = firstOf(tag, "author", "cite", "source", "by", "attribution", "0");
  return { before: "<blockquote>", after: `${author && `<p>— ${escapeText(author)}</p>`}</blockquote>` };
};

const details: Maker = (tag) => {
  const summary = firstOf(tag, "summary", "title", "label", "header", "0") || "…";
  return { before: toggle(summary, "").replace(/<\/details>$/, ""), after: "</details>" };
};

const button: Maker = (tag, { linkTo }) => {
  const href = firstOf(tag, "href", "url", "link", "relref", "to", "0");
  if (!href) return undefined;
  const label = firstOf(tag, "text", "label", "title", "1");
  return { before: `<a href="${escapeValue(linkTo(href))}">${escapeText(label)}`, after: "</a>", isInline: true };
};

const titled: Maker = (tag) => {
  const title = firstOf(tag, "title", "name", "label", "header", "0");
  return { before: title ? `<p><strong>${escapeText(title)}</strong></p>` : "" };
};

const embed: Maker = (tag, tools) => {
  const address = [...tag.named.values(), ...tag.positional].find(isUrl);
  return address ? card(address, tools) : undefined;
};

/** What makes HTML of tags, by their names. */
export const MAKERS: ReadonlyMap<string, Maker> = new Map(
  Object.entries<Maker>({
    figure: picture,
    img: picture,
    image: picture,
    picture: picture,
    fig: picture,
    photo: picture,
    imgcap: picture,
    asset_img: picture,
    zoomimage: picture,
    responsive_image: picture,
    youtube: site((id) => `https://www.youtube.com/watch?v=${id}`),
    vimeo: site((id) => `https://vimeo.com/${id}`),
    tweet: site((id, tag) => `https://x.com/${firstOf(tag, "user") || "i"}/status/${id}`),
    instagram: site((id) => `https://www.instagram.com/p/${id}/`),
    gist: site(
      (id, tag) =>
        `https://gist.github.com/${[id, tag.positional[0] === id ? (tag.positional[1] ?? "") : ""].filter(Boolean).join("/")}`,
    ),
    spotify: site((id, tag) =>
      tag.positional.length > 1
        ? `https://open.spotify.com/${tag.positional.slice(0, 2).join("/")}`
        : `https://open.spotify.com/${firstOf(tag, "type") || "track"}/${id}`,
    ),
    soundcloud: site((id) => `https://soundcloud.com/${id}`),
    tiktok: site((id) => `https://www.tiktok.com/embed/${id}`),
    codepen: site((id, tag) => `https://codepen.io/${firstOf(tag, "user") || "pen"}/pen/${id}`),
    github: site((id) => `https://github.com/${id}`),
    video: media("video"),
    audio: media("audio"),
    mp3: media("audio"),
    embed,
    iframe: embed,
    linkcard: embed,
    bookmark: embed,
    oembed: embed,
    ref: link,
    relref: link,
    post_url: link,
    link,
    asset_path: link,
    quote,
    blockquote: quote,
    pullquote: () => ({ before: '<aside class="pull-quote">', after: "</aside>" }),
    details,
    expand: details,
    collapse: details,
    spoiler: details,
    accordion: details,
    accordionitem: details,
    toggle: details,
    button,
    btn: button,
    linkbutton: button,
    tab: titled,
    tabitem: titled,
    step: titled,
    card: titled,
    br: () => ({ before: "<br>", isInline: true }),
    param: (tag, { fields }) => ({ before: textIn(fields[firstOf(tag, "0")]), isInline: true }),
  }).flatMap(([name, maker]) => [[name, maker] as const]),
);
const ALIASES: Readonly<Record<string, string>> = {
  yt: "youtube",
  youtubelite: "youtube",
  "lite-youtube": "youtube",
  youtubeembed: "youtube",
  youtubevideo: "youtube",
  twitter: "tweet",
  x: "tweet",
  twitterembed: "tweet",
  tweetembed: "tweet",
  "x-simple": "tweet",
  "twitter-simple": "tweet",
  "vimeo-simple": "vimeo",
  "instagram-simple": "instagram",
};

const CALLOUTS: Readonly<Record<string, "callout-note" | "callout-tip" | "callout-warning">> = {
  note: "callout-note",
  info: "callout-note",
  notice: "callout-note",
  callout: "callout-note",
  alert: "callout-note",
  admonition: "callout-note",
  hint: "callout-note",
  aside: "callout-note",
  infobox: "callout-note",
  abstract: "callout-note",
  summary: "callout-note",
  example: "callout-note",
  question: "callout-note",
  primary: "callout-note",
  secondary: "callout-note",
  todo: "callout-note",
  "details-note": "callout-note",
  tip: "callout-tip",
  success: "callout-tip",
  check: "callout-tip",
  best: "callout-tip",
  warning: "callout-warning",
  warn: "callout-warning",
  danger: "callout-warning",
  caution: "callout-warning",
  important: "callout-warning",
  error: "callout-warning",
  bug: "callout-warning",
  attention: "callout-warning",
  failure: "callout-warning",
};
/** The kind of aside that a name stands for. */
export const calloutKind = (name: string) => (Object.hasOwn(CALLOUTS, name) ? CALLOUTS[name] : undefined);

/** What makes a callout of tags, by the many names of callouts. */
export function calloutMaker(name: string): Maker | undefined {
  const alias = Object.hasOwn(ALIASES, name) ? MAKERS.get(ALIASES[name] ?? "") : undefined;
  if (alias) return alias;
  const kind = calloutKind(name);
  if (!kind) return undefined;
  return (tag) => {
    const type = firstOf(tag, "type", "kind", "variant", "style", "class", "level", "0").toLowerCase();
    const own = calloutKind(type);
    const title =
      firstOf(tag, "title", "header", "heading") ||
      (own && tag.syntax !== "colons" ? (tag.positional[1] ?? "") : (tag.positional[0] ?? ""));
    const content = firstOf(tag, "content", "text", "message", "body");
    const start =
      (title && !content ? `<p><strong>${escapeText(title)}</strong></p>` : "") +
      (content ? `<p>${escapeText(content)}</p>` : "");
    return { before: `${aside(own ?? kind, start).replace(/<\/aside>$/, "")}`, after: "</aside>" };
  };
}
