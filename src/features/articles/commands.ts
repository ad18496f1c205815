import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import type { Flag, Tables } from "#db/tables.ts";
import { ensureCategory } from "#features/categories/commands.ts";
import { cleanHtml } from "#platform/clean-html.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { NotFoundError } from "#shared/errors.ts";
import { firstImage, fold } from "#shared/text.ts";

/** What full text must know of an article. The search feature keeps it, inside the writer's transaction. */
export type IndexedArticle = {
  id: number;
  title: string;
  tags: string[];
  excerpt: string;
  category: string;
  author: string;
  content: string;
};
export type ArticleIndex = {
  put: (trx: Transaction<Tables>, article: IndexedArticle) => Promise<void>;
  remove: (trx: Transaction<Tables>, id: number) => Promise<void>;
};

/** What the writing commands work with. */
export type ArticleStore = { database: Database; clock: Clock; index: ArticleIndex };

/** An article as an editor gives it. `category` is a name or slug; `content` is HTML, cleaned here. */
export type ArticleDraft = {
  title: string;
  excerpt: string;
  category: string;
  content: string;
  imageUrl: string;
  imageAlt: string;
  authorId: number | null;
  tags: string[];
  status: "published" | "draft";
  /** Epoch milliseconds; null for a draft that was never published. A future one schedules. */
  publishedAt: number | null;
  isAutoUpdate: boolean;
  isFeatured: boolean;
  isEditorsPick: boolean;
  /** Views to begin with, for demo content; readers add theirs. */
  views?: { count: number; heat: number };
};

/** Stores a new article and answers its id. */
export async function createArticle(store: ArticleStore, _actor: Actor, draft: ArticleDraft): Promise<number> {
  return changeContent(store.database, (trx) => insertArticle(trx, store, clean(draft)));
}

/**
 * Stores many articles in one transaction: for demo content and imports. `prepare` makes them, and may write in the
 * same transaction what they need, their authors for example. Their content is taken as clean: it comes from the
 * program, never from a person.
 */
export async function createArticles(
  store: ArticleStore,
  _actor: Actor,
  prepare: (trx: Transaction<Tables>) => Promise<ArticleDraft[]>,
): Promise<void> {
  await changeContent(store.database, async (trx) => {
    for (const draft of await prepare(trx)) await insertArticle(trx, store, draft);
  });
}

/** Changes the fields given; the others keep their value. Throws NotFoundError. */
export async function updateArticle(
  store: ArticleStore,
  _actor: Actor,
  id: number,
  change: Partial<ArticleDraft>,
): Promise<void> {
  await changeContent(store.database, async (trx) => {
    const before = await trx.selectFrom("article").selectAll().where("id", "=", id).executeTakeFirst();
    if (!before) throw new NotFoundError("There is no such article.");
    const now = store.clock.now();
    const draft = clean({ ...toDraft(before, await categoryName(trx, before.category_id)), ...change });
    const row = await toRow(trx, draft, now);
    const isTold =
      before.status === "published" &&
      (["title", "excerpt", "content", "image_url"] as const).some((column) => before[column] !== row[column]);
    await trx
      .updateTable("article")
      .set({
        ...row,
        last_updated_at: isTold ? now : before.last_updated_at,
        updated_at: now,
        version: before.version + 1,
      })
      .where("id", "=", id)
      .execute();
    await writeTags(trx, id, draft.tags);
    await writeIndex(trx, store.index, id, draft);
  });
}

/** Takes an article away for good. Throws NotFoundError. */
export async function deleteArticle(store: ArticleStore, _actor: Actor, id: number): Promise<void> {
  await changeContent(store.database, async (trx) => {
    await store.index.remove(trx, id);
    await trx.deleteFrom("article_tag").where("article_id", "=", id).execute();
    const result = await trx.deleteFrom("article").where("id", "=", id).executeTakeFirst();
    if (result.numDeletedRows === 0n) throw new NotFoundError("There is no such article.");
  });
}

async function insertArticle(trx: Transaction<Tables>, store: ArticleStore, draft: ArticleDraft): Promise<number> {
  const now = store.clock.now();
  const { id } = await trx
    .insertInto("article")
    .values({
      ...(await toRow(trx, draft, now)),
      last_updated_at: null,
      views: draft.views?.count ?? 0,
      heat: draft.views?.heat ?? null,
      created_at: now,
      updated_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await writeTags(trx, id, draft.tags);
  await writeIndex(trx, store.index, id, draft);
  return id;
}

const clean = (draft: ArticleDraft): ArticleDraft => ({ ...draft, content: cleanHtml(draft.content) });

const flag = (value: boolean): Flag => (value ? 1 : 0);

async function toRow(trx: Transaction<Tables>, draft: ArticleDraft, now: number) {
  return {
    title: draft.title,
    excerpt: draft.excerpt,
    content: draft.content,
    image_url: draft.imageUrl,
    image_alt: draft.imageAlt,
    content_image_url: firstImage(draft.content) ?? "",
    category_id: await ensureCategory(trx, draft.category),
    author_id: draft.authorId,
    status: draft.status,
    published_at: draft.status === "published" ? (draft.publishedAt ?? now) : draft.publishedAt,
    is_auto_update: flag(draft.isAutoUpdate),
    is_featured: flag(draft.isFeatured),
    is_editors_pick: flag(draft.isEditorsPick),
    tags: JSON.stringify(draft.tags),
  };
}

function toDraft(row: Omit<Tables["article"], "id" | "version" | "views">, category: string): ArticleDraft {
  return {
    title: row.title,
    excerpt: row.excerpt,
    category,
    content: row.content,
    imageUrl: row.image_url,
    imageAlt: row.image_alt,
    authorId: row.author_id,
    tags: JSON.parse(row.tags) as string[],
    status: row.status,
    publishedAt: row.published_at,
    isAutoUpdate: row.is_auto_update === 1,
    isFeatured: row.is_featured === 1,
    isEditorsPick: row.is_editors_pick === 1,
  };
}

async function categoryName(trx: Transaction<Tables>, id: number): Promise<string> {
  const row = await trx.selectFrom("category").select("name").where("id", "=", id).executeTakeFirstOrThrow();
  return row.name;
}

async function writeTags(trx: Transaction<Tables>, id: number, tags: string[]): Promise<void> {
  await trx.deleteFrom("article_tag").where("article_id", "=", id).execute();
  const keys = [...new Set(tags.map(fold))];
  if (keys.length === 0) return;
  await trx
    .insertInto("article_tag")
    .values(keys.map((key) => ({ article_id: id, tag_key: key })))
    .execute();
}

/** Drafts are not in the index at all; a scheduled article is, and the search query knows its time. */
async function writeIndex(
  trx: Transaction<Tables>,
  index: ArticleIndex,
  id: number,
  draft: ArticleDraft,
): Promise<void> {
  if (draft.status === "draft") return index.remove(trx, id);
  const author = draft.authorId
    ? await trx.selectFrom("account").select("name").where("id", "=", draft.authorId).executeTakeFirst()
    : undefined;
  const { title, tags, excerpt, category, content } = draft;
  await index.put(trx, { id, title, tags, excerpt, category, content, author: author?.name ?? "" });
}
