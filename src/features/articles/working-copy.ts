import type { ContentPreparer } from "#features/content/commands.ts";
import { readersWords } from "#features/content/derive.ts";
import type { WorkingCopy } from "#features/documents/history/queries.ts";
import type { ArticleState } from "./changes.ts";
import { type ArticleSnapshot, mergeChange, type PreparedDraft, type StoredDraft } from "./drafts.ts";

type Change = Partial<PreparedDraft>;
type Copy = Pick<WorkingCopy, "changes"> | undefined;

/**
 * The differences of a working copy or restored version from the article, as a change of it. An emptied title or category
 * keeps its stored value, as every saved article has both.
 */
export async function changeOfEdit(content: ContentPreparer, edit: Partial<ArticleSnapshot>): Promise<Change> {
  const {
    content: html,
    author_id: _id,
    co_authors: _others,
    status: _status,
    published_date: _date,
    ...others
  } = edit;
  const { title, category, ...rest } = others;
  return {
    ...rest,
    ...(title?.trim() && { title }),
    ...(category?.trim() && { category }),
    ...(html !== undefined && { content: (await content.prepare(html)).content }),
  };
}

/** An article as published from its working copy at `now` (epoch milliseconds). `words`: see `Proposal`. */
export async function newestOf(
  content: ContentPreparer,
  { article, copy, now }: { article: ArticleState; copy: Copy; now: number },
): Promise<{ draft: StoredDraft; words: string }> {
  const edit = await changeOfEdit(content, copy?.changes ?? {});
  const prepared = edit.content ?? (await content.prepare(article.content)).content;
  const draft = mergeChange(article, article.category, { ...edit, content: prepared.html }, now);
  return { draft, words: readersWords(prepared) };
}
