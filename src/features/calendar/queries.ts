import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { ownedAmong } from "#features/articles/policy.ts";
import { digestsBetween, issuesBetween } from "#features/newsletter/issues/queries.ts";
import type { Actor } from "#shared/actor.ts";
import { may, mayAny } from "#shared/permissions.ts";
import { DAY } from "#shared/time.ts";
import { dueBetween } from "./budget/queries.ts";

/** The longest period of one request: a month with its full weeks, in milliseconds. */
export const MAX_RANGE_MS = 50 * DAY;

const MAX_ENTRIES = 1_000;

type Range = { from: number; to: number };

const selectArticles = (db: Kysely<Tables>, { from, to }: Range) =>
  db
    .selectFrom("article")
    .leftJoin("working_copy as copy", (join) =>
      join
        .onRef("copy.document_id", "=", "article.id")
        .on("copy.document_type", "=", "article")
        .on("copy.changes", "is not", null),
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
    .innerJoin("article", "article.id", "copy.document_id")
    .select(["article.id", "article.title", "article.version", "copy.version as copy_version"])
    .select("copy.publish_at as at")
    .where("copy.document_type", "=", "article")
    .where("copy.publish_at", ">=", from)
    .where("copy.publish_at", "<", to)
    .where("copy.changes", "is not", null)
    .orderBy("copy.publish_at")
    .orderBy("article.id")
    .limit(MAX_ENTRIES)
    .execute();

/** Whether an article was or will be published within a range. */
export async function hasArticleBetween(db: Kysely<Tables>, { from, to }: Range): Promise<boolean> {
  const row = await db
    .selectFrom("article")
    .select("id")
    .where("status", "=", "published")
    .where("published_at", ">=", from)
    .where("published_at", "<", to)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The end of the complete part of a kind: the time of its last entry if the list was cut. */
const endOf = (times: (number | null)[], { to }: Range) => (times.length < MAX_ENTRIES ? to : (times.at(-1) ?? to));

/**
 * The items in a range that the actor may see, at most `MAX_ENTRIES` of each kind. `others`: articles whose room the
 * actor may not open. `completeUntil`: the end of the uncut period, computed before hidden items are removed.
 */
export async function listPlanned(db: Kysely<Tables>, actor: Actor, range: Range, now: number) {
  const sendsIssues = may(actor, "issue.manage");
  const planned = {
    articles: await selectArticles(db, range),
    updates: await selectUpdates(db, range),
    issues: sendsIssues ? await issuesBetween(db, range, MAX_ENTRIES) : [],
    digests: sendsIssues ? await digestsBetween(db, range, now) : [],
    ...(await dueBetween(db, actor, { ...range, limit: MAX_ENTRIES }, now)),
  };
  const times = [
    planned.articles.map(({ at }) => at),
    planned.updates.map(({ at }) => at),
    planned.issues.map(({ started_at, scheduled_at }) => started_at ?? scheduled_at),
    planned.dueTimes,
  ];
  const completeUntil = Math.min(...times.map((each) => endOf(each, range)));
  if (mayAny(actor, "article.read")) return { ...planned, completeUntil, others: new Set<number>() };
  const ids = [...planned.articles, ...planned.updates].map(({ id }) => id);
  const own = await ownedAmong(db, actor.accountId, ids);
  return {
    ...planned,
    completeUntil,
    articles: planned.articles.filter(({ id, at }) => (at ?? 0) <= now || own.has(id)),
    updates: planned.updates.filter(({ id }) => own.has(id)),
    others: new Set(ids.filter((id) => !own.has(id))),
  };
}
export type Planned = Awaited<ReturnType<typeof listPlanned>>;
