import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import { EVERYTHING, type Scope } from "#db/scopes.ts";
import type { Flag, Tables } from "#db/tables.ts";
import { ensureAuthor } from "#features/accounts/commands.ts";
import { ensureCategory } from "#features/categories/commands.ts";
import { isShownWithout } from "#features/categories/queries.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import type { PreparedContent } from "#features/content/derive.ts";
import { putOnDesk } from "#features/desk/commands.ts";
import type { RecordPictures } from "#features/media/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, NotFoundError } from "#shared/errors.ts";
import { fold } from "#shared/text.ts";
import { readContent, writeDerived } from "./derive.ts";
import { type DetailRow, findAny } from "./queries.ts";
import { type ArticleDraft, mergeChange, NO_ARTICLE, STALE_EDIT, type StoredDraft, toDraft } from "./rules.ts";
import { type ArticleFacts, articleScope, changesOf } from "./scopes.ts";

/** What full text must know of an article. The search feature keeps it, inside the writer's transaction. */
export type IndexedArticle = {
  id: number;
  title: string;
  tags: string[];
  excerpt: string;
  category: string;
  author: string;
  /** The content's plain text. */
  text: string;
};
export type ArticleIndex = {
  /** Many at once take far less than one after another. */
  put: (trx: Transaction<Tables>, articles: IndexedArticle[]) => Promise<void>;
  remove: (trx: Transaction<Tables>, id: number) => Promise<void>;
  /** Makes the words of some texts known, so that a search finds them misspelt too: what is removed has them still. */
  learn: (trx: Transaction<Tables>, texts: string[]) => Promise<void>;
};

/** What the writing commands work with. */
export type ArticleStore = { database: Database; clock: Clock; index: ArticleIndex; content: ContentPreparer };

/** Readers are told when a published article was last updated in one of these. */
const TOLD_COLUMNS = ["title", "excerpt", "content", "image_url"] as const;

/** The column's default. */
const FIRST_VERSION = 1;

/** An article ready to be written: what the commands inside a transaction take. */
export type PreparedDraft = Omit<ArticleDraft, "content"> & { content: PreparedContent };

/** Stores a new article and answers its id. Pictures inside its content as data are left out: see pictures.ts. */
export async function createArticle(store: ArticleStore, _actor: Actor, draft: ArticleDraft): Promise<number> {
  const { content } = await store.content.prepare(draft.content);
  return changeContent(store.database, async (trx) => {
    const { id, changed } = await insertArticle(trx, store, { ...draft, content });
    return { result: id, changed };
  });
}

/**
 * Stores many articles in one transaction: for demo content and imports. `prepare` makes them, and may write in the
 * same transaction what they need, their authors for example.
 */
export async function createArticles(
  store: ArticleStore,
  _actor: Actor,
  prepare: (trx: Transaction<Tables>) => Promise<PreparedDraft[]>,
): Promise<void> {
  await changeContent(store.database, async (trx) => {
    const written: Written[] = [];
    const drafts = await prepare(trx);
    for (const draft of drafts) written.push(await insertRow(trx, store, draft));
    await writeDerived(
      trx,
      drafts.map(({ content }, index) => ({ id: written[index]?.id ?? 0, version: FIRST_VERSION, content })),
    );
    await writeIndex(trx, store.index, written);
    return { result: undefined, changed: written.length > 0 ? [EVERYTHING] : [] };
  });
}

/** All that a written article touches of what readers see: itself, its lists, and which categories are shown. */
async function changesIn(
  trx: Transaction<Tables>,
  { clock }: Pick<ArticleStore, "clock">,
  before: ArticleFacts | null,
  after: ArticleFacts | null,
): Promise<Scope[]> {
  const changed = changesOf(before, after);
  for (const article of [before, after]) {
    if (!article || !changed.includes(articleScope.category(article.category_id))) continue;
    // The first one shows a category that an article named, and the last one hides it: in the header of every page.
    if (!(await isShownWithout(trx, clock.now(), article.category_id, article.id))) return [EVERYTHING];
  }
  return changed;
}

/**
 * Changes the fields given; the others keep their value. Answers the article as it then is, read in the same transaction:
 * who is told of a failure can be sure that nothing was changed. Throws NotFoundError, and ConflictError for a stale edit.
 */
export async function updateArticle(
  store: ArticleStore,
  _actor: Actor,
  id: number,
  change: Partial<PreparedDraft>,
  { isCurrent, record }: { isCurrent?: (version: number) => boolean; record?: RecordPictures } = {},
): Promise<DetailRow> {
  return changeContent(store.database, async (trx) => {
    // Held until the end, as two edits at once would each keep the other's fields at their old value.
    const before = await trx.selectFrom("article").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
    if (!before) throw new NotFoundError(NO_ARTICLE);
    if (isCurrent && !isCurrent(before.version)) throw new ConflictError(STALE_EDIT);
    await record?.(trx);
    const now = store.clock.now();
    const old = await categoryOf(trx, before.category_id);
    const category = change.category === undefined ? old : await ensureCategory(trx, change.category);
    const content = change.content ?? (await readContent(trx, store.content, before));
    const draft = mergeChange(before, old.name, { ...change, content: content.html }, now);
    const row = await toRow(trx, store.clock, draft, content.pictures, category.id);
    const isTold =
      before.status === "published" &&
      TOLD_COLUMNS.some((column) => before[column] !== row[column] && (column !== "content" || change.content));
    const after = { ...before, ...row, last_updated_at: isTold ? now : before.last_updated_at };
    await trx
      .updateTable("article")
      .set({ ...row, last_updated_at: after.last_updated_at, updated_at: now, version: before.version + 1 })
      .where("id", "=", id)
      .execute();
    await writeDerived(trx, [{ id, version: before.version + 1, content }]);
    await trx.deleteFrom("article_tag").where("article_id", "=", id).execute();
    await addTags(trx, id, draft.tags);
    await putOnDesk(trx, id, { ...row, tags: draft.tags, created_at: before.created_at, updated_at: now });
    await writeIndex(trx, store.index, [
      { id, draft: { ...draft, category: category.name, authorId: row.author_id }, text: content.text },
    ]);
    return { result: await findWritten(trx, id), changed: await changesIn(trx, store, before, after) };
  });
}

/** The article that the transaction has just written. */
export async function findWritten(trx: Transaction<Tables>, id: number): Promise<DetailRow> {
  const row = await findAny(trx, id);
  if (!row) throw new Error("An article that was just written is not there.");
  return row;
}

/**
 * Indexes a category's next articles again after the id `after`, in the caller's transaction: at most `count` of them
 * and, beyond the first, no more than `chars` characters of content. Answers how many they were and the last one's id;
 * null where there was none left.
 */
export async function reindexNext(
  trx: Transaction<Tables>,
  { index, content }: Pick<ArticleStore, "index" | "content">,
  { categoryId, after, count, chars }: { categoryId: number; after: number; count: number; chars: number },
): Promise<{ count: number; last: number } | null> {
  const sizes = await trx
    .selectFrom("article")
    .select(["id", (eb) => eb.fn<number>("length", ["content"]).as("size")])
    .where("category_id", "=", categoryId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(count)
    .execute();
  const ids: number[] = [];
  let sum = 0;
  for (const { id, size } of sizes) {
    sum += size;
    if (sum > chars && ids.length > 0) break;
    ids.push(id);
  }
  const last = ids.at(-1);
  const category = await trx.selectFrom("category").select("name").where("id", "=", categoryId).executeTakeFirst();
  if (last === undefined || !category) return null;
  const rows = await trx
    .selectFrom("article")
    .selectAll()
    .where("id", "in", ids)
    // Held until the end: an edit in between would be indexed as it was before.
    .forUpdate()
    .execute();
  const written: Written[] = [];
  for (const row of rows)
    written.push({ id: row.id, draft: toDraft(row, category.name), text: (await readContent(trx, content, row)).text });
  await writeIndex(trx, index, written);
  return { count: ids.length, last };
}

/** Takes an article away for good. Throws NotFoundError. */
export async function deleteArticle(store: ArticleStore, _actor: Actor, id: number): Promise<void> {
  await changeContent(store.database, async (trx) => {
    await store.index.remove(trx, id);
    await trx.deleteFrom("article_tag").where("article_id", "=", id).execute();
    const before = await trx.deleteFrom("article").where("id", "=", id).returningAll().executeTakeFirst();
    if (!before) throw new NotFoundError(NO_ARTICLE);
    return { result: undefined, changed: await changesIn(trx, store, before, null) };
  });
}

/** Writes a new article in the caller's transaction, and answers its id and what it touches of what readers see. */
export async function insertArticle(
  trx: Transaction<Tables>,
  store: Pick<ArticleStore, "clock" | "index">,
  draft: PreparedDraft,
): Promise<{ id: number; changed: Scope[] }> {
  const written = await insertRow(trx, store, draft);
  await writeDerived(trx, [{ id: written.id, version: FIRST_VERSION, content: draft.content }]);
  await writeIndex(trx, store.index, [written]);
  return { id: written.id, changed: await changesIn(trx, store, null, written.row) };
}

/** An article as it was written: its category by name, its author by id, its content as text. */
type Written = { id: number; draft: StoredDraft; text: string };
type Inserted = Written & { row: ArticleFacts };

/** All of a new article but what is derived from its content, and its place in the full-text index. */
async function insertRow(
  trx: Transaction<Tables>,
  { clock }: Pick<ArticleStore, "clock">,
  { content, ...rest }: PreparedDraft,
): Promise<Inserted> {
  const now = clock.now();
  const draft = { ...rest, content: content.html };
  const category = await ensureCategory(trx, draft.category);
  const row = {
    ...(await toRow(trx, clock, draft, content.pictures, category.id)),
    last_updated_at: draft.lastUpdatedAt ?? null,
    heat: draft.views?.heat ?? null,
  };
  const { id } = await trx
    .insertInto("article")
    .values({ ...row, views: draft.views?.count ?? 0, created_at: now, updated_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await addTags(trx, id, draft.tags);
  await putOnDesk(trx, id, { ...row, tags: draft.tags, created_at: now, updated_at: now });
  const written = { ...draft, category: category.name, authorId: row.author_id };
  return { id, draft: written, text: content.text, row: { ...row, id } };
}

const flag = (value: boolean): Flag => (value ? 1 : 0);

async function toRow(
  trx: Transaction<Tables>,
  clock: Clock,
  draft: StoredDraft,
  pictures: string[],
  categoryId: number,
) {
  return {
    title: draft.title,
    excerpt: draft.excerpt,
    content: draft.content,
    image_url: draft.imageUrl,
    image_alt: draft.imageAlt,
    content_image_url: pictures[0] ?? "",
    category_id: categoryId,
    author_id: draft.authorName ? await ensureAuthor(trx, clock, draft.authorName) : draft.authorId,
    status: draft.status,
    published_at: draft.status === "published" ? (draft.publishedAt ?? clock.now()) : draft.publishedAt,
    is_auto_update: flag(draft.isAutoUpdate),
    is_featured: flag(draft.isFeatured),
    is_editors_pick: flag(draft.isEditorsPick),
    tags: JSON.stringify(draft.tags),
  };
}

function categoryOf(trx: Transaction<Tables>, id: number) {
  return trx.selectFrom("category").select(["id", "name"]).where("id", "=", id).executeTakeFirstOrThrow();
}

async function addTags(trx: Transaction<Tables>, id: number, tags: string[]): Promise<void> {
  const keys = [...new Set(tags.map(fold))];
  if (keys.length === 0) return;
  await trx
    .insertInto("article_tag")
    .values(keys.map((key) => ({ article_id: id, tag_key: key })))
    .execute();
}

/** Drafts are not in the index, and only the editors' list knows their words; a scheduled article is, and the search query knows its time. */
async function writeIndex(trx: Transaction<Tables>, index: ArticleIndex, written: Written[]): Promise<void> {
  const authors = new Map<number, string>();
  const articles: IndexedArticle[] = [];
  for (const { id, draft, text } of written) {
    const { title, tags, excerpt, category, authorId } = draft;
    if (draft.status === "draft") {
      await index.remove(trx, id);
      await index.learn(trx, [title, ...tags]);
    } else {
      if (authorId && !authors.has(authorId)) authors.set(authorId, await nameOf(trx, authorId));
      const author = (authorId && authors.get(authorId)) || "";
      articles.push({ id, title, tags, excerpt, category, text, author });
    }
  }
  await index.put(trx, articles);
}

async function nameOf(trx: Transaction<Tables>, accountId: number): Promise<string> {
  const account = await trx.selectFrom("account").select("name").where("id", "=", accountId).executeTakeFirst();
  return account?.name ?? "";
}
