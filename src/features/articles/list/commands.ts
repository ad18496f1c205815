import type { Selectable, Transaction } from "kysely";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import type { ArticleEvent } from "#features/articles/events.ts";
import type { ArticleListEntryTable, ArticleTable } from "#features/articles/tables.ts";
import { findByNameOrSlug } from "#features/categories/queries.ts";
import { describeKnown } from "#features/identity/accounts/queries.ts";
import { type Move, moveInSpans, PUBLISHED } from "./internal/spans.ts";

import { FLAG_COLUMNS, listKeys } from "./rules.ts";

/** Columns copied to the editors' list, and columns that others are computed from. */
const COPIED = ["updated_at", "category_id", "author_id", "status", ...Object.values(FLAG_COLUMNS)] as const;
const LISTED = [...COPIED, "title", "tags", "co_authors", "published_at", "created_at"] as const;
const WRITTEN = [...COPIED, "effective_at", "title_key", "words"] as const;
type Listed = Pick<Selectable<ArticleTable>, "id" | (typeof LISTED)[number]>;
type Edited = Listed & { names?: string[] };

/**
 * Updates the editors' list and the spans of the readers' lists, in the writer's transaction. Drafts are listed as
 * their working copies have them. The database removes rows of deleted articles.
 */
export async function updateArticleList(
  trx: Transaction<Tables>,
  changes: readonly { before: Listed | null; after: Listed | null; events?: readonly ArticleEvent[] }[],
): Promise<void> {
  // A draft's entry follows its working copy, which may have changed alone.
  const isListed = ({ before, after, events = [] }: (typeof changes)[number]) =>
    after?.status === "published" &&
    before !== null &&
    !events.some(changesWords) &&
    LISTED.every((column) => before[column] === after[column]);
  const written = changes.flatMap((change) => (change.after && !isListed(change) ? [change.after] : []));
  const rows = (await asEdited(trx, written)).map(toRow);
  for (const some of chunksOf(rows)) {
    await trx
      .insertInto("article_list_entry")
      .values(some)
      .onConflict((conflict) =>
        conflict
          .column("article_id")
          .doUpdateSet((eb) => Object.fromEntries(WRITTEN.map((column) => [column, eb.ref(`excluded.${column}`)]))),
      )
      .execute();
  }
  const moves = changes.flatMap(movesOf);
  const later = postponed.get(trx);
  if (later) for (const move of moves) later.push(move);
  else await moveInSpans(trx, moves);
}

/** What long parts of transactions move in readers' lists, to be recorded after them. */
const postponed = new WeakMap<Transaction<Tables>, Move[]>();

/**
 * Runs a long part of a transaction, and records what it moves in readers' lists after it: others who publish wait for the
 * transaction from then on.
 */
export async function postponeMoves(trx: Transaction<Tables>, work: () => Promise<void>): Promise<void> {
  const moves: Move[] = [];
  postponed.set(trx, moves);
  await work();
  postponed.delete(trx);
  await moveInSpans(trx, moves);
}

const changesWords = (event: ArticleEvent): boolean =>
  event.kind === "reindexed" || (event.kind === "renamed" && event.what !== "category");

/** The positions of an article in readers' lists before and after a change, if it moves. */
function movesOf({ before, after }: { before: Listed | null; after: Listed | null }): Move[] {
  const [was, is] = [placesOf(before), placesOf(after)];
  const stays = (move: Move, others: Move[]) =>
    others.some(({ list, place }) => list === move.list && place.at === move.place.at);
  return [
    ...was.filter((move) => !stays(move, is)).map((move) => ({ ...move, by: -1 as const })),
    ...is.filter((move) => !stays(move, was)),
  ];
}

function placesOf(article: Listed | null): Move[] {
  if (article?.status !== "published" || article.published_at === null) return [];
  const place = { at: article.published_at, id: article.id };
  return [PUBLISHED, article.category_id].map((list) => ({ list, place, by: 1 }));
}

const namesIn = (authors: string) => (JSON.parse(authors) as { name: string }[]).map(({ name }) => name);

function toRow(article: Edited): ArticleListEntryTable {
  const copied = Object.fromEntries(COPIED.map((column) => [column, article[column]]));
  return {
    ...(copied as Pick<Listed, (typeof COPIED)[number]>),
    article_id: article.id,
    effective_at: article.published_at ?? article.created_at,
    ...listKeys(article.title, [...JSON.parse(article.tags), ...namesIn(article.co_authors), ...(article.names ?? [])]),
  };
}

type Flag = (typeof FLAG_COLUMNS)[keyof typeof FLAG_COLUMNS];
type Changes = Partial<Record<Flag, boolean>> & {
  title?: string;
  category?: string;
  tags?: string[];
  authors?: (number | string)[];
};

/** A row of the list. `words`: searched names that no other table has. */
type Entry = Pick<
  Selectable<ArticleTable>,
  "id" | "title" | "status" | "category_id" | "author_id" | "co_authors" | "tags" | Flag
> & { names?: string[] };

/** Articles as listed: drafts as their working copies have them, as only the newsroom sees either. */
async function asEdited<Article extends Entry>(
  trx: Transaction<Tables>,
  articles: Article[],
): Promise<(Article & { names?: string[] })[]> {
  const drafts = articles.filter(({ status }) => status !== "published").map(({ id }) => id);
  if (drafts.length === 0) return articles;
  const copies = await trx
    .selectFrom("working_copy")
    .select(["document_id", "changes"])
    .where("document_type", "=", "article")
    .where("document_id", "in", drafts)
    .where("changes", "is not", null)
    .execute();
  const changes = new Map(copies.map((copy) => [copy.document_id, JSON.parse(copy.changes ?? "{}") as Changes]));
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
    // A category or author that publishing will create has no row yet.
    names: [...(category && !known ? [category] : []), ...(first && first.id === null ? [first.name] : [])],
  };
}
