import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { ArticleStore } from "#features/articles/commands.ts";
import type { ArticleSnapshot } from "#features/articles/drafts.ts";
import { presentAuthors, presentForEditor, presentPage } from "#features/articles/present.ts";
import { findAny } from "#features/articles/queries.ts";
import { articleKey, NO_ARTICLE } from "#features/articles/rules.ts";
import type { ArticlePage } from "#features/articles/schema.ts";
import { findByNameOrSlug } from "#features/categories/queries.ts";
import { categorySlug } from "#features/categories/rules.ts";
import { findWorkingCopy, newestRevision } from "#features/documents/history/queries.ts";
import { versionName } from "#features/documents/history/rules.ts";
import { prepareKnown } from "#features/documents/staging.ts";
import { accountNames, describeKnown } from "#features/identity/accounts/queries.ts";
import { findPicture } from "#features/media/pictures/queries.ts";
import { keyInAddress } from "#features/media/pictures/rules.ts";
import { readPreviewLength } from "#features/settings/facts/queries.ts";
import { NotFoundError } from "#shared/errors.ts";
import type { Viewer } from "#shared/viewer.ts";
import { withOwnCards } from "../readers-content.ts";
import { accountsIn, type Copied, editOf, presentWholeRevision, presentWorkingCopy } from "./present.ts";
import type { WorkingCopyResponse } from "./schema.ts";

/**
 * An article with its working copy. If that was published or discarded, or there never was one, the article as its newest
 * version left it. Throws NotFoundError.
 */
export async function readCopied(db: Kysely<Tables>, id: number): Promise<Copied> {
  const [row, copy] = [await findAny(db, id), await findWorkingCopy(db, articleKey(id))];
  if (!row) throw new NotFoundError("article_not_found", NO_ARTICLE);
  if (copy) return { row, copy };
  const newest = await newestRevision(db, articleKey(id));
  const saved = { saved_at: newest?.created_at ?? 0, saved_by: newest?.author_id ?? null };
  return { row, copy: { changes: {}, publish_at: null, ...saved } };
}

/** An article with its working copy, as the writing room gets it. */
export async function presentCopied(db: Kysely<Tables>, copied: Copied): Promise<WorkingCopyResponse> {
  const { category, authors } = editOf(copied.copy);
  const known = category ? await findByNameOrSlug(db, category) : undefined;
  return presentWorkingCopy(copied, {
    names: await accountNames(db, [copied.copy.saved_by]),
    slug: known?.slug,
    authors: authors && (await describeKnown(db, authors)),
  });
}

/** Presents an article in the endpoints that all document types share. */
export const ARTICLE_PRESENTATION = {
  nameOf: ({ row }: Copied) => versionName(row.version, row.working_copy_version),
  present: (_db: unknown, { row }: Copied) => presentForEditor(row),
  presentDraft: presentCopied,
  peopleOf: accountsIn,
  presentVersion: presentWholeRevision,
};

/** The page of an article's working copy, or of the stored article; undefined for a deleted one. */
export async function previewOfArticle(
  { database, clock, content }: Pick<ArticleStore, "database" | "clock" | "content">,
  viewer: Viewer,
  id: number,
): Promise<ArticlePage | undefined> {
  const { db } = database;
  const row = await findAny(db, id);
  if (!row) return undefined;
  const copy = await findWorkingCopy(db, articleKey(row.id));
  const edit = (copy?.changes ?? {}) as Partial<ArticleSnapshot>;
  const { authors, category, tags, content: html = row.content, ...rest } = edit;
  const { title = row.title, excerpt = row.excerpt, image_url = row.image_url, image_alt = row.image_alt } = rest;
  const { language = row.language, genre = row.genre, social_image = row.social_image } = rest;
  const { layout = row.layout, picture_place = row.picture_place, is_auto_update = row.is_auto_update === 1 } = rest;
  const previewLength = await readPreviewLength(db);
  const prepared = (
    await prepareKnown({ database, content }, html, "article", previewLength > 0 ? { previewLength } : {})
  ).content;
  const shown = await findPicture(db, keyInAddress(image_url || (prepared.pictures[0] ?? "")) ?? "");
  const known = category ? await findByNameOrSlug(db, category) : undefined;
  const page = presentPage({
    ...row,
    title,
    excerpt,
    image_url,
    image_alt,
    language,
    genre,
    layout,
    picture_place,
    is_auto_update: is_auto_update ? 1 : 0,
    social_image,
    social_picture: await findPicture(db, keyInAddress(social_image) ?? ""),
    ...(category && { category, category_slug: known?.slug ?? categorySlug(category) }),
    ...(tags && { tags: JSON.stringify(tags) }),
    content_image_url: prepared.pictures[0] ?? "",
    focal_x: shown?.focal_x ?? null,
    focal_y: shown?.focal_y ?? null,
    pageHtml: await withOwnCards(db, { viewer, now: clock.now() }, prepared.pageHtml),
    hasRest: previewLength > 0 && prepared.hasRest,
    readingMinutes: prepared.readingMinutes,
    outline: prepared.outline,
    textBeginning: prepared.text,
    // A draft's topics may have no pages yet.
    topics: [],
  });
  const credited = authors && presentAuthors(await describeKnown(db, authors));
  // A draft shows the date that publishing it now would give it. Its authors may have no pages yet.
  return {
    ...page,
    authors: (credited?.authors ?? page.authors).map((author) => ({ ...author, has_page: false })),
    ...(credited && { author: credited.author, byline: credited.byline }),
    published_date: page.published_date ?? new Date(clock.now()).toISOString(),
  };
}
