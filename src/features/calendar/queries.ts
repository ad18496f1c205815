import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { ownedAmong } from "#features/articles/queries.ts";
import { digestsBetween, issuesBetween } from "#features/issues/queries.ts";
import type { Actor } from "#shared/actor.ts";
import { may, mayAny } from "#shared/permissions.ts";
import { MAX_ENTRIES } from "./rules.ts";

/** From a time up to, and without, another; epoch milliseconds. */
export type Range = { from: number; to: number };

const selectArticles = (db: Kysely<Tables>, { from, to }: Range) =>
  db
    .selectFrom("article")
    .leftJoin("working_copy as copy", (join) =>
      join.onRef("copy.article_id", "=", "article.id").on("copy.changes", "is not", null),
    )
    .select(["article.id", "article.title", "article.version", "copy.version as copy_version"])
    .select("article.published_at as at")
    .where("article.status", "=", "published")
    .where("article.published_at", ">=", from)
    .where("article.published_at", "<", to)
    .orderBy("article.published_at")
    .orderBy("article.id")
    .limit(MAX_ENTRIES)
    .execute();

const selectUpdates = (db: Kysely<Tables>, { from, to }: Range) =>
  db
    .selectFrom("working_copy as copy")
    .innerJoin("article", "article.id", "copy.article_id")
    .select(["article.id", "article.title", "article.version", "copy.version as copy_version"])
    .select("copy.publish_at as at")
    .where("copy.publish_at", ">=", from)
    .where("copy.publish_at", "<", to)
    .where("copy.changes", "is not", null)
    .orderBy("copy.publish_at")
    .orderBy("article.id")
    .limit(MAX_ENTRIES)
    .execute();

/**
 * What stands in a range, of each kind the first `MAX_ENTRIES`, as far as the actor may know of it. `others`: the
 * articles of somebody else, whose room is closed to the actor.
 */
export async function listPlanned(db: Kysely<Tables>, actor: Actor, range: Range, now: number) {
  const sendsIssues = may(actor, "issue.manage");
  const planned = {
    articles: await selectArticles(db, range),
    updates: await selectUpdates(db, range),
    issues: sendsIssues ? await issuesBetween(db, range, MAX_ENTRIES) : [],
    digests: sendsIssues ? await digestsBetween(db, range, now) : [],
  };
  if (mayAny(actor, "article.read")) return { ...planned, others: new Set<number>() };
  const ids = [...planned.articles, ...planned.updates].map(({ id }) => id);
  const own = await ownedAmong(db, actor.accountId, ids);
  return {
    ...planned,
    articles: planned.articles.filter(({ id, at }) => (at ?? 0) <= now || own.has(id)),
    updates: planned.updates.filter(({ id }) => own.has(id)),
    others: new Set(ids.filter((id) => !own.has(id))),
  };
}
export type Planned = Awaited<ReturnType<typeof listPlanned>>;
