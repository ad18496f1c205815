import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { readersWords } from "#features/content/derive.ts";
import type { WorkingCopy } from "#features/documents/history/queries.ts";
import { versionName } from "#features/documents/history/rules.ts";
import { InvalidError } from "#shared/errors.ts";
import type { ArticleState } from "./changes.ts";
import { type ArticleSnapshot, mergeChange, type PreparedDraft, type StoredDraft } from "./drafts.ts";
import { missingIn } from "./rules.ts";

type Change = Partial<PreparedDraft>;
type Copy = Pick<WorkingCopy, "changes"> | undefined;

/** The differences of a working copy or restored version from the article, as a change of it. */
export async function changeOfEdit(content: ContentPreparer, edit: Partial<ArticleSnapshot>): Promise<Change> {
  const { content: html, author_id: _id, co_authors: _others, status: _status, published_date: _date, ...rest } = edit;
  return { ...rest, ...(html !== undefined && { content: (await content.prepare(html)).content }) };
}

/**
 * Completes an editor's save with the working copy. Omitted fields of a draft keep the working copy's value. For a
 * published or scheduled article, a change of only status or date leaves the working copy unpublished, and any other
 * save replaces it. Throws InvalidError for publishing a draft without title or category.
 */
export async function savedChange(
  content: ContentPreparer,
  { before, copy, change }: { before: ArticleState; copy: Copy; change: Change },
): Promise<{ change: Change; keepsWorkingCopy: boolean }> {
  if (before.status === "published")
    return {
      change,
      keepsWorkingCopy: Object.keys(change).every((name) => name === "status" || name === "publishedAt"),
    };
  const copied = await changeOfEdit(content, copy?.changes ?? {});
  const saved = { ...change, status: change.status ?? before.status };
  const errors = missingIn({ title: before.title, category: before.category, ...copied, ...saved });
  const [first] = Object.values(errors);
  if (first === undefined) return { change: { ...copied, ...saved }, keepsWorkingCopy: false };
  if (saved.status === "published") throw new InvalidError("incomplete_document", first, errors);
  const { title: _title, category: _category, ...rest } = copied;
  return { change: { ...rest, ...saved }, keepsWorkingCopy: false };
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

export async function listVersionNames(db: Kysely<Tables>, articleIds: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("article")
    .leftJoin("working_copy as copy", (join) =>
      join
        .onRef("copy.document_id", "=", "article.id")
        .on("copy.document_type", "=", "article")
        .on("copy.changes", "is not", null),
    )
    .select(["article.id", "article.version", "copy.version as copy_version"])
    .where("article.id", "in", articleIds)
    .execute();
  return new Map(rows.map(({ id, version, copy_version }) => [id, versionName(version, copy_version)]));
}
