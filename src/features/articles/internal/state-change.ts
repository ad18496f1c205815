import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { scheduleWorkingCopy } from "#features/revisions/commands.ts";
import { findWorkingCopy } from "#features/revisions/queries.ts";
import { InvalidError } from "#shared/errors.ts";
import type { ArticleState } from "../changes.ts";
import type { ArticleSnapshot, PreparedDraft } from "../drafts.ts";
import { missingIn } from "../rules.ts";

/** Whether a change sets nothing but when and whether readers see an article. */
export const isStateOnly = (change: object): boolean =>
  Object.keys(change).every((name) => name === "status" || name === "publishedAt");

/**
 * Completes a change of status or date. It publishes a draft as its working copy has it; in all other cases the working
 * copy stays as it is, unpublished. Throws InvalidError for a draft without title or category.
 */
export async function stateChange(
  trx: Transaction<Tables>,
  { content: preparer }: { content: ContentPreparer },
  before: ArticleState,
  change: Partial<PreparedDraft>,
): Promise<{ change: Partial<PreparedDraft>; keepsWorkingCopy: boolean }> {
  const status = change.status ?? before.status;
  if (before.status === "published" || status !== "published") {
    if (status !== "published") await scheduleWorkingCopy(trx, before.id, null);
    return { change, keepsWorkingCopy: true };
  }
  const edit = ((await findWorkingCopy(trx, before.id))?.changes ?? {}) as Partial<ArticleSnapshot>;
  const { content, author_id: _id, co_authors: _others, status: _status, published_date: _date, ...fields } = edit;
  requireComplete({ title: before.title, category: before.category, ...fields });
  const copied = { ...fields, ...(content !== undefined && { content: (await preparer.prepare(content)).content }) };
  return { change: { ...copied, ...change }, keepsWorkingCopy: false };
}

/** Throws InvalidError for an article without title or category. */
function requireComplete(article: { title: string; category: string }): void {
  const errors = missingIn(article);
  const [first] = Object.values(errors);
  if (first !== undefined) throw new InvalidError(first, errors);
}
