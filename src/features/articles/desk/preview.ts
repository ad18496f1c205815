import type { ArticleSnapshot } from "#features/articles/drafts.ts";
import { presentAuthors, presentPage } from "#features/articles/present.ts";
import { findAny } from "#features/articles/queries.ts";
import { articleKey } from "#features/articles/rules.ts";
import type { ArticlePage } from "#features/articles/schema.ts";
import { findByNameOrSlug } from "#features/categories/queries.ts";
import { findWorkingCopy } from "#features/documents/history/queries.ts";
import { prepareKnown } from "#features/documents/staging.ts";
import { describeKnown } from "#features/identity/accounts/queries.ts";
import { findPicture } from "#features/media/pictures/queries.ts";
import { keyInAddress } from "#features/media/pictures/rules.ts";
import { slugify } from "#shared/slug.ts";
import type { DeskStore } from "./commands.ts";

/** The page of an article's working copy, or of the stored article without one; undefined for one that is gone. */
export async function previewOfArticle(
  { database, clock, content }: Pick<DeskStore, "database" | "clock" | "content">,
  id: number,
): Promise<ArticlePage | undefined> {
  const { db } = database;
  const row = await findAny(db, id);
  if (!row) return undefined;
  const copy = await findWorkingCopy(db, articleKey(row.id));
  const edit = (copy?.changes ?? {}) as Partial<ArticleSnapshot>;
  const { authors, category, tags, content: html = row.content, ...rest } = edit;
  const { title = row.title, excerpt = row.excerpt, image_url = row.image_url, image_alt = row.image_alt } = rest;
  const { language = row.language } = rest;
  const prepared = (await prepareKnown({ database, content }, html)).content;
  const shown = await findPicture(db, keyInAddress(image_url || (prepared.pictures[0] ?? "")) ?? "");
  const known = category ? await findByNameOrSlug(db, category) : undefined;
  const page = presentPage({
    ...row,
    ...{ title, excerpt, image_url, image_alt, language },
    ...(category && { category, category_slug: known?.slug ?? slugify(category, "category") }),
    ...(tags && { tags: JSON.stringify(tags) }),
    content_image_url: prepared.pictures[0] ?? "",
    ...{ focal_x: shown?.focal_x ?? null, focal_y: shown?.focal_y ?? null },
    pageHtml: prepared.pageHtml,
    hasRest: prepared.hasRest,
    readingMinutes: prepared.readingMinutes,
    textBeginning: prepared.text,
  });
  const credited = authors && presentAuthors(await describeKnown(db, authors));
  // A draft shows the date that it would have if it were published now. Its authors may have no pages yet.
  return {
    ...page,
    authors: (credited?.authors ?? page.authors).map((author) => ({ ...author, has_page: false })),
    ...(credited && { author: credited.author, byline: credited.byline }),
    published_date: page.published_date ?? new Date(clock.now()).toISOString(),
  };
}
