import { type Kysely, type Selectable, sql } from "kysely";
import { z } from "zod";
import { scope, shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { pictureLines, presentSummaries, presentSummary } from "#features/articles/present.ts";
import { listLatest, selectPublished, summariesByIds, teasersOf } from "#features/articles/queries.ts";
import type { ArticleSummary, IssueArticle } from "#features/articles/schema.ts";
import { listTrending } from "#features/articles/trending.ts";
import { titledNow, workingCopiesShowing, workingCopyChanges } from "#features/documents/history/queries.ts";
import { trashedTitles } from "#features/documents/trash/queries.ts";
import type { PictureUse } from "#features/media/pictures/schema.ts";
import type { DigestTable, IssueTable } from "#features/newsletter/tables.ts";
import { type CorrectionRow, correctionsBetween } from "#features/record/queries.ts";
import { readNewsroom, readSetting } from "#features/settings/queries.ts";
import { NotFoundError } from "#shared/errors.ts";
import { isPaid, labelledTitle } from "#shared/genres.ts";
import type { SiteInfo } from "#shared/page.ts";
import type { Page } from "#shared/schema.ts";
import { words } from "#shared/text.ts";
import { isoDate, nextWeekly } from "#shared/time.ts";
import { textIn } from "#shared/translate.ts";
import type { Viewer } from "#shared/viewer.ts";
import { beginsNearly } from "#shared/vocabulary.ts";
import type { Issue, IssueBody } from "./endpoints.ts";
import { articlesIn, type WithNodes, withNodes } from "./internal/content-parts.ts";
import type { SentNumbers } from "./numbers/endpoints.ts";
import { type Counted, presentCounts, readCounted } from "./numbers/queries.ts";
import { articleIdsOf, DIGEST_ZONE_KEY, NO_ISSUE, WEEK } from "./rules.ts";

/** The cache scopes of pages that show newsletter issues: a sent one, and their list. */
export const issueScope = {
  one: (id: number) => scope("issue", id),
  list: scope("issues"),
};

/**
 * Returns the rows with matching subjects, in their order: each word of the query is a prefix of a word, or is with one
 * typing error if no subject matches exactly.
 */
export function bySubject<Row extends { subject: string }>(rows: readonly Row[], query: string): Row[] {
  const asked = words(query);
  if (asked.length === 0) return [];
  const answering = (fits: (part: string, word: string) => boolean) =>
    rows.filter(({ subject }) => {
      const own = words(subject);
      return asked.every((word) => own.some((part) => fits(part, word)));
    });
  const found = answering((part, word) => part.startsWith(word));
  return found.length > 0 ? found : answering(beginsNearly);
}

export type IssueRow = Selectable<IssueTable>;

/** Number of newest issues that a search covers: one a day for 13 years. */
const MAX_SEARCHED = 5_000;

/** One page of the issues, newest first, and the total; with a query, those with matching subjects. */
export async function pageIssues(
  db: Kysely<Tables>,
  { query = "", limit, offset }: Page & { query?: string | undefined },
): Promise<{ rows: IssueRow[]; total: number }> {
  const issues = db.selectFrom("issue");
  const newest = issues.orderBy("id", "desc");
  if (query !== "") {
    const subjects = await newest.select(["id", "subject as title", "state"]).limit(MAX_SEARCHED).execute();
    const named = (await titledIssues(db, subjects)).map(({ id, title }) => ({ id, subject: title }));
    const ids = bySubject(named, query).map(({ id }) => id);
    const rows = await newest
      .selectAll()
      .where("id", "in", [0, ...ids.slice(offset, offset + limit)])
      .execute();
    return { rows: await asTyped(db, rows), total: ids.length };
  }
  const rows = await newest.selectAll().limit(limit).offset(offset).execute();
  const { total } = await issues.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return { rows: await asTyped(db, rows), total: Number(total) };
}

/** Issues with their subjects as they are now: of drafts, those of their working copies. */
async function asTyped(db: Kysely<Tables>, rows: readonly IssueRow[]): Promise<IssueRow[]> {
  const titled = await titledIssues(
    db,
    rows.map((row) => ({ ...row, title: row.subject })),
  );
  return titled.map(({ title: subject, ...row }) => ({ ...row, subject }));
}

export function findIssue(db: Kysely<Tables>, id: number): Promise<IssueRow | undefined> {
  return db.selectFrom("issue").where("id", "=", id).selectAll().executeTakeFirst();
}

/** Throws NotFoundError for an issue that does not exist. */
export async function requireIssue(db: Kysely<Tables>, id: number): Promise<void> {
  if (!(await findIssue(db, id))) throw new NotFoundError("issue_not_found", NO_ISSUE);
}

type Range = { from: number; to: number };

/** The issues scheduled or started within a range of time (epoch milliseconds), by id. */
export function issuesBetween(db: Kysely<Tables>, { from, to }: Range, limit: number) {
  return db
    .selectFrom("issue")
    .select(["id", "subject", "state", "version", "started_at", "scheduled_at"])
    .where((eb) =>
      eb.or([
        eb.and([eb("started_at", ">=", from), eb("started_at", "<", to)]),
        eb.and([eb("started_at", "is", null), eb("scheduled_at", ">=", from), eb("scheduled_at", "<", to)]),
      ]),
    )
    .where("state", "<>", "draft")
    .orderBy(sql`coalesce(started_at, scheduled_at)`)
    .limit(limit)
    .execute();
}

/** The times of weekly digests within a range of time and after `now`, in epoch milliseconds. */
export async function digestsBetween(db: Kysely<Tables>, { from, to }: Range, now: number): Promise<number[]> {
  const digest = await readDigest(db);
  const slots: number[] = [];
  if (digest.enabled === 0) return slots;
  const { time_zone: zone } = await readNewsroom(db);
  const first = nextWeekly(zone, digest, Math.max(from - 1, now));
  for (let slot = first; slot < to; slot = nextWeekly(zone, digest, slot)) slots.push(slot);
  return slots;
}

/** The issues that readers see: those whose sending has started, newest first. */
const selectSent = (db: Kysely<Tables>) =>
  db.selectFrom("issue").where("started_at", "is not", null).orderBy("started_at", "desc").orderBy("id", "desc");

/** An issue that has been sent, or is being sent. */
export type SentIssue = IssueRow & { started_at: number };

/** An issue that readers may see; undefined for any other. */
export async function findSentIssue(db: Kysely<Tables>, id: number): Promise<SentIssue | undefined> {
  shows(issueScope.one(id));
  return (await selectSent(db).where("id", "=", id).selectAll().executeTakeFirst()) as SentIssue | undefined;
}

/** The issues that readers may see, newest first; with `before`, those sent before it. */
export async function listSentIssues(
  db: Kysely<Tables>,
  { before, limit }: { before?: SentIssue | undefined; limit: number },
) {
  shows(issueScope.list);
  const rows = await selectSent(db)
    .select(["id", "subject", "preview", "started_at"])
    .$if(before !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple("started_at", "id"), "<", eb.tuple(before?.started_at ?? 0, before?.id ?? 0))),
    )
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, started_at: row.started_at ?? 0 }));
}

/** The numbers of the newest issues whose sending has started. */
export async function newestNumbers(db: Kysely<Tables>, limit: number): Promise<SentNumbers[]> {
  const rows = await selectSent(db)
    .select(["id", "subject", "state", "started_at", "recipients"])
    .limit(limit)
    .execute();
  const counted = await readCounted(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    subject: row.subject,
    at: isoDate(row.started_at ?? 0),
    recipients: row.recipients,
    counts: presentCounts(row, counted),
  }));
}

/** Unsent issues whose articles are looked for, newest first. */
const MAX_UNSENT = 20;

/** Unsent issues that show no article as they are edited now, those with a time first. */
export async function issuesWithoutArticles(db: Kysely<Tables>) {
  const rows = await db
    .selectFrom("issue")
    .select(["id", "subject as title", "state", "body", "article_ids", "scheduled_at"])
    .where("started_at", "is", null)
    .orderBy("id", "desc")
    .limit(MAX_UNSENT)
    .execute();
  const copies = await workingCopyChanges(
    db,
    "issue",
    rows.map(({ id }) => id),
  );
  const empty = rows.filter(({ id, body, article_ids }) => {
    const changes: { body?: string; article_ids?: number[] } = JSON.parse(copies.get(id) ?? "{}");
    const after = changes.article_ids ?? articleIdsOf({ article_ids });
    return after.length === 0 && articlesIn(withNodes({ body: changes.body ?? body }).nodes).length === 0;
  });
  const titled = await titledIssues(db, empty);
  return titled.toSorted((one, other) => (one.scheduled_at ?? Infinity) - (other.scheduled_at ?? Infinity));
}

/** Ids of the issues that are being sent. */
export async function issuesBeingSent(db: Kysely<Tables>): Promise<number[]> {
  const rows = await db
    .selectFrom("issue")
    .where("started_at", "is not", null)
    .where("state", "<>", "sent")
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Rows of issues with their subjects as they are now. */
export const titledIssues = <Row extends { id: number; title: string; state: string }>(
  db: Kysely<Tables>,
  rows: readonly Row[],
): Promise<Row[]> => titledNow(db, "issue", rows, { isDraft: ({ state }) => state === "draft", field: "subject" });

/** The issues whose texts, or working copies, show a picture with an address like `pattern`. */
export async function issuesShowing(db: Kysely<Tables>, pattern: string): Promise<PictureUse[]> {
  const copied = await workingCopiesShowing(db, "issue", pattern);
  const issues = await db
    .selectFrom("issue")
    .select(["id", "subject as title", "state", "started_at"])
    .where((eb) =>
      eb.or([
        eb("introduction", "like", pattern),
        eb(eb.cast<string>("body", "text"), "like", pattern),
        eb("id", "in", [0, ...copied]),
      ]),
    )
    .execute();
  const trashed = await trashedTitles(db, "issue", copied);
  return [
    ...(await titledIssues(db, issues)).map(({ id, title, started_at }) => ({
      type: "issue" as const,
      id,
      title,
      ...(started_at !== null && { is_sent: true as const }),
    })),
    ...[...trashed].map(([id, title]) => ({ type: "issue" as const, id, title, is_trashed: true as const })),
  ];
}

const SHOWS_PICTURE = "%/media/%";

/** The texts of issues that show stored pictures. */
export async function illustratedIssues(db: Kysely<Tables>): Promise<string[]> {
  const issues = await db
    .selectFrom("issue")
    .select(["introduction", "body"])
    .where((eb) =>
      eb.or([eb("introduction", "like", SHOWS_PICTURE), eb(eb.cast<string>("body", "text"), "like", SHOWS_PICTURE)]),
    )
    .execute();
  return issues.flatMap(({ introduction, body }) => [introduction, body]);
}

/** The articles of an issue that are visible to readers: those in its text, and those that follow it, in order. */
export async function articlesOf(
  db: Kysely<Tables>,
  viewer: Viewer,
  issue: WithNodes<Pick<IssueRow, "article_ids">>,
  now: number,
): Promise<IssueArticle[]> {
  const inText = articlesIn(issue.nodes).map(({ id }) => id);
  const rows = await summariesByIds(db, viewer, now, [...new Set([...inText, ...articleIdsOf(issue)])]);
  const teasers = await teasersOf(db, rows);
  return rows.map((row) => ({ ...presentSummary(row), ...pictureLines(row), excerpt: teasers.get(row.id) ?? "" }));
}

/** Issues with the articles that they name, as far as a viewer can see them. */
export async function withArticles<Listed extends Issue>(
  db: Kysely<Tables>,
  viewer: Viewer,
  now: number,
  issues: Listed[],
) {
  const ids = new Set(issues.flatMap(({ article_ids }) => article_ids));
  const rows = presentSummaries(await summariesByIds(db, viewer, now, [...ids]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return issues.map((issue) => ({
    ...issue,
    included: { articles: issue.article_ids.flatMap((id) => byId.get(id) ?? []) },
  }));
}

/** Corrections in one issue: more would not be read. */
const MAX_CORRECTIONS = 20;

/** The corrections in an issue: those made since the previous issue was sent, until it is sent itself. */
export async function correctionsIn(
  db: Kysely<Tables>,
  viewer: Viewer,
  issue: Pick<IssueRow, "started_at">,
  now: number,
): Promise<CorrectionRow[]> {
  const until = issue.started_at ?? now;
  const { before } = await db
    .selectFrom("issue")
    .where("started_at", "<", until)
    .select((eb) => eb.fn.max("started_at").as("before"))
    .executeTakeFirstOrThrow();
  return correctionsBetween(db, viewer, { from: before ?? until - WEEK, until, limit: MAX_CORRECTIONS });
}

/** Number of articles in a full issue, and the maximum of editors' picks among them. */
const FULL_ISSUE = 8;
const MAX_PICKS = 3;
/** A proposal with fewer articles of the week is filled up with popular and new ones. */
const MIN_ARTICLES = 5;

/** The best of the last seven days: the editors' picks, then the most read. `fromWeek`: the number of articles of that week. */
export async function bestOfTheWeek(
  db: Kysely<Tables>,
  viewer: Viewer,
  now: number,
): Promise<{ articles: ArticleSummary[]; fromWeek: number }> {
  const since = now - WEEK;
  const picks = await selectPublished(db, viewer, now)
    .where("article.is_editors_pick", "=", 1)
    .where("article.published_at", ">", since)
    .limit(MAX_PICKS)
    .execute();
  const trending = await listTrending(db, viewer, now, 4 * FULL_ISSUE);
  const newest = await listLatest(db, viewer, now, FULL_ISSUE);
  const ofWeek = [...picks, ...trending, ...newest].filter((row) => (row.published_at ?? 0) > since && !isPaid(row));
  const best = distinct(ofWeek).slice(0, FULL_ISSUE);
  const filled = best.length < MIN_ARTICLES ? distinct([...best, ...trending]).slice(0, MIN_ARTICLES) : best;
  return { articles: presentSummaries(filled), fromWeek: best.length };
}

function distinct<Row extends { id: number }>(rows: Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

const digestZone = z.object({ time_zone: z.string() });

/** The time zone of the digest's weekday and hour; undefined while they are in UTC, as older versions stored them. */
export async function readDigestZone(db: Kysely<Tables>): Promise<string | undefined> {
  const stored = await readSetting(db, DIGEST_ZONE_KEY);
  return stored === undefined ? undefined : digestZone.parse(stored).time_zone;
}

export function readDigest(db: Kysely<Tables>): Promise<Selectable<DigestTable>> {
  return db.selectFrom("digest").where("id", "=", 1).selectAll().executeTakeFirstOrThrow();
}

/** The fields of an issue that an editor sets. */
export const snapshotOf = (row: IssueRow): IssueBody => {
  const { subject, preview, introduction, body } = row;
  return { subject, preview, introduction, body, article_ids: articleIdsOf(row) };
};

/** An issue as editors see it, with the outcome of its mails. `name`: of its version and its working copy. */
export function presentIssue(
  row: IssueRow,
  counted: Counted,
  name = String(row.version),
  hasDraft = name.includes("d"),
): Issue {
  return {
    id: row.id,
    state: row.state,
    version: row.version,
    etag: `"${name}"`,
    has_draft: hasDraft,
    is_digest: row.is_digest === 1,
    subject: row.subject,
    preview: row.preview,
    introduction: row.introduction,
    body: row.body,
    article_ids: articleIdsOf(row),
    recipients: row.recipients,
    counts: presentCounts(row, counted),
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    scheduled_at: isoDate(row.scheduled_at),
    started_at: isoDate(row.started_at),
    finished_at: isoDate(row.finished_at),
    last_error: row.last_error,
  };
}

/** The best of the week as the body of an issue, for an editor to change or for the digest to send. */
export function weeklyProposal(
  { name, language }: Pick<SiteInfo, "name" | "language">,
  articles: ArticleSummary[],
): IssueBody {
  const t = textIn(language);
  const titles = articles.map((article) => labelledTitle(article, language));
  const [lead] = titles;
  const subject = lead ? t("The week at {name}: {lead}", { name, lead }) : t("The week at {name}", { name });
  return {
    subject: subject.slice(0, 200).toWellFormed(),
    preview: titles.slice(1, 4).join(" · ").slice(0, 200).toWellFormed(),
    body: "",
    introduction: t("Our editors' choice and the most-read articles of the last seven days."),
    article_ids: articles.map(({ id }) => id),
  };
}
