import { textBeginning } from "#features/content/preview.ts";
import { sponsoredLinks, widePictures } from "#features/content/serialize.ts";
import { hasChanges } from "#features/documents/history/queries.ts";
import { type DescribedAuthor, linksOf } from "#features/identity/accounts/queries.ts";
import { isPaid } from "#shared/genres.ts";
import {
  type CropKind,
  cropOf,
  focusedUrl,
  ownUrl,
  parsePictureUrl,
  plainUrl,
  type SizedPicture,
} from "#shared/pictures.ts";
import type { Story } from "#shared/story.ts";
import { isoDate } from "#shared/time.ts";
import { fallbackPicture } from "#shared/urls.ts";
import { contentsOf } from "./contents.ts";
import { coAuthorsOf } from "./drafts.ts";
import { fromColumns, fromListColumns, pickPage } from "./fields.ts";
import type { DetailRow, EditorRow, ListedRow, PageRow, SummaryRow } from "./queries.ts";
import { DEFAULT_AUTHOR, defaultTags } from "./rules.ts";
import type {
  ArticleDetail,
  ArticlePage,
  ArticleSummary,
  ListedArticle,
  PageHead,
  PageRecord,
  PictureLines,
} from "./schema.ts";
import { shownSlug } from "./slug.ts";

const LIST = new Intl.ListFormat("en");
const bylineOf = (names: string[]) => LIST.format(names);

function presentTags(row: SummaryRow): string[] {
  const tags = JSON.parse(row.tags) as string[];
  return tags.length > 0 ? tags : defaultTags(row.category);
}

type SummaryOptions = {
  /** Fallback pictures: `/fallback.jpg`, and `/placeholder.jpg` in related articles. */
  fallback?: string;
  /** False in the API's responses, where pictures keep their addresses, including those on other hosts. */
  isForPage?: boolean;
};

/** An article in a list. By default, pictures are omitted until the site has its own copy. */
export function presentSummary(
  row: SummaryRow,
  { fallback = fallbackPicture.list, isForPage = true }: SummaryOptions = {},
): ArticleSummary {
  const shown = isForPage ? ownUrl : (url: string) => url;
  const own = shown(row.image_url);
  const portrait = shown(row.portrait_url ?? "");
  const names = [row.author_name ?? DEFAULT_AUTHOR.name, ...coAuthorsOf(row).map(({ name }) => name)];
  return {
    id: row.id,
    ...fromListColumns(row),
    slug: shownSlug(row),
    category: row.category,
    category_slug: row.category_slug,
    image_url: focusedUrl(own || shown(row.content_image_url), row.focal_x, row.focal_y) || fallback,
    image_alt: own ? row.image_alt : "",
    author: names[0] ?? DEFAULT_AUTHOR.name,
    authors: names,
    byline: bylineOf(names),
    ...(portrait && { portrait_url: focusedUrl(portrait, row.portrait_x, row.portrait_y) }),
    published_date: isoDate(row.published_at),
    last_updated: isoDate(row.last_updated_at),
    tags: presentTags(row),
  };
}

/** The caption and the credit that the library stores with the picture of `presentSummary`, without empty ones. */
export function pictureLines({ picture_caption, picture_credit }: SummaryRow): PictureLines {
  return {
    ...(picture_caption && { image_caption: picture_caption }),
    ...(picture_credit && { image_credit: picture_credit }),
  };
}

export function presentSummaries(rows: SummaryRow[], options?: SummaryOptions): ArticleSummary[] {
  return rows.map((row) => presentSummary(row, options));
}

export const presentListed = (row: ListedRow, story?: Story): ListedArticle => ({
  ...presentSummary(row, { isForPage: false }),
  views: row.views,
  last_edited: new Date(row.edited_at).toISOString(),
  last_edited_by: row.editor_name,
  publish_at: isoDate(row.publish_at),
  has_changes: row.status === "published" && row.changes !== null && row.changes !== "{}",
  ...(story && { story }),
  open_notes: Number(row.open_notes),
  words: row.words,
});

type AuthorColumns = Pick<
  DetailRow,
  "author_id" | "author_name" | "author_slug" | "author_image_url" | "author_bio" | "author_links" | "coAuthors"
>;

function authorsOf(row: AuthorColumns): DescribedAuthor[] {
  const { author_id: id, author_name: name, author_slug: slug, author_bio, author_links, coAuthors } = row;
  if (name === null) return coAuthors;
  return [
    { id, name, slug, image_url: row.author_image_url ?? "", bio: author_bio ?? "", links: linksOf(author_links) },
    ...coAuthors,
  ];
}

/** Whether a published author has a page: erased and deleted accounts have none. */
const hasPage = ({ slug }: DescribedAuthor) => slug !== null;

/** An article's authors, with placeholders for a missing author and portrait. */
export function presentAuthors(
  described: DescribedAuthor[],
  { isForPage = true }: Pick<SummaryOptions, "isForPage"> = {},
): Pick<ArticleDetail, "author" | "authors" | "byline"> {
  const credited = described.length > 0 ? described : [{ id: null, slug: null, ...DEFAULT_AUTHOR }];
  const authors = credited.map((author) => ({
    ...author,
    image_url: (isForPage ? ownUrl(author.image_url) : author.image_url) || fallbackPicture.author,
  }));
  const { name = "", image_url = "", bio = "", links = [] } = authors[0] ?? {};
  return { author: { name, image_url, bio, links }, authors, byline: bylineOf(authors.map((author) => author.name)) };
}

export function presentDetail(row: DetailRow): ArticleDetail {
  const summary = presentSummary(row, { isForPage: false });
  const authors = presentAuthors(authorsOf(row), { isForPage: false });
  const head = pickPage(fromColumns(row));
  return { ...summary, ...head, image_url: plainUrl(summary.image_url), ...authors, content: row.content };
}

/** Length of the text used instead of a missing excerpt, in characters: about what a search result shows. */
const DESCRIPTION_LENGTH = 160;

/** A picture with its size if it is stored on this site. */
function sized(url: string): SizedPicture {
  const picture = parsePictureUrl(url);
  return { url, ...(picture && { width: picture.width, height: picture.height }) };
}

/** What the head of a page says instead of the article's own title, excerpt and address. */
function headOf(row: PageRow): { head?: PageHead } {
  const { seo_title, seo_description, social_title, social_text, canonical_url, is_noindex } = row;
  const head: PageHead = {
    ...(seo_title && { title: seo_title }),
    ...(seo_description && { description: seo_description }),
    ...(social_title && { social_title }),
    ...(social_text && { social_text }),
    ...(canonical_url && { canonical: canonical_url }),
    ...(is_noindex === 1 && { is_noindex: true as const }),
  };
  return Object.keys(head).length > 0 ? { head } : {};
}

/** The picture for social cards: its own, or the article's. */
function cardOf(row: PageRow, { image_url, image_alt }: ArticleSummary): ArticlePage["card"] {
  const { social_image, social_picture } = row;
  const [url, at, alt] = social_image
    ? [social_image, social_picture, social_picture?.alt ?? ""]
    : [plainUrl(image_url), row, image_alt];
  return { ...(cropOf(url, "card", at?.focal_x ?? null, at?.focal_y ?? null) ?? sized(url)), alt };
}

/** The text with what its genre and its layout add. */
function contentOf(row: PageRow): string {
  const { layout, pageHtml } = row;
  const html = isPaid(row) ? sponsoredLinks(pageHtml) : pageHtml;
  return layout === "photo_essay" ? widePictures(html) : html;
}

/** The record of an unpublished article, as in a preview. */
const NO_RECORD: PageRecord = { changes_html: "", corrections: [], disclosure_sentences: [] };

/**
 * An article as its page shows it. A picture that is also in the text is not repeated above it. Except for `image_url`,
 * no field names a picture on another host.
 */
export function presentPage(
  row: PageRow,
  record: PageRecord = NO_RECORD,
  { isForPage = true }: Pick<SummaryOptions, "isForPage"> = {},
): ArticlePage {
  const summary = presentSummary(row);
  const shown_url = plainUrl(summary.image_url);
  const { author, authors, byline } = presentAuthors(authorsOf(row), { isForPage });
  const withPage = new Set(authorsOf(row).flatMap((one) => (hasPage(one) ? one.id : [])));
  const whole = sized(shown_url);
  const crop = (kind: CropKind) => cropOf(shown_url, kind, row.focal_x, row.focal_y) ?? [];
  return {
    ...summary,
    ...pictureLines(row),
    image_alt: isForPage ? summary.image_alt : row.image_alt,
    // Uncropped, for search engines and cards of other sites; only `hero_url` is cropped.
    image_url: isForPage ? shown_url : plainUrl(presentSummary(row, { isForPage }).image_url),
    author,
    authors: authors.map((one) => ({ ...one, has_page: withPage.has(one.id) })),
    byline,
    content: contentOf(row),
    ...(row.layout !== "news" && { layout: row.layout }),
    ...(row.picture_place !== "automatic" && { picture_place: row.picture_place }),
    ...record,
    has_rest: row.hasRest,
    ...(row.readingMinutes > 0 && { reading_minutes: row.readingMinutes }),
    card: cardOf(row, summary),
    images: [crop("card"), crop("square"), whole].flat(),
    hero_url: shown_url === row.content_image_url ? "" : summary.image_url,
    ...contentsOf(row.outline),
    topics: row.topics,
    ...headOf(row),
    description: row.excerpt || textBeginning(row.textBeginning, DESCRIPTION_LENGTH) || row.title,
  };
}

/** An article for its editors: stored values only, without fallbacks. */
export function presentForEditor(row: EditorRow): ArticleDetail {
  const { image_url, image_alt, tags, sources, working_copy_changes } = row;
  return {
    ...presentDetail(row),
    image_url,
    image_alt,
    tags: JSON.parse(tags),
    sources: JSON.parse(sources),
    has_draft: hasChanges({ changes: working_copy_changes }),
  };
}
