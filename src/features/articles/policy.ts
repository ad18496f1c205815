import type { ExpressionBuilder, Kysely, Transaction } from "kysely";
import { isPublic } from "#db/readable.ts";
import type { Tables } from "#db/tables.ts";
import type { WorkingCopy } from "#features/documents/history/queries.ts";
import type { Actor } from "#shared/actor.ts";
import { NotFoundError } from "#shared/errors.ts";
import { authorize, may, mayAny, type Permission } from "#shared/permissions.ts";
import type { ArticleState } from "./changes.ts";
import { type FieldValues, FLAG_NAMES, fromColumns } from "./fields.ts";
import { NO_ARTICLE } from "./rules.ts";

/** The owners of an article, also in the trash. */
export async function findOwners(db: Kysely<Tables>, id: number): Promise<number[]> {
  const rows = await db.selectFrom("article_owner").select("account_id").where("article_id", "=", id).execute();
  return rows.map(({ account_id }) => account_id);
}

/** Ids of an account's articles, including trashed ones. */
export const ownedBy = (db: Kysely<Tables>, accountId: number) =>
  db.selectFrom("article_owner").select("article_id").where("account_id", "=", accountId);

/** An account's articles with ids after `after`, in order; at most `limit`. */
export const articlesOfAccount = (db: Kysely<Tables>, accountId: number, after: number, limit: number) =>
  db
    .selectFrom("article")
    .select(["id", "title", "status", "published_at", "created_at"])
    .where("id", "in", ownedBy(db, accountId))
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

export async function ownedAmong(
  db: Kysely<Tables>,
  accountId: number | null,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (accountId === null || ids.length === 0) return new Set();
  const rows = await ownedBy(db, accountId).where("article_id", "in", ids).execute();
  return new Set(rows.map(({ article_id }) => article_id));
}

type Judged = { article: Pick<ArticleState, "id" | "status" | "published_at" | "is_staged">; now: number };

/** Whether an import has staged it: people may look at what it will bring; programs would take it for a draft. */
const isHiddenFrom = (actor: Actor, { is_staged }: Pick<ArticleState, "is_staged">): boolean =>
  is_staged === 1 && actor.key !== undefined && actor.role !== "chief";

/**
 * Throws NotFoundError for an article that the actor may not know of, and ForbiddenError if the action is not allowed.
 * `now`: epoch milliseconds.
 */
export const authorizeArticle = (db: Kysely<Tables>, actor: Actor, permission: Permission, judged: Judged) =>
  authorizeAll(db, actor, [permission], judged);

async function authorizeAll(
  db: Kysely<Tables>,
  actor: Actor,
  permissions: Permission[],
  { article, now }: Judged,
): Promise<void> {
  if (isHiddenFrom(actor, article)) throw new NotFoundError("article_not_found", NO_ARTICLE);
  // People who can suggest in all articles still see only their own and published ones.
  const seesAll = !permissions.includes("article.suggest") || mayAny(actor, "article.read");
  if (seesAll && permissions.every((permission) => mayAny(actor, permission))) return;
  const thing = { owners: await findOwners(db, article.id) };
  if (!may(actor, "article.read", thing) && !isPublic(article, now))
    throw new NotFoundError("article_not_found", NO_ARTICLE);
  for (const permission of permissions) authorize(actor, permission, thing);
}

/** The same by id. Throws NotFoundError for a missing article, too. */
export async function requireArticle(
  db: Kysely<Tables>,
  actor: Actor,
  permission: Permission,
  { id, now }: { id: number; now: number },
): Promise<void> {
  const row = await db
    .selectFrom("article")
    .select(["id", "status", "published_at", "is_staged"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new NotFoundError("article_not_found", NO_ARTICLE);
  await authorizeArticle(db, actor, permission, { article: row, now });
}

/**
 * Throws like `authorizeArticle` unless the actor may give an article this status, or change an article of this status.
 * Text that is or will become public needs the permission to publish.
 */
export async function authorizeChange(
  trx: Transaction<Tables>,
  actor: Actor,
  { before, status, now }: { before: Judged["article"]; status: ArticleState["status"] | undefined; now: number },
): Promise<void> {
  const needed: Permission[] = ["article.write"];
  if (before.status === "published" || status === "published") needed.push("article.publish");
  if (status === "ready" && before.status !== "ready") needed.push("article.ready");
  await authorizeAll(trx, actor, needed, { article: before, now });
}

/**
 * Throws ForbiddenError unless the actor may change an article's switches, its placement and marks: this needs the
 * permission to publish, even for a draft. Switches that another user has set in its working copy may be saved.
 */
export async function authorizeFlags(
  db: Kysely<Tables>,
  actor: Actor,
  { article, copy }: { article: ArticleState; copy: Pick<WorkingCopy, "changes"> | undefined },
  { after, now }: { after: Flags; now: number },
): Promise<void> {
  if (mayAny(actor, "article.publish")) return;
  const stored = fromColumns(article);
  const changed = FLAG_NAMES.filter((name) => after[name] !== stored[name]);
  const copied = copy?.changes as Partial<Flags> | undefined;
  if (changed.some((name) => after[name] !== copied?.[name]))
    await authorizeArticle(db, actor, "article.publish", { article, now });
}

type Flags = Pick<FieldValues, (typeof FLAG_NAMES)[number]>;

/** Throws ForbiddenError unless the actor may create such an article. */
export function authorizeNew(actor: Actor, draft: Pick<FieldValues, "status"> & Flags): void {
  authorize(actor, "article.write");
  if (draft.status === "published" || FLAG_NAMES.some((name) => draft[name])) authorize(actor, "article.publish");
  if (draft.status === "ready") authorize(actor, "article.ready");
}

/** Whether another published or scheduled article uses a category or credits an account. */
export async function isPublishedElsewhere(
  db: Kysely<Tables>,
  exceptId: number | null,
  { categoryId, accountId }: { categoryId?: number; accountId?: number },
): Promise<boolean> {
  const credits = (id: number) => (eb: ExpressionBuilder<Tables, "article">) =>
    eb.or([eb("author_id", "=", id), eb("co_authors", "like", `%{"id":${id},%`)]);
  const row = await db
    .selectFrom("article")
    .select("id")
    .where("status", "=", "published")
    .where("id", "!=", exceptId ?? 0)
    .$if(categoryId !== undefined, (query) => query.where("category_id", "=", categoryId ?? 0))
    // A creator owns an article without being credited.
    .$if(accountId !== undefined, (query) =>
      query.where("id", "in", ownedBy(db, accountId ?? 0)).where(credits(accountId ?? 0)),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
