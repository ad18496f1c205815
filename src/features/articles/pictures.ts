import { setImmediate as nextTurn } from "node:timers/promises";
import { type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Tables } from "#db/tables.ts";
import { writtenSince } from "#features/article-list/queries.ts";
import { deriveContent, type PreparedContent } from "#features/content/derive.ts";
import { type PictureStore, type RecordPictures, withPictures } from "#features/pictures/commands.ts";
import type { PictureUse } from "#features/pictures/schema.ts";
import type { NoteCreated } from "#platform/idempotency.ts";
import type { Actor } from "#shared/actor.ts";
import { pictureFolder } from "#shared/pictures.ts";
import { type ArticleChange, articlesChanged, selectStates } from "./changes.ts";
import { type ArticleStore, findWritten, insertArticle, updateArticle } from "./commands.ts";
import type { ArticleDraft, PreparedDraft } from "./drafts.ts";
import type { EditorRow } from "./queries.ts";

type Store = ArticleStore & PictureStore;

const PICTURE_COLUMNS = ["image_url", "content_image_url"] as const;

/**
 * Stores a new article with the pictures it includes, in `picture` or as data in its content: all or nothing. Returns
 * the stored article. Throws ImageError for an unreadable picture, TooLargeError and InvalidError for the content.
 */
export function createArticleWithPictures(
  store: Store,
  actor: Actor,
  { content, ...draft }: ArticleDraft,
  picture: Uint8Array | undefined,
  note: NoteCreated,
): Promise<EditorRow> {
  return withContent(store, content, picture, (prepared, imageUrl, record) =>
    changeContent(store.database, async (trx) => {
      await record(trx);
      const whole: PreparedDraft = { ...draft, content: prepared, image_url: imageUrl ?? draft.image_url };
      const { id, changed } = await insertArticle(trx, store, actor, whole);
      await note(trx, id);
      return { result: await findWritten(trx, id), changed };
    }),
  );
}

/**
 * Changes the given fields, as `updateArticle` does, with the pictures they include. Throws ConflictError unless
 * `isCurrent`, called inside the transaction, accepts the name of the stored version.
 */
export function updateArticleWithPictures(
  store: Store,
  actor: Actor,
  id: number,
  { content, ...change }: Partial<ArticleDraft>,
  { picture, isCurrent }: { picture: Uint8Array | undefined; isCurrent: (name: string) => boolean },
): Promise<EditorRow> {
  const update = (fields: Partial<PreparedDraft>, imageUrl: string | undefined, record: RecordPictures) =>
    updateArticle(
      store,
      actor,
      id,
      { ...change, ...fields, ...(imageUrl && { image_url: imageUrl }) },
      { isCurrent, record },
    );
  if (content === undefined)
    return withPictures(store, picture ? [picture] : [], ([imageUrl], record) => update({}, imageUrl, record));
  return withContent(store, content, picture, (prepared, imageUrl, record) =>
    update({ content: prepared }, imageUrl, record),
  );
}

/** Articles whose text is searched at once: a few milliseconds, then other tasks can run. */
const SEARCH_BATCH = 200;
/** How far another node's clock may be behind. */
const CLOCK_MARGIN_MS = 60_000;

/**
 * The articles that show a picture whose addresses match `pattern`, in a field or in their text. Searches all articles
 * in batches; with `since`, only those written since then (epoch milliseconds), which is fast.
 */
export async function articlesShowing(db: Kysely<Tables>, pattern: string, since?: number): Promise<PictureUse[]> {
  const articles = db
    .selectFrom("article")
    .select(["id", "title"])
    .where((eb) => eb.or([eb("image_url", "like", pattern), sql<SqlBool>`content like ${pattern}`]))
    .orderBy("id");
  const uses = (rows: { id: number; title: string }[]) => rows.map((row) => ({ type: "article" as const, ...row }));
  if (since !== undefined)
    return uses(await articles.where("id", "in", writtenSince(db, since - CLOCK_MARGIN_MS)).execute());
  const found: PictureUse[] = [];
  for await (const [first, last] of articleRanges(db)) {
    found.push(...uses(await articles.where("id", ">=", first).where("id", "<=", last).execute()));
    await nextTurn();
  }
  return found;
}

/** The first and last id of each batch of articles. */
async function* articleRanges(db: Kysely<Tables>): AsyncGenerator<[first: number, last: number]> {
  for (let after = 0; ; ) {
    const ids = await db
      .selectFrom("article")
      .select("id")
      .where("id", ">", after)
      .orderBy("id")
      .limit(SEARCH_BATCH)
      .execute();
    const [first, last] = [ids[0]?.id, ids.at(-1)?.id];
    if (first === undefined || last === undefined) return;
    yield [first, last];
    after = last;
  }
}

/**
 * Prepares content and stores its pictures, and `picture`, together with what `write` writes: it receives the future
 * address of `picture`, and calls `record` inside its transaction.
 */
export async function withContent<T>(
  store: Store,
  html: string,
  picture: Uint8Array | undefined,
  write: (content: PreparedContent, imageUrl: string | undefined, record: RecordPictures) => Promise<T>,
): Promise<T> {
  const { content, embedded } = await store.content.prepare(html);
  return withPictures(store, [...embedded, ...(picture ? [picture] : [])], async (addresses, record) => {
    const whole = embedded.length > 0 ? (await store.content.prepare(html, addresses)).content : content;
    return write(whole, picture && addresses.at(-1), record);
  });
}

/**
 * Clears the picture fields of articles that name the picture `key`: a placeholder is shown instead. In a text that
 * shows it, the alternative text remains.
 */
export async function emptyPictureOfArticles(
  trx: Transaction<Tables>,
  { articleListeners }: Pick<ArticleStore, "articleListeners">,
  key: string,
  actor: Actor,
): Promise<void> {
  const pattern = `%${pictureFolder(key)}%`;
  const articles = await selectStates(trx)
    .where((eb) => eb.or(PICTURE_COLUMNS.map((column) => eb(`article.${column}`, "like", pattern))))
    .execute();
  const changes: ArticleChange[] = [];
  for (const before of articles) {
    const named = PICTURE_COLUMNS.filter((column) => before[column].includes(pictureFolder(key)));
    if (named.length === 0) continue;
    const emptied = Object.fromEntries(named.map((column) => [column, ""]));
    const after = { ...before, ...emptied, version: before.version + 1 };
    await trx
      .updateTable("article")
      .set({ ...emptied, version: after.version })
      .where("id", "=", before.id)
      .execute();
    changes.push({ before, after, text: () => deriveContent(before.content).content.text });
  }
  await articlesChanged(trx, articleListeners, changes, actor);
}
