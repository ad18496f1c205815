import { convertHtml, type TextFinding } from "../html.ts";
import { parseTree, textOf } from "../html-tree.ts";
import { NEW_TEXT, type TextItem } from "../items.ts";
import { bodyOf } from "./bodies.ts";
import { ghostRule } from "./cards.ts";
import { isSet, type Library, textIn, type User } from "./library.ts";
import type { Routes } from "./routes.ts";
import type { Row } from "./rows.ts";

/** What all posts of an export share. `address` makes an address of a post one that pictures and posts have. */
export type Context = { library: Library; routes: Routes; address: (given: string) => string };

export const topicKey = (slug: string): string => `tag:${slug}`;
export const authorKey = ({ slug, name }: User): string => `author:${slug || name}`;
const plain = (html: string): string =>
  parseTree(html)
    .map((node) => textOf(node))
    .join("")
    .replace(/\s+/g, " ")
    .trim();

/** A time in one of the forms that Ghost has exported: always in UTC. Null if it is missing or not understood. */
export function timeOf(row: Row, name: string): number | null {
  const text = textIn(row, name);
  const plain = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(" ", "T")}Z` : text;
  const time = /^\d{11,14}$/.test(text) ? Number(text) : Date.parse(plain);
  return Number.isFinite(time) ? time : null;
}

/** A row of `posts` as a post or page. */
export function postOf(row: Row, { library, routes, address }: Context): TextItem {
  const { tags, authors, meta, isIncomplete } = library.factsOf(row);
  const findings: TextFinding[] = [];
  const note = (message: string, level: TextFinding["level"] = "info") => findings.push({ level, message });
  const kind = textIn(row, "type") === "page" || isSet(row.page) ? "page" : "post";
  const body = convertHtml(bodyOf(row, note), ghostRule, address);
  const publishedAt = timeOf(row, "published_at");
  const [id, slug] = [textIn(row, "id"), textIn(row, "slug")];
  const uuid = textIn(row, "uuid");
  const placed = { id, slug, publishedAt, isFeatured: isSet(row.featured), tags, authors };
  const section = routes.sectionOf(placed);
  const visible = tags.filter(({ isInternal }) => !isInternal);
  noteLosses(row, meta, note);
  if (isIncomplete) note("A tag or author of it is not in the export.", "warning");
  if (publishedAt === null && textIn(row, "published_at") !== "") note("Its date is not understood.", "warning");
  for (const { name } of tags.filter(({ isInternal }) => isInternal)) note(`The internal tag ${name} is not imported.`);
  const picture = textIn(row, "feature_image") || textIn(row, "image");
  const addresses = slug === "" ? [] : kind === "page" ? [`/${slug}/`] : routes.ofPost(placed);
  return {
    ...NEW_TEXT,
    kind,
    key: textIn(row, "uuid") || id || slug,
    title: textIn(row, "title"),
    slug,
    excerpt: textIn(row, "custom_excerpt"),
    html: body.html.replaceAll("__GHOST_URL__", ""),
    ...stateOf(row, meta, note),
    publishedAt,
    updatedAt: timeOf(row, "updated_at"),
    // Links to drafts that people have shared lead to the post once it is published.
    addresses: uuid && kind === "post" ? [...addresses, `/p/${uuid}/`] : addresses,
    // Before Ghost 1, where ids are numbers, feeds had the other id.
    feedId: /^\d+$/.test(id) ? textIn(row, "uuid") : id,
    authors: authors.map(authorKey),
    topics: visible.map((tag) => topicKey(tag.slug)),
    section: section ? topicKey(section.slug) : "",
    picture: {
      address: picture && address(picture),
      alt: textIn(meta, "feature_image_alt"),
      caption: plain(textIn(meta, "feature_image_caption")),
    },
    seoTitle: textIn(meta, "meta_title"),
    seoDescription: textIn(meta, "meta_description"),
    socialTitle: textIn(meta, "og_title") || textIn(meta, "twitter_title"),
    socialText: textIn(meta, "og_description") || textIn(meta, "twitter_description"),
    socialPicture: address(textIn(meta, "og_image") || textIn(meta, "twitter_image")),
    canonicalUrl: canonicalOf(textIn(row, "canonical_url"), addresses, note),
    language: languageOf(row),
    isFeatured: placed.isFeatured,
    findings: [...findings, ...body.findings],
  };
}

type Note = (message: string, level?: TextFinding["level"]) => void;

/** Published is only what everyone could read on the site. */
function stateOf(row: Row, meta: Row, note: Note): Pick<TextItem, "state" | "restriction"> {
  const status = textIn(row, "status") || "draft";
  const type = textIn(row, "type");
  const restrictions = [whoSees(row)];
  if (status === "sent" || isSet(meta.email_only)) restrictions.push("Ghost sent it by email only.");
  else if (status === "scheduled") note("It was scheduled: schedule it here again.", "warning");
  else if (status !== "draft" && status !== "published") restrictions.push(`Its status “${status}” is unknown.`);
  if (type !== "" && type !== "post" && type !== "page") restrictions.push(`Its type “${type}” is unknown.`);
  const restriction = restrictions.filter((one) => one !== "").join(" ");
  return { state: status === "published" && restriction === "" ? "published" : "draft", restriction };
}

function whoSees({ visibility }: Row): string {
  if (visibility === undefined || visibility === null || visibility === "public") return "";
  if (visibility === "members") return "Only members see it.";
  if (visibility === "paid") return "Only paying members see it.";
  if (visibility === "tiers") return "Only members of some tiers see it.";
  return `Who sees it is limited by “${String(visibility).slice(0, 80)}”.`;
}

const CODE = ["codeinjection_head", "codeinjection_foot"];

function noteLosses(row: Row, meta: Row, note: Note): void {
  if (CODE.some((name) => textIn(row, name) !== "")) note("Injected code is not imported.", "warning");
  const template = textIn(row, "custom_template");
  if (template) note(`The template ${template.slice(0, 80)} of the theme is not imported.`);
  for (const [og, twitter, what] of [
    ["og_title", "twitter_title", "title"],
    ["og_description", "twitter_description", "text"],
    ["og_image", "twitter_image", "picture"],
  ] as const) {
    const [one, other] = [textIn(meta, og), textIn(meta, twitter)];
    if (one && other && one !== other) note(`The separate ${what} for X is not imported.`);
  }
  if (row.show_title_and_feature_image === 0 || row.show_title_and_feature_image === false)
    note("Ghost hid its title and picture; they are shown here.");
}

/** An address on another site; the site's own ones are its address here. */
function canonicalOf(given: string, addresses: readonly string[], note: Note): string {
  if (!given.startsWith("__GHOST_URL__") && !given.startsWith("/")) return given;
  const path = given.replace("__GHOST_URL__", "");
  if (!addresses.some((address) => address.replaceAll("/", "") === path.replaceAll("/", "")))
    note(`Its canonical address, another page of the site, is not imported: ${path.slice(0, 200)}`, "warning");
  return "";
}

/** Before Ghost 2 every post had the language of the default. */
function languageOf(row: Row): string {
  const language = textIn(row, "locale") || textIn(row, "language");
  return row.locale === undefined && language === "en_US" ? "" : language.replaceAll("_", "-");
}
