import { textBeginning } from "#features/content/rules.ts";
import { fallbackPicture } from "#shared/urls.ts";
import { fromColumns } from "./fields.ts";
import type { DetailRow, EditorRow, PageRow, SummaryRow } from "./queries.ts";
import { DEFAULT_AUTHOR, defaultTags } from "./rules.ts";
import type { ArticleDetail, ArticlePage, ArticleSummary } from "./schema.ts";

const isoDate = (time: number | null) => (time === null ? null : new Date(time).toISOString());

function presentTags(row: SummaryRow): string[] {
  const tags = JSON.parse(row.tags) as string[];
  return tags.length > 0 ? tags : defaultTags(row.category);
}

/**
 * An article in a list. `fallback` is used if neither the article nor its content has a picture (`/fallback.jpg`,
 * `/placeholder.jpg` in related).
 */
export function presentSummary(row: SummaryRow, fallback: string = fallbackPicture.list): ArticleSummary {
  return {
    id: row.id,
    ...fromColumns(row),
    category: row.category,
    category_slug: row.category_slug,
    image_url: row.image_url || row.content_image_url || fallback,
    image_alt: row.image_url ? row.image_alt : "",
    author: row.author_name ?? DEFAULT_AUTHOR.name,
    published_date: isoDate(row.published_at),
    last_updated: isoDate(row.last_updated_at),
    tags: presentTags(row),
  };
}

export function presentSummaries(rows: SummaryRow[]): ArticleSummary[] {
  return rows.map((row) => presentSummary(row));
}

type AuthorColumns = Pick<DetailRow, "author_name" | "author_image_url" | "author_bio">;

function presentAuthor({ author_name, author_image_url, author_bio }: AuthorColumns): ArticleDetail["author"] {
  if (author_name === null) return DEFAULT_AUTHOR;
  return { name: author_name, image_url: author_image_url || fallbackPicture.author, bio: author_bio ?? "" };
}

export function presentDetail(row: DetailRow): ArticleDetail {
  return { ...presentSummary(row), author: presentAuthor(row), content: row.content };
}

/** Length of the text used instead of a missing excerpt, in characters: about what a search result shows. */
const DESCRIPTION_LENGTH = 160;

/** An article as its page shows it. A picture that is also in the text is not repeated above it. */
export function presentPage(row: PageRow): ArticlePage {
  const summary = presentSummary(row);
  const isInText = summary.image_url === row.content_image_url;
  return {
    ...summary,
    author: presentAuthor(row),
    html: row.pageHtml,
    has_rest: row.hasRest,
    hero_url: isInText ? "" : summary.image_url,
    description: row.excerpt || textBeginning(row.textBeginning, DESCRIPTION_LENGTH) || row.title,
  };
}

/** An article for its editors: stored values only, without fallbacks. */
export function presentForEditor(row: EditorRow): ArticleDetail {
  const { image_url, image_alt, tags, working_copy_version } = row;
  return {
    ...presentDetail(row),
    image_url,
    image_alt,
    tags: JSON.parse(tags),
    has_draft: working_copy_version !== null,
  };
}
