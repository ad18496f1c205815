import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "#db/open.ts";
import { scheduled } from "#db/readable.ts";
import type { Tables } from "#db/tables.ts";
import type { Clock } from "#platform/clock.ts";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import { InvalidError, NotFoundError } from "#shared/errors.ts";
import { authorize, viewerMayAny } from "#shared/permissions.ts";
import { accountOf, actorOf, type WithViewer } from "#shared/viewer.ts";
import { askedOf, hasWaitingChanges, visibleTo } from "./queries.ts";
import { MAX_COUNTED, MAX_SAVED_VIEWS } from "./rules.ts";
import { articleListFilter, type ListCounts, listDeskEndpoints, type SavedView } from "./schema.ts";

type Tab = [table: RawBuilder<unknown>, where: RawBuilder<SqlBool>];

/**
 * Counts the articles of each tab of the editors' list in one query, up to `MAX_COUNTED` each. Users without access to
 * all articles get the counts of their own, plus requested reviews.
 */
export async function countTabs(db: Kysely<Tables>, call: WithViewer, now: number): Promise<ListCounts> {
  const accountId = accountOf(call);
  const seesAll = viewerMayAny(call.viewer, "article.read");
  // Not `own articles` of the list: that subquery is read completely before the first article is counted.
  const ownIf = (id: string): RawBuilder<SqlBool> =>
    seesAll
      ? sql`1 = 1`
      : sql`exists (select 1 from article_owner as own where own.article_id = ${sql.ref(id)} and own.account_id = ${accountId})`;
  const mine: Tab = [
    sql`article_owner`,
    sql`account_id = ${accountId} and exists (select 1 from article where article.id = article_owner.article_id)`,
  ];
  const entry = sql`article_list_entry`;
  const tabs: Record<keyof ListCounts, Tab> = {
    all: seesAll ? [sql`article`, sql`1 = 1`] : mine,
    mine,
    // Entries of the list have no index by status; articles do.
    ready: [sql`article`, sql`article.status = 'ready' and ${ownIf("article.id")}`],
    waiting: [entry, sql`${hasWaitingChanges} and ${ownIf("article_list_entry.article_id")}`],
    scheduled: [sql`article`, sql`${scheduled(now)} and ${ownIf("article.id")}`],
    asked: [entry, sql`${askedOf(accountId)} and ${visibleTo(call.viewer, now)}`],
  };
  const counts = Object.entries(tabs).map(
    ([name, [table, where]]) =>
      sql`(select count(*) from (select 1 from ${table} where ${where} limit ${MAX_COUNTED}) as counted) as ${sql.ref(name)}`,
  );
  const { rows } = await sql<Record<keyof ListCounts, number>>`select ${sql.join(counts)}`.execute(db);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)])) as ListCounts;
}

const VIEW = ["id", "name", "filters", "is_shared"] as const;

/** The views that an account has saved. */
export const savedViews = (db: Kysely<Tables>, accountId: number) =>
  db.selectFrom("saved_view").select(VIEW).where("account_id", "=", accountId).orderBy("id").execute();

const presentView = (row: { id: number; name: string; filters: string; is_shared: 0 | 1 }, owner: string | null) => ({
  ...row,
  is_shared: row.is_shared === 1,
  owner,
});

/** The account's own views, then those that others share. */
async function viewsFor(db: Kysely<Tables>, accountId: number): Promise<SavedView[]> {
  const own = await savedViews(db, accountId);
  const shared = await db
    .selectFrom("saved_view")
    .innerJoin("account", "account.id", "saved_view.account_id")
    .select(["saved_view.id", "saved_view.name", "filters", "is_shared", "account.name as owner"])
    .where("is_shared", "=", 1)
    .where("account_id", "<>", accountId)
    .orderBy("saved_view.id")
    .execute();
  return [...own.map((row) => presentView(row, null)), ...shared.map(({ owner, ...row }) => presentView(row, owner))];
}

/** Stores a view, replacing one of the same name. Throws InvalidError for unknown filters or too many views. */
async function saveView(
  db: Kysely<Tables>,
  { viewer, body }: WithViewer & { body: Pick<SavedView, "name" | "filters" | "is_shared"> },
): Promise<SavedView> {
  const { name, filters } = body;
  if (body.is_shared) authorize(actorOf({ viewer }), "article.publish");
  const accountId = accountOf({ viewer });
  const parsed = articleListFilter.strict().safeParse(Object.fromEntries(new URLSearchParams(filters)));
  if (!parsed.success) {
    const detail = parsed.error.issues[0]?.message ?? "The filters are not valid.";
    throw new InvalidError("invalid_input", detail, { filters: detail });
  }
  const others = (await savedViews(db, accountId)).filter((view) => view.name !== name);
  if (others.length >= MAX_SAVED_VIEWS) {
    const detail = `You can save at most ${MAX_SAVED_VIEWS} views. Remove one first.`;
    throw new InvalidError("too_many_saved_views", detail, { name: detail });
  }
  const values = { filters, is_shared: body.is_shared ? (1 as const) : (0 as const) };
  const stored = await db
    .insertInto("saved_view")
    .values({ account_id: accountId, name, ...values })
    .onConflict((conflict) => conflict.columns(["account_id", "name"]).doUpdateSet(values))
    .returning(VIEW)
    .executeTakeFirstOrThrow();
  return presentView(stored, null);
}

/** Removes a view of the caller, and with the permission to manage settings also a shared one. */
async function removeView(db: Kysely<Tables>, { viewer }: WithViewer, id: number): Promise<void> {
  const isOwn = sql<SqlBool>`account_id = ${accountOf({ viewer })}`;
  const { numDeletedRows } = await db
    .deleteFrom("saved_view")
    .where("id", "=", id)
    .where(viewerMayAny(viewer, "settings.manage") ? sql<SqlBool>`(${isOwn} or is_shared = 1)` : isOwn)
    .executeTakeFirst();
  if (Number(numDeletedRows) === 0) throw new NotFoundError("saved_view_not_found", NO_VIEW);
}

const NO_VIEW = "Saved view not found.";

export async function forgetViewsOf(trx: Kysely<Tables>, accountId: number): Promise<void> {
  await trx.deleteFrom("saved_view").where("account_id", "=", accountId).execute();
}

/** Removes the views of accounts that can no longer sign in. */
export async function removeUnusedViews(db: Kysely<Tables>): Promise<void> {
  const authors = db.selectFrom("account").select("id").where("email", "is", null);
  await db.deleteFrom("saved_view").where("account_id", "in", authors).execute();
}

export function listDeskRoutes({ database: { db }, clock }: { database: Database; clock: Clock }): ApiPlugin {
  return async (app) =>
    serve(app, listDeskEndpoints, {
      "GET /articles/counts": (call) => countTabs(db, call, clock.now()),
      "GET /articles/saved-views": (call) => viewsFor(db, accountOf(call)),
      "POST /articles/saved-views": (call) => saveView(db, call),
      "DELETE /articles/saved-views/:id": (call) =>
        removeView(db, call, idIn(call.params.id, "saved_view_not_found", NO_VIEW)),
    });
}
