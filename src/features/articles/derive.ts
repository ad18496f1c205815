import type { Insertable, Kysely, Selectable, Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import type { DerivedContentTable } from "#features/articles/tables.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { DERIVATION, deriveContent, type PreparedContent, readersWords } from "#features/content/derive.ts";
import type { Surface } from "#features/content/model.ts";
import { findKnown } from "#features/media/remote/queries.ts";
import type { WorkingCopy } from "#features/revisions/queries.ts";
import { chunksOf } from "#shared/chunks.ts";
import type { CleanHtml } from "#shared/clean-html.ts";
import type { ArticleState } from "./changes.ts";
import { type ArticleSnapshot, mergeChange, type StoredDraft } from "./drafts.ts";

/** The columns that show whether a `derived_content` row, if there is one, is up to date. */
type Derivation = { version: number; article_version: number | null; derivation: number | null };

/** Whether the stored derived content is based on the article's current version and the current derivation rules. */
export const isDerived = ({ version, article_version, derivation }: Derivation): boolean =>
  article_version === version && derivation === DERIVATION;

/** An article's content with everything derived from it: as stored, or derived now if that is out of date. */
export async function readContent(
  db: Kysely<Tables>,
  preparer: ContentPreparer,
  article: { id: number; version: number; content: CleanHtml },
): Promise<PreparedContent> {
  const row = await db
    .selectFrom("derived_content")
    .selectAll()
    .where("article_id", "=", article.id)
    .executeTakeFirst();
  if (row && isDerived({ ...row, version: article.version })) return fromRow(article.content, row);
  return (await preparer.prepare(article.content)).content;
}

/**
 * Whether `content` is what readers get of an article instead of its stored content: a client that has read the article
 * without a token sends it back.
 */
export async function isReadersContent(db: Kysely<Tables>, id: number, content: string): Promise<boolean> {
  const row = await db
    .selectFrom("derived_content")
    .innerJoin("article", "article.id", "derived_content.article_id")
    .select(["page_html", "content"])
    .where("article.id", "=", id)
    .executeTakeFirst();
  return row !== undefined && content === row.page_html && content !== row.content;
}

type Derivable = { id: number; version: number; content: CleanHtml };

/** The plain text of an article's content: as stored, or derived now if that is out of date. */
export const readText = async (db: Kysely<Tables>, article: Derivable): Promise<string> =>
  (await readTexts(db, article)).text;

/** All words that readers get of an article's content: as stored, or derived now if that is out of date. */
export const readWords = async (db: Kysely<Tables>, article: Derivable): Promise<string> =>
  readersWords(await readTexts(db, article));

async function readTexts(db: Kysely<Tables>, article: Derivable) {
  const row = await db
    .selectFrom("derived_content")
    .select(["article_version", "derivation", "plain_text", "picture_words"])
    .where("article_id", "=", article.id)
    .executeTakeFirst();
  if (row && isDerived({ ...row, version: article.version }))
    return { text: row.plain_text, pictureWords: row.picture_words };
  return deriveContent(article.content).content;
}

function fromRow(html: CleanHtml, row: Selectable<DerivedContentTable>): PreparedContent {
  return {
    html,
    pageHtml: row.page_html,
    hasRest: row.has_rest === 1,
    text: row.plain_text,
    pictureWords: row.picture_words,
    readingMinutes: row.reading_minutes,
    pictures: JSON.parse(row.pictures),
    remoteItems: JSON.parse(row.remote_items),
    outline: JSON.parse(row.outline),
    localAddresses: JSON.parse(row.local_addresses),
  };
}

/** Prepares content with what the site has of other hosts already. Throws TooLargeError and InvalidError. */
export async function prepareKnown(
  store: { database: Database; content: ContentPreparer },
  html: string,
  surface?: Surface,
) {
  const first = await store.content.prepare(html, [], surface);
  if (first.content.remoteItems.length === 0) return { ...first, known: undefined };
  const known = await findKnown(store.database.db, first.content.remoteItems);
  if (known.pictures.size + known.cards.size === 0) return { ...first, known: undefined };
  return { ...(await store.content.prepare(html, [], surface, known)), known };
}

/** Stores the derived content of article versions, in the writer's transaction. */
export async function writeDerived(
  trx: Transaction<Tables>,
  articles: { id: number; version: number; content: PreparedContent }[],
): Promise<void> {
  for (const some of chunksOf(articles)) {
    await trx
      .insertInto("derived_content")
      .values(some.map(toRow))
      .onConflict((conflict) =>
        conflict.column("article_id").doUpdateSet((eb) => ({
          article_version: eb.ref("excluded.article_version"),
          derivation: eb.ref("excluded.derivation"),
          has_rest: eb.ref("excluded.has_rest"),
          pictures: eb.ref("excluded.pictures"),
          remote_items: eb.ref("excluded.remote_items"),
          outline: eb.ref("excluded.outline"),
          local_addresses: eb.ref("excluded.local_addresses"),
          plain_text: eb.ref("excluded.plain_text"),
          picture_words: eb.ref("excluded.picture_words"),
          reading_minutes: eb.ref("excluded.reading_minutes"),
          page_html: eb.ref("excluded.page_html"),
        })),
      )
      .execute();
  }
}

/** Keeps what is derived of an article for a write of its next version, `version`, that left its content as it was. */
export async function keepDerived(trx: Transaction<Tables>, id: number, version: number): Promise<void> {
  await trx
    .updateTable("derived_content")
    .set({ article_version: version })
    .where("article_id", "=", id)
    .where("article_version", "=", version - 1)
    .execute();
}

function toRow(article: { id: number; version: number; content: PreparedContent }): Insertable<DerivedContentTable> {
  const { id, version, content } = article;
  return {
    article_id: id,
    article_version: version,
    derivation: DERIVATION,
    has_rest: content.hasRest ? 1 : 0,
    pictures: JSON.stringify(content.pictures),
    remote_items: JSON.stringify(content.remoteItems),
    outline: JSON.stringify(content.outline),
    local_addresses: JSON.stringify(content.localAddresses),
    plain_text: content.text,
    picture_words: content.pictureWords,
    reading_minutes: content.readingMinutes,
    page_html: content.pageHtml,
  };
}

/** What would be published of an article if its working copy were, at `now` (epoch milliseconds). `words`: see `Proposal`. */
export async function newestOf(
  content: ContentPreparer,
  { article, copy, now }: { article: ArticleState; copy: Pick<WorkingCopy, "changes"> | undefined; now: number },
): Promise<{ draft: StoredDraft; words: string }> {
  const { author_id: _id, co_authors: _others, ...edit } = (copy?.changes ?? {}) as Partial<ArticleSnapshot>;
  const { status: _status, published_date: _date, ...fields } = edit;
  const prepared = (await content.prepare(fields.content ?? article.content)).content;
  const draft = mergeChange(article, article.category, { ...fields, content: prepared.html }, now);
  return { draft, words: readersWords(prepared) };
}
