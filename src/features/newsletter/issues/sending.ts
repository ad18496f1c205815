import type { Kysely, Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { stale } from "#features/documents/lifecycle/rules.ts";
import { lockEdited, nameOf } from "#features/documents/lifecycle/type.ts";
import type { Showing } from "#features/documents/types.ts";
import { recordEvent } from "#features/events/commands.ts";
import { findLogin } from "#features/identity/accounts/queries.ts";
import { holdIssueMails, releaseIssueMails } from "#features/mail/commands.ts";
import { mailSite } from "#features/mail/queries.ts";
import type { RequestCounts } from "#platform/request-counts.ts";
import { matchesVersion } from "#platform/version-tags.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError, TooManyRequestsError } from "#shared/errors.ts";
import { textIn } from "#shared/translate.ts";
import { ANYBODY } from "#shared/viewer.ts";
import { type IssueParts, type IssueTextStore, subjectOf, WITHOUT_FAILURES, writeIssue } from "./commands.ts";
import { readTyped } from "./document.ts";
import { withNodes } from "./internal/content-parts.ts";
import { issueMail, leavingPage } from "./mail.tsx";
import { articlesOf, correctionsIn, type IssueRow } from "./queries.ts";
import { requireApprovedIssue } from "./review.ts";
import { MAX_TESTS, TESTS_WINDOW_MS } from "./rules.ts";
import { type EditedIssue, ISSUE } from "./type.ts";

/** Throws InvalidError for a time that is past. */
export function requireAhead(at: number | undefined, now: number): void {
  if (at === undefined || at >= now - 60_000) return;
  const detail = "The time is in the past.";
  throw new InvalidError("time_in_past", detail, { at: detail });
}

/** How an issue is read for the response to its change. */
type Reading<Shown> = Pick<Showing<Shown>, "read">;

/**
 * Pauses an issue, before or while it is sent; mails that have left cannot be recalled. Throws NotFoundError, and
 * ConflictError for another state or version than the editor saw.
 */
export function pauseIssue<Shown>(
  { database, clock }: IssueParts,
  type: Reading<Shown>,
  by: Actor,
  id: number,
  ifMatch: string | undefined,
): Promise<Shown> {
  return database.db.transaction().execute(async (trx) => {
    const { row } = await lockIssue(trx, id, ["scheduled", "sending"], ifMatch, NOT_SENDING);
    await writeIssue(trx, clock, by, { before: row, ended: undefined, change: { state: "paused" } });
    await holdIssueMails(trx, id);
    return type.read(trx, id);
  });
}

/**
 * Resumes a paused issue where it stopped; if it is due, it is sent. Its working copy stays unsent. Throws as `pauseIssue`.
 */
export function resumeIssue<Shown>(
  { database, clock }: IssueParts,
  type: Reading<Shown>,
  by: Actor,
  id: number,
  ifMatch: string | undefined,
): Promise<Shown> {
  return database.db.transaction().execute(async (trx) => {
    const { row: before } = await lockIssue(trx, id, ["paused"], ifMatch, "This issue is not paused.");
    const state = before.started_at === null ? "scheduled" : "sending";
    if (state === "scheduled") await requireApprovedIssue(trx, before);
    const change = { state, updated_at: clock.now(), ...WITHOUT_FAILURES } as const;
    await trx.updateTable("issue").set(change).where("id", "=", id).execute();
    await releaseIssueMails(trx, id, clock.now());
    await recordEvent(trx, clock, { by, action: "issue.resume", subject: subjectOf(before) });
    return type.read(trx, id);
  });
}

const NOT_SENDING = "This issue is not scheduled or being sent.";

/** Locks an issue in one of some states, as the editor saw it. */
async function lockIssue(
  trx: Transaction<Tables>,
  id: number,
  states: readonly IssueRow["state"][],
  ifMatch: string | undefined,
  conflict: string,
): Promise<EditedIssue> {
  const edited = await lockEdited(trx, ISSUE, id);
  if (!states.includes(edited.row.state)) throw new ConflictError("wrong_issue_state", conflict);
  if (!matchesVersion(ifMatch, nameOf(edited))) throw new ConflictError("stale_version", stale("issue"));
  return edited;
}

/** Counts test mails; undefined if the operator lifted the limits. */
export type TestCounts = Pick<RequestCounts, "countExactly"> | undefined;

/** Queues an issue for one address as a test. Throws `NotFoundError`, and `TooManyRequestsError` after too many. */
export async function sendTest(
  parts: IssueParts & Pick<IssueTextStore, "content"> & { testCounts: TestCounts },
  by: Actor,
  id: number,
  email: string,
): Promise<void> {
  const { database, clock, mailQueue, testCounts } = parts;
  const row = await readTyped(parts, id);
  await countTest(database.db, testCounts, by, email);
  const issue = withNodes(row);
  const articles = await articlesOf(database.db, ANYBODY, issue, clock.now());
  const site = await mailSite(database.db, mailQueue.site);
  const content = issueMail(site, issue, articles, {
    leaveUrl: leavingPage(mailQueue.site),
    corrections: await correctionsIn(database.db, ANYBODY, issue, clock.now()),
  });
  await database.db.transaction().execute(async (trx) => {
    await mailQueue.enqueue(trx, {
      kind: "test",
      to: email,
      content: { ...content, subject: textIn(site.language)("Test: {subject}", { subject: content.subject }) },
    });
    await recordEvent(trx, clock, { by, action: "issue.test", subject: subjectOf(issue) });
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
