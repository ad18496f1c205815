import type { Kysely, Selectable } from "kysely";
import type { DigestTable, IssueTable, Tables } from "#db/tables.ts";
import { presentSummaries } from "#features/articles/present.ts";
import {
  listLatest,
  listTrending,
  selectPublished,
  summariesByIds,
  textBeginnings,
} from "#features/articles/queries.ts";
import type { ArticleSummary } from "#features/articles/schema.ts";
import { textBeginning } from "#features/content/rules.ts";
import { keysInTexts } from "#features/pictures/rules.ts";
import type { Page } from "#shared/schema.ts";
import { articleIdsOf, WEEK } from "./rules.ts";

export type IssueRow = Selectable<IssueTable>;

/** Length of the text shown for an article without an excerpt, in characters. */
const TEASER_LENGTH = 200;

/** One page of the issues, newest first, and the total. */
export async function pageIssues(db: Kysely<Tables>, page: Page): Promise<{ rows: IssueRow[]; total: number }> {
  const issues = db.selectFrom("issue");
  const rows = await issues.selectAll().orderBy("id", "desc").limit(page.limit).offset(page.offset).execute();
  const { total } = await issues.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export function findIssue(db: Kysely<Tables>, id: number): Promise<IssueRow | undefined> {
  return db.selectFrom("issue").where("id", "=", id).selectAll().executeTakeFirst();
}

/** Ids of the issues whose sending has begun and not finished. */
export async function issuesBeingSent(db: Kysely<Tables>): Promise<number[]> {
  const rows = await db
    .selectFrom("issue")
    .where("started_at", "is not", null)
    .where("state", "<>", "sent")
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** The issues whose texts show a picture with an address like `pattern`. */
export async function issuesShowing(db: Kysely<Tables>, pattern: string) {
  const issues = await db
    .selectFrom("issue")
    .select(["id", "subject"])
    .where("introduction", "like", pattern)
    .execute();
  return issues.map(({ id, subject }) => ({ type: "issue" as const, id, title: subject }));
}

/** The keys of the stored pictures that issues show. */
export async function picturesOfIssues(db: Kysely<Tables>): Promise<string[]> {
  const issues = await db
    .selectFrom("issue")
    .select("introduction")
    .where("introduction", "like", "%/media/%")
    .execute();
  return keysInTexts(...issues.map(({ introduction }) => introduction));
}

/** The articles of an issue that are visible to readers, in order. */
export async function articlesOf(
  db: Kysely<Tables>,
  issue: Pick<IssueRow, "article_ids">,
  now: number,
): Promise<ArticleSummary[]> {
  const rows = await summariesByIds(db, now, articleIdsOf(issue));
  const without = rows.filter(({ excerpt }) => excerpt === "").map(({ id }) => id);
  const texts = await textBeginnings(db, without);
  return presentSummaries(rows).map((article) => ({
    ...article,
    excerpt: article.excerpt || textBeginning(texts.get(article.id) ?? "", TEASER_LENGTH),
  }));
}

/** Number of articles in a full issue, and the maximum of editors' picks among them. */
const FULL_ISSUE = 8;
const MAX_PICKS = 3;
/** A proposal with fewer articles of the week is filled up with popular and new ones. */
const LEAST_ARTICLES = 5;

/** The best of the last seven days: the editors' picks, then the most read. `fromWeek`: how many are that new. */
export async function bestOfTheWeek(
  db: Kysely<Tables>,
  now: number,
): Promise<{ articles: ArticleSummary[]; fromWeek: number }> {
  const since = now - WEEK;
  const picks = await selectPublished(db, now)
    .where("article.is_editors_pick", "=", 1)
    .where("article.published_at", ">", since)
    .limit(MAX_PICKS)
    .execute();
  const trending = await listTrending(db, now, 4 * FULL_ISSUE);
  const newest = await listLatest(db, now, FULL_ISSUE);
  const ofWeek = [...picks, ...trending, ...newest].filter(({ published_at }) => (published_at ?? 0) > since);
  const best = distinct(ofWeek).slice(0, FULL_ISSUE);
  const filled = best.length < LEAST_ARTICLES ? distinct([...best, ...trending]).slice(0, LEAST_ARTICLES) : best;
  return { articles: presentSummaries(filled), fromWeek: best.length };
}

function distinct<Row extends { id: number }>(rows: Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

export function readDigest(db: Kysely<Tables>): Promise<Selectable<DigestTable>> {
  return db.selectFrom("digest").where("id", "=", 1).selectAll().executeTakeFirstOrThrow();
}
