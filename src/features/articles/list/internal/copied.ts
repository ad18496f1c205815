import type { Selectable, Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { ArticleTable } from "#features/articles/tables.ts";
import { findByNameOrSlug } from "#features/categories/queries.ts";
import { describeKnown } from "#features/identity/accounts/queries.ts";
import { FLAG_COLUMNS } from "../rules.ts";

type Flag = (typeof FLAG_COLUMNS)[keyof typeof FLAG_COLUMNS];
type Changes = Partial<Record<Flag, boolean>> & {
  title?: string;
  category?: string;
  tags?: string[];
  authors?: (number | string)[];
};

/** What the list has of an article. `words`: names that are searched and that no other table has. */
export type Entry = Pick<
  Selectable<ArticleTable>,
  "id" | "title" | "status" | "category_id" | "author_id" | "co_authors" | "tags" | Flag
> & { names?: string[] };

/** Articles as the list has them: drafts as their working copies have them, as nobody else sees either. */
export async function asEdited<Article extends Entry>(
  trx: Transaction<Tables>,
  articles: Article[],
): Promise<(Article & { names?: string[] })[]> {
  const drafts = articles.filter(({ status }) => status !== "published").map(({ id }) => id);
  if (drafts.length === 0) return articles;
  const copies = await trx
    .selectFrom("working_copy")
    .select(["article_id", "changes"])
    .where("article_id", "in", drafts)
    .where("changes", "is not", null)
    .execute();
  const changes = new Map(copies.map((copy) => [copy.article_id, JSON.parse(copy.changes ?? "{}") as Changes]));
  const edited: (Article & { names?: string[] })[] = [];
  for (const article of articles) {
    const change = changes.get(article.id);
    edited.push(change ? { ...article, ...(await changedEntry(trx, article, change)) } : article);
  }
  return edited;
}

async function changedEntry(trx: Transaction<Tables>, article: Entry, change: Changes): Promise<Partial<Entry>> {
  const { title, category, tags, authors } = change;
  const known = category ? await findByNameOrSlug(trx, category) : undefined;
  const [first, ...others] = (authors && (await describeKnown(trx, authors))) ?? [];
  const flags = Object.values(FLAG_COLUMNS).filter((flag) => change[flag] !== undefined);
  return {
    title: title || article.title,
    category_id: known?.id ?? article.category_id,
    tags: tags ? JSON.stringify(tags) : article.tags,
    ...Object.fromEntries(flags.map((flag) => [flag, change[flag] ? 1 : 0])),
    ...(authors && {
      author_id: first ? (first.id ?? article.author_id) : null,
      co_authors: JSON.stringify(others.map(({ id, name }) => ({ id, name }))),
    }),
    // A category or an author that publishing will create has no row yet.
    names: [...(category && !known ? [category] : []), ...(first && first.id === null ? [first.name] : [])],
  };
}
