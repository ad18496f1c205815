import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { resolveAuthors } from "#features/identity/accounts/commands.ts";
import type { Clock } from "#platform/clock.ts";
import { fold } from "#shared/text.ts";
import type { StoredDraft } from "../drafts.ts";
import { toColumns } from "../fields.ts";

/** The columns that an editor sets, of an article with these pictures; names that nobody has yet become authors. */
export async function toRow(
  trx: Transaction<Tables>,
  clock: Clock,
  draft: StoredDraft,
  pictures: string[],
  categoryId: number,
) {
  const people = draft.authors && (await resolveAuthors(trx, clock, draft.authors));
  return {
    ...toColumns(draft),
    content: draft.content,
    content_image_url: pictures[0] ?? "",
    category_id: categoryId,
    author_id: people ? (people[0]?.id ?? null) : draft.authorId,
    co_authors: JSON.stringify(people ? people.slice(1) : (draft.coAuthors ?? [])),
    published_at: draft.status === "published" ? (draft.publishedAt ?? clock.now()) : draft.publishedAt,
    tags: JSON.stringify(draft.tags),
    sources: JSON.stringify(draft.sources),
  };
}

/** Records the tags of an article that has none yet. */
export async function addTags(trx: Transaction<Tables>, id: number, tags: string[]): Promise<void> {
  const keys = [...new Set(tags.map(fold))];
  if (keys.length === 0) return;
  await trx
    .insertInto("article_tag")
    .values(keys.map((key) => ({ article_id: id, tag_key: key })))
    .execute();
}
