import { escapeText } from "#shared/html.ts";
import { parseDate } from "./dates.ts";
import { isLikeHtml, oneLine, plainText } from "./text.ts";
import type { Field, XmlDocument } from "./xml.ts";

/** A feed as a whole. Addresses are absolute, or empty. */
export type FeedInfo = {
  kind: "rss" | "atom" | "json";
  title: string;
  description: string;
  /** The page that it is the feed of. */
  address: string;
  /** Its own address. */
  self: string;
  /** The next page of an archive. */
  next: string;
  /** Where changes can be subscribed to. */
  hub: string;
  language: string;
  authors: readonly string[];
  /** How often it asks to be fetched, in minutes; null if it does not say. */
  everyMinutes: number | null;
};

/** An entry of a feed, whatever its format. Addresses are absolute, except in `html`. */
export type FeedEntry = {
  /** `other`: comments and settings, which exports of Blogger have as entries. */
  kind: "post" | "page" | "other";
  isDraft: boolean;
  /** Unique in the feed; empty if it has neither an id nor an address. */
  id: string;
  address: string;
  title: string;
  html: string;
  /** The short text, if `html` is another one. */
  excerpt: string;
  authors: readonly string[];
  publishedAt: number | null;
  updatedAt: number | null;
  /** A date that could not be read. */
  unreadDate: string;
  categories: readonly string[];
  language: string;
  picture: string;
  files: readonly { address: string; type: string }[];
  /** What relative addresses in `html` are relative to. */
  base: string;
};

const MAX_TITLE = 500;
const MAX_NAME = 200;
const MAX_NAMES = 50;
const MAX_FILES = 50;
const MAX_ID = 2_000;
const MAX_ADDRESS = 4_000;

const own = (fields: readonly Field[], ...names: readonly string[]): Field[] =>
  names.flatMap((name) =>
    fields.filter((field) => field.name === name && (field.parent === "" || field.parent.startsWith("media:"))),
  );

const first = (fields: readonly Field[], ...names: readonly string[]): Field | undefined =>
  own(fields, ...names).find(({ text }) => text.trim() !== "");

export function absolute(address: string, base: string): string {
  const text = address.trim();
  if (text === "" || text.length > MAX_ADDRESS) return "";
  const url = URL.parse(text, base || undefined);
  return url?.protocol === "http:" || url?.protocol === "https:" ? url.href : "";
}

/** The HTML of a field: Atom says whether it is text, the others do not. */
export function htmlOf({ text, hasMarkup, attributes }: Field): { html: string; isText: boolean } {
  const type = attributes.type?.trim().toLowerCase() ?? "";
  if (hasMarkup || type.includes("html")) return { html: text, isText: false };
  if (attributes.mode === "base64" || /base64/.test(type)) return { html: "", isText: true };
  return { html: text, isText: type.startsWith("text") || !isLikeHtml(text) };
}

export function textOf(field: Field | undefined, max: number): string {
  if (!field) return "";
  const { html, isText } = htmlOf(field);
  return isText && !isLikeHtml(html) ? oneLine(html, max) : plainText(html, max);
}

const linksTo = (fields: readonly Field[], relation: string): Field[] =>
  own(fields, "link").filter(
    ({ attributes: { href, rel = "alternate" } }) => href && rel.trim().toLowerCase() === relation,
  );

const linked = (fields: readonly Field[], relation: string): string => {
  const [link] = linksTo(fields, relation);
  return link ? absolute(link.attributes.href ?? "", link.base) : "";
};

function pageOf(fields: readonly Field[]): string {
  const alternates = linksTo(fields, "alternate");
  const page = alternates.find(({ attributes: { type = "text/html" } }) => type.includes("html")) ?? alternates[0];
  const texts = own(fields, "feedburner:origlink", "link").filter(({ text }) => text.trim() !== "");
  for (const field of [...own(texts, "feedburner:origlink"), ...(page ? [page] : []), ...texts]) {
    const address = absolute(field.attributes.href ?? field.text, field.base);
    if (address) return address;
  }
  return "";
}

export function feedInfo({ root, language, feed: fields }: XmlDocument, address: string): FeedInfo {
  const ttl = Number(first(fields, "ttl")?.text);
  return {
    kind: root === "feed" ? "atom" : "rss",
    title: textOf(first(fields, "title", "dc:title"), MAX_TITLE),
    description: textOf(first(fields, "subtitle", "tagline", "description", "dc:description"), MAX_TITLE),
    address: pageOf(fields) || address,
    self: linked(fields, "self"),
    next: linked(fields, "next") || linked(fields, "prev-archive"),
    hub: linked(fields, "hub"),
    language: tagIn(first(fields, "language", "dc:language")?.text || language),
    authors: authorsOf(fields),
    everyMinutes: Number.isFinite(ttl) && ttl > 0 ? ttl : updatePeriod(fields),
  };
}

const PERIODS: Readonly<Record<string, number>> = {
  hourly: 60,
  daily: 1_440,
  weekly: 10_080,
  monthly: 43_200,
  yearly: 525_600,
};

function updatePeriod(fields: readonly Field[]): number | null {
  const period = PERIODS[first(fields, "sy:updateperiod")?.text.trim().toLowerCase() ?? ""];
  const frequency = Number(first(fields, "sy:updatefrequency")?.text ?? 1);
  return period === undefined ? null : period / Math.max(1, frequency || 1);
}

/** A tag of a language as in BCP 47, or nothing. */
function tagIn(text: string): string {
  const tag = text.trim().replaceAll("_", "-");
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i.test(tag) ? tag : "";
}

const BODIES = ["content:encoded", "content", "xhtml:body", "body", "fullitem"];
const SHORT = ["description", "summary", "dc:description", "media:description", "itunes:summary"];

/** Maps an entry of RSS, RDF or Atom, also one that mixes them. */
export function entryOf(fields: readonly Field[], feed: FeedInfo): FeedEntry {
  const body = first(fields, ...BODIES);
  const short = first(fields, ...SHORT);
  const shown =
    body && (!short || plainText(body.text) !== "" || /<(?:img|iframe|video|audio)\b/i.test(body.text)) ? body : short;
  const page = pageOf(fields);
  const guid = first(fields, "guid", "id", "rdf:about", "dc:identifier");
  const id = guid?.text.trim() ?? "";
  const isPage = guid?.name === "guid" ? guid.attributes.ispermalink?.trim().toLowerCase() !== "false" : true;
  const address = page || (isPage && /^https?:/i.test(id) ? absolute(id, "") : "");
  const { html = "", isText = true } = shown ? htmlOf(shown) : {};
  const dates = datesOf(fields);
  return {
    kind: kindOf(fields),
    isDraft: fields.some(({ name, text }) => name === "app:draft" && text.trim().toLowerCase() !== "no"),
    id: oneLine(id || address, MAX_ID),
    address,
    title: textOf(first(fields, "title", "media:title", "dc:title"), MAX_TITLE),
    html: isText ? paragraphs(html) : html,
    excerpt: short && short !== shown ? textOf(short, 1_000) : "",
    authors: authorsOf(fields).length > 0 ? authorsOf(fields) : feed.authors,
    ...dates,
    categories: categoriesOf(fields),
    language: tagIn(first(fields, "dc:language", "language")?.text || shown?.language || "") || feed.language,
    picture: pictureOf(fields),
    files: filesOf(fields),
    base: (shown?.hasBase ? shown.base : "") || address || (shown?.base ?? ""),
  };
}

const BLOGGER_KIND = "http://schemas.google.com/g/2005#kind";

function kindOf(fields: readonly Field[]): FeedEntry["kind"] {
  const kind = fields.find(({ name, attributes }) => name === "category" && attributes.scheme === BLOGGER_KIND);
  const term = kind?.attributes.term?.split("#").at(-1) ?? "post";
  return term === "post" || term === "page" ? term : "other";
}

const paragraphs = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .split("\n\n")
    .flatMap((part) => (part.trim() === "" ? [] : [`<p>${escapeText(part.trim())}</p>`]))
    .join("");

function datesOf(fields: readonly Field[]): Pick<FeedEntry, "publishedAt" | "updatedAt" | "unreadDate"> {
  const read = (...names: string[]) => {
    for (const { text } of own(fields, ...names)) {
      const date = parseDate(text);
      if (date !== null) return date;
    }
    return null;
  };
  const updatedAt = read("updated", "modified", "dcterms:modified", "lastbuilddate");
  const publishedAt =
    read("published", "pubdate", "issued", "dc:date", "dcterms:issued", "created", "dcterms:created", "date") ??
    updatedAt;
  const given = first(fields, "published", "pubdate", "issued", "dc:date", "updated", "modified");
  return { publishedAt, updatedAt, unreadDate: publishedAt === null ? oneLine(given?.text ?? "", 100) : "" };
}

/** `mail@site (Name)`, `Name <mail@site>` or a name; addresses of mail alone are left out. */
export function personName(text: string): string {
  const line = oneLine(text, MAX_NAME);
  const open = line.search(/[<(]/);
  if (open === -1) return isMail(line) ? "" : line;
  const [outside, inside] = [line.slice(0, open).trim(), line.slice(open + 1, -1).trim()];
  if (isMail(outside) || outside === "") return isMail(inside) ? "" : inside;
  return isMail(inside) ? outside : line;
}

const isMail = (text: string): boolean => text.includes("@") && !text.includes(" ");

function authorsOf(fields: readonly Field[]): string[] {
  const named = fields.filter(({ name, parent }) => name === "name" && parent === "author");
  const texts = named.length > 0 ? named : own(fields, "dc:creator", "author");
  const others = texts.some(({ text }) => text.trim() !== "") ? texts : own(fields, "itunes:author", "dc:contributor");
  return unique(others.map((field) => personName(textOf(field, MAX_NAME))));
}

const categoriesOf = (fields: readonly Field[]): string[] =>
  unique(
    own(fields, "category", "dc:subject").flatMap((field) => {
      if (field.attributes.scheme === BLOGGER_KIND) return [];
      const { label, term } = field.attributes;
      return oneLine(label?.trim() || term?.trim() || textOf(field, MAX_NAME), MAX_NAME);
    }),
  );

const unique = (names: readonly string[]): string[] =>
  [...new Set(names.filter((name) => name !== ""))].slice(0, MAX_NAMES);

function filesOf(fields: readonly Field[]): FeedEntry["files"] {
  const found = [
    ...own(fields, "enclosure").map(({ attributes, base }) => ({
      address: absolute(attributes.url ?? "", base),
      type: attributes.type ?? "",
    })),
    ...linksTo(fields, "enclosure").map(({ attributes, base }) => ({
      address: absolute(attributes.href ?? "", base),
      type: attributes.type ?? "",
    })),
    ...own(fields, "media:content").map(({ attributes, base }) => ({
      address: absolute(attributes.url ?? "", base),
      type: attributes.type ?? (attributes.medium ? `${attributes.medium}/` : ""),
    })),
  ];
  const byAddress = new Map(found.map((file) => [file.address, file]));
  byAddress.delete("");
  return [...byAddress.values()].slice(0, MAX_FILES);
}

function pictureOf(fields: readonly Field[]): string {
  const picture = filesOf(fields).find(
    ({ type, address }) => type.startsWith("image") || (type === "" && /\.(?:jpe?g|png|webp|gif|avif)$/i.test(address)),
  );
  if (picture) return picture.address;
  const inGroup = fields.find(({ name, parent }) => name === "url" && parent === "image");
  const named = own(fields, "media:thumbnail", "itunes:image", "image", "thumbnail");
  for (const { attributes, text, base } of [...named, ...(inGroup ? [inGroup] : [])]) {
    const address = absolute(attributes.url ?? attributes.href ?? text, base);
    if (address) return address;
  }
  return "";
}
