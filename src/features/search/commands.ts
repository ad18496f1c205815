import type { Transaction } from "kysely";
import { addTerms, type TextDocument } from "#db/full-text.ts";
import { putDocument, removeDocument } from "#db/open-full-text.ts";
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
  const authors = await accountNames(
    trx,
    changed.map(({ after }) => after?.author_id ?? null),
  );
  const aliases = await mergedNames(
    trx,
    changed.flatMap(({ after }) => (after ? authorIdsOf(after) : [])),
  );
  const terms = new Set<string>();
  // SQLite buffers documents in memory until another kind of statement runs: words are added at the end.
  for (const { before, after, text } of changed) {
    if (after?.status === "published") {
      const others = coAuthorsOf(after).map(({ name }) => name);
      const former = authorIdsOf(after).flatMap((id) => aliases.get(id) ?? []);
      const names = [authors.get(after.author_id ?? 0) ?? "", ...others, ...former];
      const fields = fieldsOf(after, names.join(" "), await text());
      await putDocument(trx, after.id, fields);
      for (const field of Object.values(fields)) for (const word of field) terms.add(word);
    } else {
      if (before?.status === "published") await removeDocument(trx, before.id);
      // Drafts included, so that editors find them by misspelt words too.
      if (after) for (const word of [after.title, ...tagsOf(after)].flatMap(indexWords)) terms.add(word);
    }
  }
  await addTerms(trx, terms);
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
