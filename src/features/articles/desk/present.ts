import { type ArticleSnapshot, authorRefs } from "#features/articles/drafts.ts";
import { NEW_FIELDS } from "#features/articles/fields.ts";
import { presentAuthors, presentForEditor } from "#features/articles/present.ts";
import type { EditorRow } from "#features/articles/queries.ts";
import { shownSlug } from "#features/articles/slug.ts";
import { categorySlug } from "#features/categories/rules.ts";
import { type Names, nameOf } from "#features/documents/history/present.ts";
import type { WorkingCopy } from "#features/documents/history/queries.ts";
import type { Revision } from "#features/documents/history/schema.ts";
import type { DescribedAuthor } from "#features/identity/accounts/queries.ts";
import { isoDate } from "#shared/time.ts";
import type { WholeRevision, WorkingCopyResponse } from "./schema.ts";

export type Copied = {
  row: EditorRow;
  copy: Pick<WorkingCopy, "changes" | "saved_at" | "saved_by" | "publish_at">;
};

export const editOf = ({ changes }: Pick<WorkingCopy, "changes">) => changes as Partial<ArticleSnapshot>;

/**
 * An article with its working copy applied. `slug`: that of the copy's category, if it exists; `authors`: those of the
 * copy.
 */
export function presentWorkingCopy(
  { row, copy }: Copied,
  { names, slug, authors }: { names: Names; slug: string | undefined; authors: DescribedAuthor[] | undefined },
): WorkingCopyResponse {
  const { author_id: _id, co_authors: _others, authors: _refs, category, ...changes } = editOf(copy);
  return {
    ...presentForEditor(row),
    ...changes,
    slug: shownSlug({ ...row, ...changes }),
    ...(category !== undefined && { category, category_slug: slug ?? categorySlug(category) }),
    ...(authors && presentAuthors(authors)),
    saved: isoDate(copy.saved_at),
    saved_by: nameOf(names, copy.saved_by),
    publish_at: isoDate(copy.publish_at),
  };
}

/** The accounts that a version names as its article's authors. */
export const accountsIn = (snapshot: ArticleSnapshot): number[] =>
  authorRefs(snapshot).filter((ref) => typeof ref === "number");

export function presentWholeRevision(head: Revision, snapshot: ArticleSnapshot, names: Names): WholeRevision {
  const { author_id: _id, co_authors: _others, authors: _refs, ...fields } = snapshot;
  const authors = authorRefs(snapshot).map((ref) => (typeof ref === "number" ? names.get(ref) : ref));
  // Versions of an older program lack newer fields.
  const whole = { ...NEW_FIELDS, ...fields, sources: fields.sources ?? [] };
  whole.slug = shownSlug(whole);
  return { ...head, ...whole, authors: authors.filter((name) => name !== undefined) };
}
