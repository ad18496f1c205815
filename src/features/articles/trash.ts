import type { Kysely, Transaction } from "kysely";
import type { Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { ensureCategory } from "#features/categories/commands.ts";
import { getCategory } from "#features/categories/queries.ts";
import { workingCopyChanges } from "#features/documents/history/queries.ts";
import { notInTrash } from "#features/documents/rules.ts";
import { changeTrashed } from "#features/documents/trash/commands.ts";
import { selectTrashed } from "#features/documents/trash/queries.ts";
import type { DocumentTrash, Removed, Trashed } from "#features/documents/types.ts";
import { resolveAuthors } from "#features/identity/accounts/authors.ts";
import { accountNames } from "#features/identity/accounts/queries.ts";
import type { Actor } from "#shared/actor.ts";
import { NotFoundError } from "#shared/errors.ts";
import { may } from "#shared/permissions.ts";
import { pictureFolder } from "#shared/pictures.ts";
import type { ArticleState } from "./changes.ts";
import { type ArticleStore, reinsertRow, removeRow } from "./commands.ts";
import { trashedArticle } from "./desk/schema.ts";
import { type Author, coAuthorsOf, wasPublic } from "./drafts.ts";
import { NEW_FIELDS, toColumns } from "./fields.ts";
import { withoutPicture } from "./pictures.ts";
import { authorizeChange, findOwners, ownedBy } from "./policy.ts";
import { presentSummary } from "./present.ts";
import { asEdited, summariesOfAny } from "./queries.ts";
import { articleKey } from "./rules.ts";
import { articleScope } from "./scopes.ts";

/** A trashed article without its content: its row, and the names of its category and authors. */
type Kept = Omit<ArticleState, "content"> & { category_slug: string; author_name: string | null };

/** Columns that articles trashed by older versions lack. */
const NEW_COLUMNS = { ...toColumns(NEW_FIELDS), sources: "[]", is_staged: 0 as const, feed_id: "" };

const toKept = (fields: string): Kept => ({ ...NEW_COLUMNS, ...(JSON.parse(fields) as Kept) });

/** Moves articles to the trash and restores them. */
export const articleTrash = (store: ArticleStore): DocumentTrash<ArticleState> => ({
  entry: trashedArticle,
  remove: (trx, before, actor) => removeArticle(trx, store, actor, before),
  restore: (trx, stored, settled, actor) => bringBack(trx, store, actor, { stored, settled }),
  held: { status: "ready", published_at: null },
  ownedBy,
  describe: describeTrashed,
});

async function removeArticle(
  trx: Transaction<Tables>,
  store: ArticleStore,
  actor: Actor,
  before: ArticleState,
): Promise<Removed> {
  const [summary] = await summariesOfAny(trx, [before.id]);
  const isSeen = wasPublic(before, store.clock.now());
  const { content, ...row } = before;
  const fields: Kept = {
    ...row,
    category_slug: summary?.category_slug ?? "",
    author_name: summary?.author_name ?? null,
  };
  const changed = await removeRow(trx, store, actor, before);
  // The page of a draft that was once public changes as well, from 404 to 410.
  if (isSeen) changed.push(articleScope.whole(before.id));
  return { fields, content, wasPublic: isSeen, changed };
}

type Restored = { stored: Trashed; settled: (row: ArticleState) => Promise<ArticleState> };

/** Recreates a deleted category or author by name. */
async function bringBack(
  trx: Transaction<Tables>,
  store: ArticleStore,
  actor: Actor,
  { stored, settled }: Restored,
): Promise<Scope[]> {
  const kept = toKept(stored.fields);
  await authorizeRestore(trx, store, actor, kept);
  const { category: name, category_slug: _slug, author_name: authorName, ...row } = kept;
  const known = await getCategory(trx, store.clock.now(), row.category_id);
  const category = known ?? (await ensureCategory(trx, name));
  const article = {
    ...row,
    content: stored.content as ArticleState["content"],
    category_id: category.id,
    category: category.name,
    author_id: await authorOf(trx, store, row.author_id, authorName),
    was_public: stored.was_public,
  };
  const changed = await reinsertRow(trx, store, actor, await settled(article));
  return [...changed, articleScope.whole(article.id)];
}

/** Hides other users' trashed articles from users who may not see their unpublished articles. */
async function authorizeRestore(
  trx: Transaction<Tables>,
  { clock }: ArticleStore,
  actor: Actor,
  before: Kept,
): Promise<void> {
  const owners = await findOwners(trx, before.id);
  if (!may(actor, "article.read", { owners })) throw new NotFoundError("not_in_trash", notInTrash("article"));
  await authorizeChange(trx, actor, { before, status: undefined, now: clock.now() });
}

async function authorOf(
  trx: Transaction<Tables>,
  { clock }: ArticleStore,
  id: number | null,
  name: string | null,
): Promise<number | null> {
  if (id === null || name === null || (await accountNames(trx, [id])).has(id)) return id;
  const [author] = await resolveAuthors(trx, clock, [name]);
  return author?.id ?? null;
}

/** Trashed articles for the list: drafts as last typed. */
async function describeTrashed(db: Kysely<Tables>, rows: readonly Pick<Trashed, "fields">[]) {
  const kept = rows.map(({ fields }) => toKept(fields));
  const copies = await workingCopyChanges(
    db,
    "article",
    kept.map(({ id }) => id),
  );
  const edited = await asEdited(
    db,
    kept.map((article) => ({ ...article, changes: copies.get(article.id) ?? null })),
  );
  return new Map(
    edited.map(
      (article) =>
        [
          article.id,
          presentSummary({
            ...article,
            portrait_url: null,
            portrait_x: null,
            portrait_y: null,
            focal_x: null,
            focal_y: null,
            picture_caption: null,
            picture_credit: null,
          }),
        ] as const,
    ),
  );
}

/** An account's trashed articles with ids after `after`, in order; at most `limit`. */
export async function trashedOfAccount(db: Kysely<Tables>, accountId: number, after: number, limit: number) {
  const rows = await selectTrashed(db, "article")
    .select(["document_id", "title", "fields", "trashed_at"])
    .where("document_id", "in", ownedBy(db, accountId))
    .where("document_id", ">", after)
    .orderBy("document_id")
    .limit(limit)
    .execute();
  return rows.map(({ title, fields, trashed_at }) => {
    const { id, created_at } = toKept(fields);
    return { id, title, created_at, trashed_at };
  });
}

export async function renameAuthorInTrash(
  trx: Transaction<Tables>,
  { id, name }: { id: number; name: string },
): Promise<void> {
  const rows = await selectTrashed(trx, "article")
    .select(["document_id", "fields"])
    .where("document_id", "in", ownedBy(trx, id))
    .execute();
  for (const row of rows) {
    const kept = toKept(row.fields);
    const others = coAuthorsOf(kept).map((author) => (author.id === id ? { ...author, name } : author));
    const renamed: Kept = {
      ...kept,
      co_authors: JSON.stringify(others),
      author_name: kept.author_id === id ? name : kept.author_name,
    };
    await changeTrashed(trx, articleKey(row.document_id), renamed);
  }
}

/** Credits another author in trashed articles. `moved`: the authors of an article with the other one. */
export async function creditOtherInTrash(
  trx: Transaction<Tables>,
  ids: readonly number[],
  into: Author,
  moved: (article: Pick<ArticleState, "author_id" | "co_authors">) => Pick<ArticleState, "author_id" | "co_authors">,
): Promise<void> {
  const rows = await selectTrashed(trx, "article")
    .select(["document_id", "fields"])
    .where("document_id", "in", ids)
    .execute();
  for (const row of rows) {
    const kept = toKept(row.fields);
    const authors = moved(kept);
    const name = authors.author_id === into.id ? into.name : kept.author_name;
    await changeTrashed(trx, articleKey(row.document_id), { ...kept, ...authors, author_name: name });
  }
}

/** Clears the picture fields of trashed articles with the picture `key`. */
export async function emptyPictureOfTrash(trx: Transaction<Tables>, key: string): Promise<void> {
  const folder = pictureFolder(key);
  const rows = await selectTrashed(trx, "article")
    .select(["document_id", "fields"])
    .where("fields", "like", `%${folder}%`)
    .forUpdate()
    .execute();
  for (const { document_id, fields } of rows)
    await changeTrashed(trx, articleKey(document_id), withoutPicture(toKept(fields), folder));
}
