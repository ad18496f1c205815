import { type Kysely, sql } from "kysely";
import type { Database } from "#db/open.ts";
import type { IssueTable, Tables } from "#db/tables.ts";
import { holdIssueMails, type Postbox, releaseIssueMails } from "#features/outbox/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { NoteCreated } from "#platform/idempotency.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError, NotFoundError } from "#shared/errors.ts";
import { issueMail, leavingPage } from "./mail.tsx";
import { articlesOf, findIssue, type IssueRow } from "./queries.ts";
import { lastSlot, NO_ISSUE } from "./rules.ts";
import type { DigestSetting, IssueBody, IssueChange } from "./schema.ts";

const BEGUN = "This issue is being sent or was sent.";
const STALE = "Somebody else has changed this issue since you opened it.";

/** Earlier failures do not count once an editor has acted on an issue. */
const WITHOUT_FAILURES = { attempts: 0, due_at: 0, last_error: "" } as const;

/** The dependencies of the commands on issues. */
export type IssueParts = { database: Database; clock: Clock; postbox: Postbox };

/** Stores a draft and returns its row. */
export function createIssue(
  { database, clock }: IssueParts,
  _actor: Actor,
  body: IssueBody,
  note: NoteCreated,
): Promise<IssueRow> {
  const now = clock.now();
  return database.db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto("issue")
      .values({
        ...body,
        article_ids: JSON.stringify(body.article_ids),
        state: "draft",
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await note(trx, row.id);
    return row;
  });
}

/**
 * Changes an issue whose sending has not begun. Throws `NotFoundError`, and `ConflictError` if sending has begun or the
 * edit was based on another version.
 */
export async function changeIssue(
  { database, clock }: IssueParts,
  _actor: Actor,
  id: number,
  { article_ids, ...change }: IssueChange,
  isCurrent: (version: number) => boolean,
): Promise<IssueRow> {
  const before = await findIssue(database.db, id);
  if (before?.started_at === null && !isCurrent(before.version)) throw new ConflictError(STALE);
  const ids = article_ids && { article_ids: JSON.stringify(article_ids) };
  const row = await database.db
    .updateTable("issue")
    .set({ ...change, ...ids, version: sql`version + 1`, updated_at: clock.now(), ...WITHOUT_FAILURES })
    .where("id", "=", id)
    .where("version", "=", before?.version ?? 0)
    .where("started_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (row) return row;
  const now = await findIssue(database.db, id);
  if (!now) throw new NotFoundError(NO_ISSUE);
  throw new ConflictError(now.started_at === null ? STALE : BEGUN);
}

/** Deletes an issue whose sending has not begun. Throws `NotFoundError`, and `ConflictError` if it has. */
export async function deleteIssue({ database }: IssueParts, _actor: Actor, id: number): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom("issue")
      .where("id", "=", id)
      .where("started_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (gone) return;
    if (await findIssue(trx, id)) throw new ConflictError("What was sent stays in the list.");
    throw new NotFoundError(NO_ISSUE);
  });
}

/**
 * Schedules an issue for a time (epoch milliseconds), or now. Throws `NotFoundError`, `ConflictError` if sending has
 * begun or the issue differs from the version that the editor saw, and `InvalidError` if the issue is empty or the time
 * is past.
 */
export async function sendIssue(
  { database, clock }: IssueParts,
  _actor: Actor,
  id: number,
  at: number | undefined,
  isCurrent: (version: number) => boolean,
): Promise<IssueRow> {
  const now = clock.now();
  if (at !== undefined && at < now - 60_000) {
    const detail = "The time is in the past.";
    throw new InvalidError(detail, { at: detail });
  }
  const issue = await findIssue(database.db, id);
  if (issue && issue.introduction === "" && issue.article_ids === "[]") {
    const detail = "An issue needs an introduction or an article.";
    throw new InvalidError(detail, { article_ids: detail });
  }
  if (issue && !isCurrent(issue.version)) throw new ConflictError(STALE);
  const change = { state: "scheduled", scheduled_at: at ?? now } as const;
  return moveIssue(database.db, now, id, BEFORE_START, BEGUN, change, issue?.version);
}

/**
 * Pauses an issue, before or while it is sent; mails that have left cannot be recalled. Throws `NotFoundError` and
 * `ConflictError`.
 */
export async function pauseIssue({ database, clock }: IssueParts, _actor: Actor, id: number): Promise<IssueRow> {
  return database.db.transaction().execute(async (trx) => {
    const conflict = "This issue is not about to be sent.";
    const row = await moveIssue(trx, clock.now(), id, ["scheduled", "sending"], conflict, { state: "paused" });
    await holdIssueMails(trx, id);
    return row;
  });
}

/**
 * Resumes a paused issue where it stopped; if its time has come in the meantime, it is sent. Throws as `pauseIssue`.
 */
export async function resumeIssue({ database, clock }: IssueParts, _actor: Actor, id: number): Promise<IssueRow> {
  const issue = await findIssue(database.db, id);
  const state = issue?.started_at === null ? "scheduled" : "sending";
  return database.db.transaction().execute(async (trx) => {
    const row = await moveIssue(trx, clock.now(), id, ["paused"], "This issue is not paused.", { state });
    await releaseIssueMails(trx, id);
    return row;
  });
}

const BEFORE_START = ["draft", "scheduled", "paused"] as const;

type IssueStep = { state: IssueRow["state"]; scheduled_at?: number };

/** Moves an issue from one of some states and, if given, one version; throws a conflict for any other. */
async function moveIssue(
  db: Kysely<Tables>,
  now: number,
  id: number,
  from: readonly IssueTable["state"][],
  conflict: string,
  change: IssueStep,
  version?: number,
): Promise<IssueRow> {
  const row = await db
    .updateTable("issue")
    .set({ ...change, updated_at: now, ...WITHOUT_FAILURES })
    .where("id", "=", id)
    .where("state", "in", [...from])
    .$if(from === BEFORE_START, (query) => query.where("started_at", "is", null))
    .$if(version !== undefined, (query) => query.where("version", "=", version ?? 0))
    .returningAll()
    .executeTakeFirst();
  if (row) return row;
  const found = await findIssue(db, id);
  if (!found) throw new NotFoundError(NO_ISSUE);
  throw new ConflictError(version !== undefined && found.version !== version ? STALE : conflict);
}

/** Queues an issue for one address as a test. Throws `NotFoundError`. */
export async function sendTest(parts: IssueParts, _actor: Actor, id: number, email: string): Promise<void> {
  const { database, clock, postbox } = parts;
  const issue = await findIssue(database.db, id);
  if (!issue) throw new NotFoundError(NO_ISSUE);
  const articles = await articlesOf(database.db, issue, clock.now());
  const content = issueMail(postbox.site, issue, articles, leavingPage(postbox.site));
  await database.db
    .transaction()
    .execute((trx) =>
      postbox.put(trx, { kind: "test", to: email, content: { ...content, subject: `Test: ${content.subject}` } }),
    );
  postbox.wake();
}

/** Sets when the weekly digest is sent, starting with the next occurrence. */
export async function setDigest({ database, clock }: IssueParts, _actor: Actor, setting: DigestSetting): Promise<void> {
  await database.db
    .updateTable("digest")
    .set({
      enabled: setting.enabled ? 1 : 0,
      weekday: setting.weekday,
      hour: setting.hour,
      done_until: lastSlot(setting, clock.now()),
    })
    .where("id", "=", 1)
    .execute();
}

/**
 * For a database restored from a backup: issues that have been due since may already have been sent, so they are paused
 * for an editor to decide; the digest skips the dates since.
 */
export async function pauseDueIssues(trx: Kysely<Tables>, now: number): Promise<void> {
  await trx
    .updateTable("issue")
    .set({ state: "paused", updated_at: now })
    .where((eb) =>
      eb.or([eb("state", "=", "sending"), eb.and([eb("state", "=", "scheduled"), eb("scheduled_at", "<=", now)])]),
    )
    .execute();
  await trx.updateTable("digest").set({ done_until: now }).where("done_until", "<", now).execute();
}
