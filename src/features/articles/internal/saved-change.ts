import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { scheduleWorkingCopy } from "#features/revisions/commands.ts";
import { findWorkingCopy } from "#features/revisions/queries.ts";
import { InvalidError } from "#shared/errors.ts";
import type { ArticleState } from "../changes.ts";
import type { ArticleSnapshot, PreparedDraft } from "../drafts.ts";
import { missingIn } from "../rules.ts";

type Change = Partial<PreparedDraft>;
type Parts = { content: ContentPreparer };

/** Whether a change sets nothing but when and whether readers see an article. */
const isStateOnly = (change: object): boolean =>
  Object.keys(change).every((name) => name === "status" || name === "publishedAt");

/**
 * Completes an editor's save with what the working copy says. A draft is its working copy, so fields that are left out
 * keep the value there. Of a published or scheduled article, a change of status or date alone leaves it unpublished, and
 * any other save replaces it. Throws InvalidError for publishing a draft without title or category.
 */
export async function savedChange(
  trx: Transaction<Tables>,
  store: Parts,
  before: ArticleState,
  change: Change,
): Promise<{ change: Change; keepsWorkingCopy: boolean }> {
  const status = change.status ?? before.status;
  if (before.status !== "published")
    return { change: await draftChange(trx, store, before, { ...change, status }), keepsWorkingCopy: false };
  const keepsWorkingCopy = isStateOnly(change);
  // What was to replace the public text at a time would publish the draft.
  if (keepsWorkingCopy && status !== "published") await scheduleWorkingCopy(trx, before.id, null);
  return { change, keepsWorkingCopy };
}

/** `change` with the fields in which a draft's working copy differs from what is stored. */
async function draftChange(
  trx: Transaction<Tables>,
  store: Parts,
  before: ArticleState,
  change: Change,
): Promise<Change> {
  const copied = await copiedChange(trx, store, before.id);
  const whole = { title: before.title, category: before.category, ...copied, ...change };
  const errors = missingIn(whole);
  const [first] = Object.values(errors);
  if (first === undefined) return { ...copied, ...change };
  if (change.status === "published") throw new InvalidError(first, errors);
  // No article is saved without them: what was stored stays.
  const { title: _title, category: _category, ...rest } = copied;
  return { ...rest, ...change };
}

/** The fields in which an article's working copy differs from what is stored, as a change that saves it. */
export async function copiedChange(
  trx: Transaction<Tables>,
  { content: preparer }: Parts,
  id: number,
): Promise<Change> {
  const edit = ((await findWorkingCopy(trx, id))?.changes ?? {}) as Partial<ArticleSnapshot>;
  const { content, author_id: _id, co_authors: _others, status: _status, published_date: _date, ...fields } = edit;
  return { ...fields, ...(content !== undefined && { content: (await preparer.prepare(content)).content }) };
}
