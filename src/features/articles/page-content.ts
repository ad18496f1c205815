import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import type { PreparedContent } from "#features/content/derive.ts";
import { hasLabels, withLabelsIn } from "#features/content/labels.ts";
import { ARTICLE_PREVIEW_LENGTH } from "#features/content/preview.ts";
import { readPreviewLength, readSiteLanguage } from "#features/settings/facts/queries.ts";
import type { SiteInfo } from "#shared/page.ts";
import { isDerived } from "./derive.ts";
import type { ArticlePage } from "./schema.ts";

/** Characters of the text that a page's description may need. */
export const TEXT_BEGINNING = 400;

type Stored = Parameters<typeof isDerived>[0] & {
  id: number;
  has_rest: number | null;
  page_html: string | null;
  text_beginning: string | null;
  /** 1 if it may have pictures on other hosts. */
  has_remote: number;
  reading_minutes: number | null;
  /** The headings, as JSON. */
  outline: string | null;
};

/**
 * An article's content for its page: as stored, or derived now if that is out of date or the newsroom's previews have
 * another length. Not for a page, it has the pictures on other hosts that are still being copied.
 */
export async function contentOfPage(
  db: Kysely<Tables>,
  preparer: ContentPreparer,
  stored: Stored,
  { isForPage }: { isForPage: boolean },
) {
  const previewLength = await readPreviewLength(db);
  const hasPreview = previewLength > 0;
  const hasRemote = !isForPage && stored.has_remote === 1;
  if (!hasRemote && isDerived(stored) && (!hasPreview || previewLength === ARTICLE_PREVIEW_LENGTH))
    return {
      pageHtml: stored.page_html ?? "",
      // What marks the rest stays without effect.
      hasRest: hasPreview && stored.has_rest === 1,
      readingMinutes: stored.reading_minutes ?? 0,
      outline: JSON.parse(stored.outline ?? "[]") as PreparedContent["outline"],
      textBeginning: stored.text_beginning ?? "",
    };
  const row = await db.selectFrom("article").select("content").where("id", "=", stored.id).executeTakeFirstOrThrow();
  const prepared = await preparer.prepare(row.content, [], "article", undefined, {
    ...(hasPreview && { previewLength }),
    hasRemote,
  });
  const { pageHtml, hasRest, readingMinutes, outline, text } = prepared.content;
  return {
    pageHtml,
    hasRest: hasPreview && hasRest,
    readingMinutes,
    outline,
    textBeginning: text.slice(0, TEXT_BEGINNING),
  };
}

/**
 * A page whose text has its labels for screen readers in its own language, or in the site's. `siteLanguage`: the
 * site's, unless the newsroom has set another.
 */
export async function inItsLanguage(
  db: Kysely<Tables>,
  page: ArticlePage,
  siteLanguage: SiteInfo["language"],
): Promise<ArticlePage> {
  if (!hasLabels(page.content)) return page;
  const language = page.language || (await readSiteLanguage(db, siteLanguage));
  return { ...page, content: withLabelsIn(page.content, language) };
}
