import { NEW_ARTICLE, type PreparedDraft } from "#features/articles/drafts.ts";
import { FIELDS } from "#features/articles/fields.ts";
import { MAX_SOURCE_LENGTH, MAX_SOURCES } from "#features/articles/rules.ts";
import { isArticleSlug, newSlug, slugToStore } from "#features/articles/slug.ts";
import type { PreparedContent } from "#features/content/derive.ts";
import { canonicalLanguage } from "#shared/language.ts";
import { withoutOverrides } from "#shared/text.ts";
import { isWebAddress, MAX_ADDRESS_LENGTH } from "#shared/web-address.ts";
import type { Finding, TextItem } from "../../sources/items.ts";
import { addressKey } from "./addresses.ts";
import { storable } from "./findings.ts";

/** The names of an article that an import has settled, and its own pictures here. */
export type Settled = {
  category: string;
  tags: string[];
  authors: number[];
  picture: string;
  socialPicture: string;
};

type Notes = Pick<Finding, "level" | "message">[];

/** A text that fits its field; what is cut is named. */
function fitting(text: string, max: number, name: string, notes: Notes): string {
  const clean = withoutOverrides(storable(text, Number.MAX_SAFE_INTEGER));
  if ([...clean].length <= max) return clean;
  notes.push({ level: "warning", message: `${name} was longer than ${max} characters and is cut.` });
  return [...clean].slice(0, max).join("").trim();
}

/** The fields that articles and pages have in common. */
export function commonFields(item: TextItem, notes: Notes) {
  const title = fitting(item.title, FIELDS.title.max, "The title", notes);
  if (title === "") notes.push({ level: "warning", message: "It has no title." });
  return {
    title: title || "Untitled",
    seo_title: fitting(item.seoTitle, FIELDS.seo_title.max, "The search title", notes),
    seo_description: fitting(item.seoDescription, 400, "The search description", notes),
  };
}

/** The draft of an article, and what had to change for it. */
export function draftOf(
  item: TextItem,
  content: PreparedContent,
  settled: Settled,
  siteHost: string,
): { draft: PreparedDraft; notes: Notes } {
  const notes: Notes = [];
  const { title, seo_title, seo_description } = commonFields(item, notes);
  const language = languageOf(item, notes);
  const draft: PreparedDraft = {
    ...NEW_ARTICLE,
    title,
    seo_title,
    seo_description,
    excerpt: fitting(item.excerpt, FIELDS.excerpt.max, "The excerpt", notes),
    slug: slugOf(item, { title, language }),
    content,
    image_url: settled.picture,
    image_alt: fitting(item.picture.alt, FIELDS.image_alt.max, "The description of the picture", notes),
    language,
    social_title: fitting(item.socialTitle, FIELDS.social_title.max, "The social title", notes),
    social_text: fitting(item.socialText, FIELDS.social_text.max, "The social text", notes),
    social_image: settled.socialPicture,
    canonical_url: canonicalOf(item, siteHost, notes),
    is_featured: item.isFeatured,
    is_noindex: item.isNoindex,
    category: settled.category,
    tags: settled.tags,
    authorId: null,
    ...(settled.authors.length > 0 && { authors: settled.authors }),
    status: "draft",
    publishedAt: null,
    ...lastUpdateOf(item),
    ...ownOf(item),
  };
  if (item.socialPicture !== "" && settled.socialPicture === "")
    notes.push({ level: "info", message: "Its picture for shared links is not copied: the article's own is used." });
  return { draft, notes };
}

function languageOf({ language }: TextItem, notes: Notes): string {
  if (language === "") return "";
  const canonical = canonicalLanguage(language.replaceAll("_", "-"));
  if (canonical === null) notes.push({ level: "info", message: `Its language “${language}” is not known.` });
  return canonical ?? "";
}

/** The slug of the source where an article may have it. */
function slugOf({ slug }: TextItem, after: { title: string; language: string }): string {
  const wanted = storable(slug, MAX_ADDRESS_LENGTH);
  const own = wanted === "" ? "" : isArticleSlug(wanted) ? wanted : newSlug({ title: wanted });
  return slugToStore(own, { after });
}

/** An address on another site; the source's own one would send readers back. */
function canonicalOf({ canonicalUrl }: TextItem, siteHost: string, notes: Notes): string {
  const address = canonicalUrl.trim();
  if (address === "") return "";
  if (!/^https?:/i.test(address) || address.length > MAX_ADDRESS_LENGTH || !isWebAddress(address)) {
    notes.push({ level: "warning", message: "Its original address is not valid and is left out." });
    return "";
  }
  return addressKey(address, siteHost)?.startsWith("/") ? "" : address;
}

const ownOf = ({ own }: TextItem) =>
  own && {
    ...{ genre: own.genre, is_breaking: own.isBreaking, is_editors_pick: own.isEditorsPick },
    is_auto_update: own.isAutoUpdate,
    layout: own.layout,
    picture_place: own.picturePlace,
    sources: own.sources.slice(0, MAX_SOURCES).map((source) => storable(source, MAX_SOURCE_LENGTH)),
  };

const lastUpdateOf = ({ publishedAt, updatedAt }: TextItem) =>
  publishedAt !== null && updatedAt !== null && updatedAt > publishedAt ? { lastUpdatedAt: updatedAt } : {};
