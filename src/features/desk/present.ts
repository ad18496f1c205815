import type { ArticleSnapshot } from "#features/articles/drafts.ts";
import { presentForEditor } from "#features/articles/present.ts";
import type { RevisionHead } from "#features/revisions/queries.ts";
import { slugify } from "#shared/slug.ts";
import { fallbackPicture } from "#shared/urls.ts";
import type { Copied } from "./commands.ts";
import type { Revision, WholeRevision, WorkingCopyAnswer } from "./schema.ts";

const isoDate = (time: number) => new Date(time).toISOString();

/** Names of accounts by id. */
export type Names = ReadonlyMap<number, string>;
const nameOf = (names: Names, id: number | null) => (id === null ? null : (names.get(id) ?? null));

/** An article as its working copy has it. `slug`: that of the category it names, where there is one. */
export function presentWorkingCopy({ row, copy }: Copied, names: Names, slug: string | undefined): WorkingCopyAnswer {
  const { author_id: _author, author_name, category, ...changes } = copy.changes as Partial<ArticleSnapshot>;
  return {
    ...presentForEditor(row),
    ...changes,
    ...(category !== undefined && { category, category_slug: slug ?? slugify(category, "category") }),
    ...(author_name && { author: { name: author_name, image_url: fallbackPicture.author, bio: "" } }),
    saved: isoDate(copy.saved_at),
    saved_by: nameOf(names, copy.saved_by),
    publish_at: copy.publish_at === null ? null : isoDate(copy.publish_at),
  };
}

/** A version of an article, without its text. */
export function presentRevision(
  head: Pick<RevisionHead, "n" | "author_id" | "created_at" | "note" | "is_autosave">,
  names: Names,
): Revision {
  return {
    n: head.n,
    author: nameOf(names, head.author_id),
    created: isoDate(head.created_at),
    note: head.note,
    is_autosave: head.is_autosave === 1,
  };
}

/** A version of an article with its text. */
export function presentWholeRevision(head: RevisionHead, snapshot: ArticleSnapshot, names: Names): WholeRevision {
  const { author_id, author_name, ...fields } = snapshot;
  return { ...presentRevision(head, names), ...fields, author_name: author_name ?? nameOf(names, author_id) };
}
