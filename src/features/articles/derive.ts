import type { Insertable, Kysely, Selectable, Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import type { DerivedContentTable, Tables } from "#db/tables.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { DERIVATION, deriveContent, type PreparedContent, readersWords } from "#features/content/derive.ts";
import type { Surface } from "#features/content/model.ts";
import { findKnown } from "#features/media/remote/queries.ts";
import type { WorkingCopy } from "#features/revisions/queries.ts";
import type { Clock } from "#platform/clock.ts";
import { system } from "#shared/actor.ts";
import { chunksOf } from "#shared/chunks.ts";
import type { CleanHtml } from "#shared/clean-html.ts";
import { type ArticleListener, type ArticleState, articlesChanged, readStates } from "./changes.ts";
import { type ArticleSnapshot, mergeChange, type StoredDraft } from "./drafts.ts";
import { remoteItemsOf, writePictures } from "./internal/write-pictures.ts";

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

/** Articles checked per query. */
const BATCH = 500;

type DeriveParts = {
  database: Database;
  clock: Clock;
  content: ContentPreparer;
  articleListeners: readonly ArticleListener[];
  reindex?: ArticleListener;
};

/**
 * Derives content that is missing or out of date because an older version of the program wrote it, each article in a
 * transaction of its own. An article that is edited meanwhile is skipped: the edit derives it.
 */
export async function deriveMissing(
  { database, clock, content: preparer, articleListeners, reindex }: DeriveParts,
  isStopping: () => boolean,
): Promise<void> {
  const { db } = database;
  for (let after = 0; ; ) {
    const articles = await db
      .selectFrom("article")
      .select(["id", "version"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    const last = articles.at(-1)?.id ?? after;
    for (const id of await outOfDate(db, articles, { after, last })) {
      if (isStopping()) return;
      const before = await db
        .selectFrom("article")
        .select(["id", "version", "content", "image_url"])
        .where("id", "=", id)
        .executeTakeFirst();
      if (!before) continue;
      const { content } = await preparer.prepare(before.content);
      await db.transaction().execute(async (trx) => {
        const now = await trx
          .selectFrom("article")
          .select(["version", "content"])
          .where("id", "=", id)
          .forUpdate()
          .executeTakeFirst();
        // The content may change without the version: see pictures.ts.
        if (now?.version !== before.version || now.content !== before.content) return;
        // Content that older rules allowed and the current ones do not is cleaned again.
        const stored = await readStates(trx).where("article.id", "=", id).executeTakeFirstOrThrow();
        const text = () => content.text;
        if (content.html === before.content) {
          // The words of an unchanged text may be derived otherwise.
          await reindex?.(trx, [{ before: null, after: stored, text }], system);
        } else {
          await trx.updateTable("article").set({ content: content.html }).where("id", "=", id).execute();
          const after = { ...stored, content: content.html };
          const change = { before: stored, after, text, note: { reason: "", isMinor: true } };
          await articlesChanged(trx, articleListeners, [change], system);
        }
        await writeDerived(trx, [{ id, version: before.version, content }]);
        const content_image_url = content.pictures[0] ?? "";
        if (content_image_url !== stored.content_image_url)
          await trx.updateTable("article").set({ content_image_url }).where("id", "=", id).execute();
        // Pictures on other hosts, which older programs showed from there.
        const shown = { id, image_url: before.image_url, content };
        if (remoteItemsOf(shown).length > 0) await writePictures(trx, [shown], { isNew: false, now: clock.now() });
      });
      // Let other tasks run: on SQLite nothing above yields.
      await new Promise(setImmediate);
    }
    await new Promise(setImmediate);
    if (articles.length < BATCH || isStopping()) return;
    after = last;
  }
}

/**
 * Of articles with ids from `after`, exclusive, to `last`: those whose derived content is missing or out of date. Read as
 * a range of its own, as a join looks up the rows, with all their texts around them.
 */
async function outOfDate(
  db: Kysely<Tables>,
  articles: readonly { id: number; version: number }[],
  { after, last }: { after: number; last: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom("derived_content")
    .select(["article_id", "article_version", "derivation"])
    .where("article_id", ">", after)
    .where("article_id", "<=", last)
    .execute();
  const derived = new Map(rows.map((row) => [row.article_id, row]));
  const isCurrent = ({ id, version }: { id: number; version: number }) => {
    const row = derived.get(id);
    return row !== undefined && isDerived({ ...row, version });
  };
  return articles.filter((article) => !isCurrent(article)).map(({ id }) => id);
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
