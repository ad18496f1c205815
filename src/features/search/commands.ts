import type { Kysely, Transaction } from "kysely";
import { addTerms, type TextDocument } from "#db/full-text.ts";
import { putDocuments, removeDocument } from "#db/open-full-text.ts";
import type { Tables } from "#db/tables.ts";
import type { ArticleChange, ArticleState } from "#features/articles/changes.ts";
import { authorIdsOf, coAuthorsOf } from "#features/articles/drafts.ts";
import type { ArticleEvent } from "#features/articles/events.ts";
import { FIELDS, TEXT_NAMES } from "#features/articles/fields.ts";
import { accountNames, mergedNames } from "#features/identity/accounts/queries.ts";
import { indexWords } from "./rules.ts";

/** Characters of a body that are indexed. PostgreSQL's tsvector is limited to 1 MiB; this is a short novel. */
const INDEXED_BODY = 180_000;
/** Bytes that the distinct words of a body may use in a tsvector, with its overhead for each. */
const MAX_ENTRY_BYTES = 800_000;
const ENTRY_BYTES = 12;

/** The searched fields: other changes leave an article's entry as it is. */
const SEARCHED: ReadonlySet<string> = new Set([
  ...["status", "tags", "content", "category_id", "author_id", "co_authors"],
  ...TEXT_NAMES,
]);

const WHOLE: ReadonlySet<ArticleEvent["kind"]> = new Set(["created", "trashed", "restored", "renamed", "reindexed"]);

const changesIndex = (event: ArticleEvent): boolean =>
  event.kind === "edited" ? event.fields.some((field) => SEARCHED.has(field)) : WHOLE.has(event.kind);

/**
 * Keeps the full-text index up to date. Drafts are not in it, only their words are in the vocabulary for the editors'
 * list; scheduled articles are, and queries check their time.
 */
export async function indexArticles(trx: Transaction<Tables>, changes: readonly ArticleChange[]): Promise<void> {
  const changed = changes.filter(({ events }) => events.some(changesIndex));
  const articles = changed.flatMap(({ after, text }) => (after ? { after, text } : []));
  const documents = await documentsOf(trx, articles);
  for (const { before, after } of changed)
    if (after?.status !== "published" && before?.status === "published") await removeDocument(trx, before.id);
  // SQLite buffers documents in memory until another kind of statement runs: words are added at the end.
  await putDocuments(trx, documents);
  await addTerms(trx, termsOf(articles, documents));
}

type Indexed = Pick<ArticleChange, "text"> & { after: ArticleState };

/** What the index has of published articles, by id. */
async function documentsOf(db: Kysely<Tables>, articles: readonly Indexed[]): Promise<Map<number, TextDocument>> {
  const authors = await accountNames(
    db,
    articles.map(({ after }) => after.author_id),
  );
  const aliases = await mergedNames(
    db,
    articles.flatMap(({ after }) => authorIdsOf(after)),
  );
  const documents = new Map<number, TextDocument>();
  for (const { after, text } of articles) {
    if (after.status !== "published") continue;
    const others = coAuthorsOf(after).map(({ name }) => name);
    const former = authorIdsOf(after).flatMap((id) => aliases.get(id) ?? []);
    const names = [authors.get(after.author_id ?? 0) ?? "", ...others, ...former];
    documents.set(after.id, fieldsOf(after, names.join(" "), await text()));
  }
  return documents;
}

function termsOf(articles: readonly Indexed[], documents: ReadonlyMap<number, TextDocument>): Set<string> {
  const terms = new Set<string>();
  for (const { after } of articles) {
    const fields = documents.get(after.id);
    // Drafts included, so that editors find them by misspelt words too.
    const words = fields ? Object.values(fields).flat() : [after.title, ...tagsOf(after)].flatMap(indexWords);
    for (const word of words) terms.add(word);
  }
  return terms;
}

/**
 * Adds the words of articles that a long transaction will index, so that it adds none itself: other writers of new words would
 * wait for it.
 */
export async function addWordsAhead(trx: Transaction<Tables>, articles: readonly Indexed[]): Promise<void> {
  await addTerms(trx, termsOf(articles, await documentsOf(trx, articles)));
}

const tagsOf = ({ tags }: ArticleState): string[] => JSON.parse(tags);

function withinBudget(body: string[]): string[] {
  const known = new Set<string>();
  let bytes = 0;
  const end = body.findIndex((word) => {
    if (!known.has(word)) bytes += Buffer.byteLength(word) + ENTRY_BYTES;
    known.add(word);
    return bytes > MAX_ENTRY_BYTES;
  });
  return end === -1 ? body : body.slice(0, end);
}

function fieldsOf(article: ArticleState, author: string, text: string): TextDocument {
  const fields: TextDocument = {
    title: [],
    tags: indexWords(tagsOf(article).join(" ")),
    excerpt: [],
    about: indexWords(`${article.category} ${author}`),
    body: withinBudget(indexWords(text.slice(0, INDEXED_BODY))),
  };
  for (const name of TEXT_NAMES) {
    const field = FIELDS[name];
    if ("search" in field) fields[field.search].push(...indexWords(article[name]));
  }
  return fields;
}
