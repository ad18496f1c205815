import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { digestsBetween, issuesBetween } from "#features/issues/queries.ts";
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

/** What stands in a range, of each kind the first `MAX_ENTRIES`. */
export async function listPlanned(db: Kysely<Tables>, range: Range, now: number) {
  return {
    articles: await selectArticles(db, range),
    updates: await selectUpdates(db, range),
    issues: await issuesBetween(db, range, MAX_ENTRIES),
    digests: await digestsBetween(db, range, now),
  };
}
export type Planned = Awaited<ReturnType<typeof listPlanned>>;
