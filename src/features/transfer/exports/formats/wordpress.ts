import { addressOf } from "#features/media/pictures/rules.ts";
import type { PictureRow } from "#features/media/tables.ts";
import { escapeText } from "#shared/html.ts";
import { parsePictureUrl, plainUrl } from "#shared/pictures.ts";
import { absoluteUrl } from "#shared/urls.ts";
import {
  type ExportAuthor,
  type ExportText,
  readArticles,
  readCategories,
  readPages,
  readPictures,
  readTopics,
} from "../reading.ts";
import { pictureAddress, pictureFile, type Rewriting, rewrittenNodes, uniqueNames } from "../rewriting.ts";
import { blockHtml } from "./blocks.ts";
import { type ExportWork, type FormatWriter, writePictures } from "./format.ts";
import { countLosses, writeSubscribers } from "./texts.ts";

const SCHEMAS = [
  ["excerpt", "http://wordpress.org/export/1.2/excerpt/"],
  ["content", "http://purl.org/rss/1.0/modules/content/"],
  ["wfw", "http://wellformedweb.org/CommentAPI/"],
  ["dc", "http://purl.org/dc/elements/1.1/"],
  ["wp", "http://wordpress.org/export/1.2/"],
];

/**
 * One WXR 1.2 file for WordPress' importer. WordPress fetches the pictures from this site, which the file names; they are in
 * the zip as well. Everything that readers don't have is a draft.
 */
export const writeWordPress: FormatWriter = async (work) => {
  await work.archive.add("wordpress.xml", wxr(work));
  await writePictures(work, (picture) => `pictures/${pictureFile(picture)}`);
  await writeSubscribers(work);
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no form for them
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A text of any characters in XML. */
const cdata = (text: string): string => `<![CDATA[${text.replace(NO_XML, "").replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
const xml = (text: string): string => escapeText(text.replace(NO_XML, ""));
const element = (name: string, text: string | number): string =>
  `<${name}>${typeof text === "number" ? text : cdata(text)}</${name}>\n`;

/** Posts, pages and pictures share their numbers in WordPress. */
const idOf = (kind: "article" | "page" | "picture", id: number): number =>
  id * 3 + { article: 0, page: 1, picture: 2 }[kind];

async function* wxr(work: ExportWork): AsyncGenerator<string> {
  const { site, now } = work;
  yield `<?xml version="1.0" encoding="UTF-8" ?>\n<rss version="2.0"\n${SCHEMAS.map(([name, uri]) => `  xmlns:${name}="${uri}"`).join("\n")}\n>\n<channel>\n`;
  yield `<title>${xml(site.name)}</title>\n<link>${xml(site.url)}</link>\n<description>${xml(site.description)}</description>\n`;
  yield `<pubDate>${new Date(now).toUTCString()}</pubDate>\n<language>${xml(site.language)}</language>\n<wp:wxr_version>1.2</wp:wxr_version>\n`;
  yield `<wp:base_site_url>${xml(site.url)}</wp:base_site_url>\n<wp:base_blog_url>${xml(site.url)}</wp:base_blog_url>\n`;
  for (const author of work.authors.values()) yield authorOf(work, author);
  yield* terms(work);
  yield "<generator>https://wordpress.org/?v=6.8</generator>\n";
  const pictures = new Map<string, number>();
  for await (const rows of readPictures(work.db))
    for (const row of rows) {
      pictures.set(row.key, idOf("picture", row.id));
      yield attachmentOf(work, row);
    }
  const slugOf = uniqueNames();
  const items = async function* (texts: AsyncIterable<{ text: ExportText }>) {
    for await (const { text } of texts) {
      work.wrote(text.type === "page" ? "pages" : "articles");
      countLosses(work, text, { holds: ["seo", "credit"] });
      yield itemOf(
        work,
        text,
        pictures,
        slugOf(`${text.type === "page" ? "/" : ""}${text.fields.slug}`).replace("/", ""),
      );
    }
  };
  yield* items(readArticles(work));
  yield* items(readPages(work));
  yield "</channel>\n</rss>\n";
}

const loginOf = ({ id, slug }: ExportAuthor): string => slug || `author-${id}`;

function authorOf(work: ExportWork, author: ExportAuthor): string {
  const { id, name, bio, image_url, links } = author;
  work.wrote("authors");
  if (bio !== "" || image_url !== "" || links.length > 0) work.lost("biographies, portraits and links of authors");
  const [first = "", ...others] = name.split(" ");
  return `<wp:author>${[
    element("wp:author_id", id),
    element("wp:author_login", loginOf(author)),
    element("wp:author_email", ""),
    element("wp:author_display_name", name),
    element("wp:author_first_name", first),
    element("wp:author_last_name", others.join(" ")),
  ].join("")}</wp:author>\n`;
}

async function* terms(work: ExportWork): AsyncGenerator<string> {
  const { db } = work;
  for (const { id, name, slug, description, editor, image_url, accent } of await readCategories(db)) {
    work.wrote("categories");
    if (editor !== "" || image_url !== "" || accent !== "") work.lost("editors, pictures and colours of categories");
    yield `<wp:category>${element("wp:term_id", id * 2)}${element("wp:category_nicename", slug)}${element("wp:category_parent", "")}${element("wp:cat_name", name)}${description ? element("wp:category_description", description) : ""}</wp:category>\n`;
  }
  const pages = readTopics(db);
  for await (const rows of pages)
    for (const { id, name, slug, description, image_url } of rows) {
      work.wrote("tags");
      if (image_url !== "") work.lost("pictures of topics");
      yield `<wp:tag>${element("wp:term_id", id * 2 + 1)}${element("wp:tag_slug", slug)}${element("wp:tag_name", name)}${description ? element("wp:tag_description", description) : ""}</wp:tag>\n`;
    }
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** A time as WordPress writes it: `2026-11-23 10:00:00`. Each formatter takes memory outside of JavaScript's heap. */
function mysqlDate(time: number, timeZone: string): string {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    formatters.set(timeZone, formatter);
  }
  return formatter.format(time);
}

const metaOf = (key: string, value: string | number): string =>
  value === ""
    ? ""
    : `<wp:postmeta>${element("wp:meta_key", key)}${element("wp:meta_value", String(value))}</wp:postmeta>\n`;

type Post = {
  id: number;
  title: string;
  link: string;
  creator: string;
  at: number | null;
  body: string;
  excerpt: string;
};
type Kind = {
  type: "post" | "page" | "attachment";
  status: string;
  name: string;
  createdAt: number;
  updatedAt: number;
};

/** The elements that all kinds of posts have, in the order of WordPress' own exports. */
function postHead({ site }: ExportWork, post: Post, { type, status, name, createdAt, updatedAt }: Kind): string {
  const local = mysqlDate(post.at ?? createdAt, site.timeZone);
  const utc = mysqlDate(post.at ?? createdAt, "UTC");
  return [
    // Titles and excerpts are HTML in WordPress.
    element("title", escapeText(post.title)),
    `<link>${xml(post.link)}</link>\n`,
    ...(post.at === null ? [] : [`<pubDate>${new Date(post.at).toUTCString()}</pubDate>\n`]),
    element("dc:creator", post.creator),
    `<guid isPermaLink="false">${xml(post.link)}</guid>\n`,
    "<description></description>\n",
    element("content:encoded", post.body),
    element("excerpt:encoded", escapeText(post.excerpt)),
    element("wp:post_id", post.id),
    element("wp:post_date", local),
    element("wp:post_date_gmt", post.at === null && status === "draft" ? "0000-00-00 00:00:00" : utc),
    element("wp:post_modified", mysqlDate(updatedAt, site.timeZone)),
    element("wp:post_modified_gmt", mysqlDate(updatedAt, "UTC")),
    element("wp:comment_status", "closed"),
    element("wp:ping_status", "closed"),
    element("wp:post_name", name),
    element("wp:status", status),
    element("wp:post_parent", 0),
    element("wp:menu_order", 0),
    element("wp:post_type", type),
    element("wp:post_password", ""),
  ].join("");
}

function attachmentOf(work: ExportWork, picture: PictureRow): string {
  const address = absoluteUrl(work.site.url, addressOf(picture));
  const { id, key, name, alt, caption, credit, licence, created_at } = picture;
  const title = name.replace(/\.[a-z0-9]{1,5}$/i, "") || key;
  const post = {
    id: idOf("picture", id),
    title,
    link: address,
    creator: "",
    at: created_at,
    body: "",
    excerpt: caption,
  };
  const kind = {
    type: "attachment",
    status: "inherit",
    name: key,
    createdAt: created_at,
    updatedAt: created_at,
  } as const;
  return `<item>\n${postHead(work, post, kind)}${element("wp:is_sticky", 0)}${element("wp:attachment_url", address)}${metaOf("_wp_attachment_image_alt", alt)}${metaOf("_credit", credit)}${metaOf("_licence", licence)}</item>\n`;
}

function itemOf(work: ExportWork, text: ExportText, pictures: Map<string, number>, slug: string): string {
  const { fields, state, category, topics, authors } = text;
  const rewriting: Rewriting = { site: work.site.url, picture: ({ path }) => absoluteUrl(work.site.url, path) };
  const type = text.type === "page" ? "page" : "post";
  const post = {
    ...{ id: idOf(text.type, text.id), title: fields.title, link: text.address },
    creator: authors[0] ? loginOf(authors[0]) : "",
    at: text.publishedAt,
    body: blockHtml(rewrittenNodes(text, rewriting)),
    excerpt: fields.excerpt,
  };
  const { createdAt, updatedAt } = text;
  const kind = { type, status: state === "published" ? "publish" : "draft", name: slug, createdAt, updatedAt } as const;
  const term = (domain: string, name: string, nicename: string) =>
    `<category domain="${domain}" nicename="${xml(nicename).replaceAll('"', "&quot;")}">${cdata(name)}</category>\n`;
  const thumbnail = pictures.get(parsePictureUrl(plainUrl(fields.image_url))?.key ?? "");
  if (fields.image_url !== "" && thumbnail === undefined) work.lost("articles' pictures on other hosts");
  return [
    `<item>\n${postHead(work, post, kind)}${element("wp:is_sticky", fields.is_featured ? 1 : 0)}`,
    category ? term("category", category.name, category.slug) : "",
    ...topics.map(({ name, slug: nicename }) => term("post_tag", name, nicename)),
    ...(authors.length > 1 ? authors.map((author) => term("author", author.name, `cap-${loginOf(author)}`)) : []),
    metaOf("_thumbnail_id", thumbnail ?? ""),
    metaOf("_yoast_wpseo_title", fields.seo_title),
    metaOf("_yoast_wpseo_metadesc", fields.seo_description),
    metaOf("_yoast_wpseo_opengraph-title", fields.social_title),
    metaOf("_yoast_wpseo_opengraph-description", fields.social_text),
    metaOf("_yoast_wpseo_opengraph-image", pictureAddress(fields.social_image, rewriting)),
    metaOf("_yoast_wpseo_canonical", fields.canonical_url),
    metaOf("_yoast_wpseo_meta-robots-noindex", fields.is_noindex ? "1" : ""),
    "</item>\n",
  ].join("");
}
