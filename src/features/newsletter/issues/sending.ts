import type { Kysely, Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { recordEntry } from "#features/audit/commands.ts";
import { deriveContent } from "#features/content/derive.ts";
import { findWorkingCopy } from "#features/documents/history/queries.ts";
import { endRequests } from "#features/documents/requests/commands.ts";
import { findLogin } from "#features/identity/accounts/queries.ts";
import { holdIssueMails, releaseIssueMails } from "#features/mail/commands.ts";
import { mailSite } from "#features/mail/queries.ts";
import { requestItems } from "#features/media/remote/commands.ts";
import type { IssueTable } from "#features/newsletter/tables.ts";
import type { Clock } from "#platform/clock.ts";
import type { RequestCounts } from "#platform/request-counts.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError, NotFoundError, TooManyRequestsError } from "#shared/errors.ts";
import { textIn } from "#shared/translate.ts";
import { BEGUN, type IssueParts, STALE, subjectOf, WITHOUT_FAILURES, writeIssue } from "./commands.ts";
import { withNodes } from "./internal/content-parts.ts";
import { issueMail, leavingPage } from "./mail.tsx";
import { articlesOf, correctionsIn, findIssue, type IssueRow } from "./queries.ts";
import { requireApprovedIssue } from "./review.ts";
import { issueKey, MAX_TESTS, NO_ISSUE, TESTS_WINDOW_MS } from "./rules.ts";
import { type Edited, editedRow, findEdited, lockEdited, nameOf, wholeOf } from "./working-copy.ts";

/**
 * Schedules an issue with its working copy for a time (epoch milliseconds), or now. A scheduled issue keeps its
 * text and its working copy if only the time changes. Throws `NotFoundError`, `ConflictError` if sending has
 * started or the issue differs from the version that the editor saw, and `InvalidError` if the issue is empty or the time
 * is past.
 */
export async function sendIssue(
  { database, clock }: IssueParts,
  by: Actor,
  id: number,
  at: number | undefined,
  isCurrent: (name: string) => boolean,
): Promise<Edited> {
  const now = clock.now();
  if (at !== undefined && at < now - 60_000) {
    const detail = "The time is in the past.";
    throw new InvalidError("time_in_past", detail, { at: detail });
  }
  const change = { state: "scheduled", scheduled_at: at ?? now } as const;
  return database.db.transaction().execute(async (trx) => {
    const before = await lockEdited(trx, id);
    // A scheduled issue is moved as it was approved; later changes stay in the working copy.
    const isMove = at !== undefined && before.row.state === "scheduled";
    if (!isMove && isEmpty(editedRow(before))) {
      const detail = "An issue needs a text or an article.";
      throw new InvalidError("issue_empty", detail, { article_ids: detail });
    }
    if (!isCurrent(nameOf(before)) && !(isMove && isCurrent(String(before.row.version))))
      throw new ConflictError("stale_version", STALE);
    const { copy } = before.copy && !isMove ? await takeOver(trx, clock, by, before) : before;
    const row = await moveIssue(trx, now, id, BEFORE_START, BEGUN, change);
    await requireApprovedIssue(trx, row);
    await endRequests(trx, "issue", [id]);
    const when = { at: { to: new Date(change.scheduled_at).toISOString() } };
    const action = change.scheduled_at > now ? "issue.schedule" : "issue.send";
    await recordEntry(trx, clock, { by, action, subject: subjectOf(row), changes: when });
    return { row, copy };
  });
}

/**
 * Pauses an issue, before or while it is sent; mails that have left cannot be recalled. Throws `NotFoundError` and
 * `ConflictError`.
 */
export async function pauseIssue({ database, clock }: IssueParts, by: Actor, id: number): Promise<Edited> {
  return database.db.transaction().execute((trx) => pauseIn(trx, clock, by, id));
}

export async function pauseIn(trx: Transaction<Tables>, clock: Clock, by: Actor, id: number): Promise<Edited> {
  const conflict = "This issue is not scheduled or being sent.";
  const row = await moveIssue(trx, clock.now(), id, ["scheduled", "sending"], conflict, { state: "paused" });
  await holdIssueMails(trx, id);
  await recordEntry(trx, clock, { by, action: "issue.pause", subject: subjectOf(row) });
  return { row, copy: await findWorkingCopy(trx, issueKey(id)) };
}

/**
 * Resumes a paused issue where it stopped; if it is due, it is sent. Its working copy stays unsent. Throws as `pauseIssue`,
 * and `ConflictError` if the issue differs from the version that the editor saw.
 */
export async function resumeIssue(
  { database, clock }: IssueParts,
  by: Actor,
  id: number,
  isCurrent: (name: string) => boolean,
): Promise<Edited> {
  return database.db.transaction().execute(async (trx) => {
    const before = await lockEdited(trx, id);
    const state = before.row.started_at === null ? "scheduled" : "sending";
    const row = await moveIssue(trx, clock.now(), id, ["paused"], "This issue is not paused.", { state });
    if (!isCurrent(nameOf(before))) throw new ConflictError("stale_version", STALE);
    if (state === "scheduled") await requireApprovedIssue(trx, row);
    await releaseIssueMails(trx, id, clock.now());
    await recordEntry(trx, clock, { by, action: "issue.resume", subject: subjectOf(row) });
    return { row, copy: before.copy };
  });
}

/** Saves the working copy of an issue; copies of its remote pictures may have been stored since. */
async function takeOver(trx: Transaction<Tables>, clock: Clock, actor: Actor, before: Edited): Promise<Edited> {
  const whole = wholeOf(before);
  await requestItems(trx, clock.now(), deriveContent(whole.body, [], "issue").content.remoteItems);
  return writeIssue(trx, clock, before, whole, { actor });
}

const isEmpty = ({ introduction, body, article_ids }: IssueRow) =>
  introduction === "" && body === "" && article_ids === "[]";

const BEFORE_START = ["draft", "scheduled", "paused"] as const;

type IssueStep = { state: IssueRow["state"]; scheduled_at?: number };

/** Moves an issue from one of some states; throws a conflict for any other. */
async function moveIssue(
  db: Kysely<Tables>,
  now: number,
  id: number,
  from: readonly IssueTable["state"][],
  conflict: string,
  change: IssueStep,
): Promise<IssueRow> {
  const row = await db
    .updateTable("issue")
    .set({ ...change, updated_at: now, ...WITHOUT_FAILURES })
    .where("id", "=", id)
    .where("state", "in", [...from])
    .$if(from === BEFORE_START, (query) => query.where("started_at", "is", null))
    .returningAll()
    .executeTakeFirst();
  if (row) return row;
  const found = await findIssue(db, id);
  if (!found) throw new NotFoundError("issue_not_found", NO_ISSUE);
  throw new ConflictError("wrong_issue_state", conflict);
}

/** Counts test mails; undefined if the operator lifted the limits. */
export type TestCounts = Pick<RequestCounts, "countExactly"> | undefined;

/** Queues an issue for one address as a test. Throws `NotFoundError`, and `TooManyRequestsError` after too many. */
export async function sendTest(
  parts: IssueParts & { testCounts: TestCounts },
  by: Actor,
  id: number,
  email: string,
): Promise<void> {
  const { database, clock, mailQueue, testCounts } = parts;
  const row = editedRow(await findEdited(database.db, id));
  await countTest(database.db, testCounts, by, email);
  const issue = withNodes(row);
  const articles = await articlesOf(database.db, issue, clock.now());
  const site = await mailSite(database.db, mailQueue.site);
  const content = issueMail(site, issue, articles, {
    leaveUrl: leavingPage(mailQueue.site),
    corrections: await correctionsIn(database.db, issue, clock.now()),
  });
  await database.db.transaction().execute(async (trx) => {
    await mailQueue.enqueue(trx, {
      kind: "test",
      to: email,
      content: { ...content, subject: textIn(site.language)("Test: {subject}", { subject: content.subject }) },
    });
    await recordEntry(trx, clock, { by, action: "issue.test", subject: subjectOf(issue) });
  });
  mailQueue.wake();
}

/**
 * Counts a test mail; throws `TooManyRequestsError` after too many. The limit is lower for other people: they did not ask
 * for a test, and it may contain anything in the newsroom's name.
 */
export async function countTest(db: Kysely<Tables>, counts: TestCounts, by: Actor, email: string): Promise<void> {
  if (!counts) return;
  const to = (await findLogin(db, email)) ? "colleagues" : "others";
  const max = MAX_TESTS[to];
  const limit = { name: `test mails to ${to}`, max, window: TESTS_WINDOW_MS };
  const { calls, left } = await counts.countExactly(limit, String(by.accountId));
  if (calls <= max) return;
  const minutes = Math.ceil(left / 60_000);
  const where = to === "others" ? " to addresses outside the newsroom" : "";
  const again = `Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
  throw new TooManyRequestsError(
    "too_many_test_mails",
    `You have sent ${max} test mails${where} in an hour. ${again}`,
    Math.ceil(left / 1000),
  );
}

/**
 * For a database restored from a backup: issues that were due since may already have been sent, so they are paused
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
