import type { Kysely, Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { recordStaged, type Staged } from "#features/articles/staging.ts";
import { recordEntry } from "#features/audit/commands.ts";
import { changedFields } from "#features/audit/rules.ts";
import { endRequests } from "#features/documents/requests/commands.ts";
import { findLogin } from "#features/identity/accounts/queries.ts";
import { holdIssueMails, type Postbox, releaseIssueMails } from "#features/mail/commands.ts";
import { mailSite } from "#features/mail/queries.ts";
import type { IssueTable } from "#features/newsletter/tables.ts";
import { ensureFirstRevision, nameRevision, recordRevision, storeState } from "#features/revisions/commands.ts";
import { hasSavedSince, mergeStale, newestRevision } from "#features/revisions/queries.ts";
import type { ClaimKey } from "#features/revisions/saves.ts";
import { writeSetting } from "#features/settings/commands.ts";
import { readNewsroom } from "#features/settings/queries.ts";
import type { Clock } from "#platform/clock.ts";
import type { NoteCreated } from "#platform/idempotency.ts";
import type { RequestCounts } from "#platform/request-counts.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError, NotFoundError, TooManyRequestsError } from "#shared/errors.ts";
import type { CleanHtml } from "#shared/html.ts";
import { asUtc, lastWeekly, meantIn, wallIn } from "#shared/time.ts";
import type { DigestSetting, IssueBody, IssueChange } from "./endpoints.ts";
import { withNodes } from "./internal/content-parts.ts";
import { issueMail, leavingPage } from "./mail.tsx";
import { articlesOf, correctionsIn, findIssue, type IssueRow, readDigestZone, saveOf } from "./queries.ts";
import { requireApprovedIssue } from "./review.ts";
import { DIGEST_ZONE_KEY, issueKey, MAX_TESTS, NO_ISSUE, NO_VERSION, OVERLAPPING, TESTS_WINDOW_MS } from "./rules.ts";

const BEGUN = "This issue is being sent or was sent.";
const SCHEDULED = "This issue is scheduled: what you write is sent only once you save it.";
const STALE = "This issue has changed since you opened it.";

/** Earlier failures do not count once an editor has acted on an issue. */
const WITHOUT_FAILURES = { attempts: 0, due_at: 0, last_error: "" } as const;

/** The dependencies of the commands on issues. */
export type IssueParts = { database: Database; clock: Clock; postbox: Postbox };

/** An issue's fields with its text prepared (pictures.ts). */
export type PreparedIssue = Omit<IssueBody, "body"> & { body: CleanHtml | "" };
export type PreparedChange = Omit<IssueChange, "body"> & { body?: CleanHtml | "" };

/** Stores a draft, its first version and its pictures, and returns its row. */
export function createIssue(
  { database, clock }: IssueParts,
  actor: Actor,
  body: PreparedIssue,
  { note, staged }: { note: NoteCreated; staged?: Staged },
): Promise<IssueRow> {
  const now = clock.now();
  return database.db.transaction().execute(async (trx) => {
    if (staged) await recordStaged(trx, clock, staged);
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
    await ensureFirstRevision(trx, issueKey(row.id), () => saveOf(row, { authorId: actor.accountId }));
    await note(trx, row.id);
    await recordEntry(trx, clock, {
      by: actor,
      action: "issue.create",
      subject: { kind: "issue", id: row.id, title: row.subject },
    });
    return row;
  });
}

export type ChangeOptions = {
  isCurrent: (version: number) => boolean;
  /** The version that an autosave began from; `hasKey`: an earlier try of it would be recognised. */
  begun?: number | undefined;
  hasKey?: boolean;
  checkBody?: (html: string) => void;
  /** Whether nobody asked for it: then it is no version of its own, and nothing that is about to be sent. */
  isAutosave?: boolean;
  staged?: Staged | undefined;
  /** See `saveOnce`. */
  claim?: ClaimKey;
};

/** What the audit log tells of an issue. */
const TOLD = ["subject", "preview", "introduction", "body", "article_ids"] as const;

/**
 * Changes an issue whose sending has not begun, and stores a version. Throws `NotFoundError`, `ConflictError` if sending
 * has begun or the edit was based on another version, and `InvalidError` for an autosave of what is scheduled.
 */
export async function changeIssue(
  { database, clock }: Pick<IssueParts, "database" | "clock">,
  actor: Actor,
  id: number,
  given: PreparedChange,
  options: ChangeOptions,
): Promise<IssueRow> {
  const { isCurrent, isAutosave = false, staged, claim } = options;
  const now = clock.now();
  return database.db.transaction().execute(async (trx) => {
    const before = await lockIssue(trx, id);
    if (!before) throw new NotFoundError(NO_ISSUE);
    if (before.started_at !== null) throw new ConflictError(BEGUN);
    const isStale = !isCurrent(before.version);
    if (isStale && !isAutosave) throw new ConflictError(STALE);
    if (isAutosave && before.state === "scheduled") throw new InvalidError(SCHEDULED);
    await claim?.(trx);
    if (staged) await recordStaged(trx, clock, staged);
    const { article_ids, ...change } = isStale
      ? await mergeStaleIssue(trx, before, given, { actor, ...options })
      : given;
    const ids = article_ids && { article_ids: JSON.stringify(article_ids) };
    const after = await trx
      .updateTable("issue")
      .set({ ...change, ...ids, version: before.version + 1, updated_at: now, ...WITHOUT_FAILURES })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (after.state === "scheduled") await requireApprovedIssue(trx, after);
    const save = saveOf(after, { authorId: actor.accountId, isAutosave });
    if (isAutosave) await storeState(trx, issueKey(id), { version: after.version, whole: save.snapshot, at: now });
    const newest = await newestRevision(trx, issueKey(id));
    const isNew = (await recordRevision(trx, issueKey(id), save, () => saveOf(before))) !== newest?.n;
    // Typing is stored every few seconds: it is recorded once for each version that it makes.
    const changes = changedFields<IssueRow>(before, after, TOLD);
    if (isNew && Object.keys(changes).length > 0)
      await recordEntry(trx, clock, { by: actor, action: "issue.update", subject: subjectOf(after), changes });
    return after;
  });
}

/** An autosave with what others have saved since it began. Throws ConflictError where both changed the same part. */
async function mergeStaleIssue(
  trx: Transaction<Tables>,
  before: IssueRow,
  mine: PreparedChange,
  { begun, hasKey = false, checkBody, actor }: ChangeOptions & { actor: Actor },
): Promise<PreparedChange> {
  const document = issueKey(before.id);
  const names = begun === undefined ? [] : [`${begun}d${begun}`, `${begun}`];
  const given = Object.fromEntries(Object.entries(mine).filter(([, value]) => value !== undefined));
  for (const name of names) {
    const merge = await mergeStale(trx, document, name, { mine: given, theirs: saveOf(before).snapshot });
    if (!merge) continue;
    if (!hasKey && (await hasSavedSince(trx, document, name, actor.accountId))) break;
    const errors = Object.fromEntries(merge.conflicts.map((field) => [field, OVERLAPPING]));
    if (merge.conflicts.length > 0) throw new ConflictError(OVERLAPPING, errors);
    checkBody?.(String(merge.merged.body));
    return merge.merged as PreparedChange;
  }
  throw new ConflictError(STALE);
}

export const lockIssue = (trx: Transaction<Tables>, id: number): Promise<IssueRow | undefined> =>
  trx.selectFrom("issue").where("id", "=", id).selectAll().forUpdate().executeTakeFirst();

/** Names a version of an issue, or takes its name away with an empty one. Throws `NotFoundError`. */
export async function noteVersion(
  { database }: IssueParts,
  { id, n }: { id: number; n: number },
  note: string,
): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const row = await lockIssue(trx, id);
    if (!row) throw new NotFoundError(NO_ISSUE);
    await ensureFirstRevision(trx, issueKey(id), () => saveOf(row));
    if (!(await nameRevision(trx, issueKey(id), n, note))) throw new NotFoundError(NO_VERSION);
  });
}

/**
 * Schedules an issue for a time (epoch milliseconds), or now. Throws `NotFoundError`, `ConflictError` if sending has
 * begun or the issue differs from the version that the editor saw, and `InvalidError` if the issue is empty or the time
 * is past.
 */
export async function sendIssue(
  { database, clock }: IssueParts,
  by: Actor,
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
  if (issue && isEmpty(issue)) {
    const detail = "An issue needs a text or an article.";
    throw new InvalidError(detail, { article_ids: detail });
  }
  if (issue && !isCurrent(issue.version)) throw new ConflictError(STALE);
  const change = { state: "scheduled", scheduled_at: at ?? now } as const;
  return database.db.transaction().execute(async (trx) => {
    const row = await moveIssue(trx, now, id, BEFORE_START, BEGUN, change, issue?.version);
    await requireApprovedIssue(trx, row);
    await endRequests(trx, "issue", [id]);
    const when = { at: { to: new Date(change.scheduled_at).toISOString() } };
    const action = change.scheduled_at > now ? "issue.schedule" : "issue.send";
    await recordEntry(trx, clock, { by, action, subject: subjectOf(row), changes: when });
    return row;
  });
}

/**
 * Pauses an issue, before or while it is sent; mails that have left cannot be recalled. Throws `NotFoundError` and
 * `ConflictError`.
 */
export async function pauseIssue({ database, clock }: IssueParts, by: Actor, id: number): Promise<IssueRow> {
  return database.db.transaction().execute((trx) => pauseIn(trx, clock, by, id));
}

export async function pauseIn(trx: Transaction<Tables>, clock: Clock, by: Actor, id: number): Promise<IssueRow> {
  const conflict = "This issue is not about to be sent.";
  const row = await moveIssue(trx, clock.now(), id, ["scheduled", "sending"], conflict, { state: "paused" });
  await holdIssueMails(trx, id);
  await recordEntry(trx, clock, { by, action: "issue.pause", subject: subjectOf(row) });
  return row;
}

/**
 * Resumes a paused issue where it stopped; if its time has come in the meantime, it is sent. Throws as `pauseIssue`.
 */
export async function resumeIssue({ database, clock }: IssueParts, by: Actor, id: number): Promise<IssueRow> {
  const issue = await findIssue(database.db, id);
  const state = issue?.started_at === null ? "scheduled" : "sending";
  return database.db.transaction().execute(async (trx) => {
    const row = await moveIssue(trx, clock.now(), id, ["paused"], "This issue is not paused.", { state });
    if (state === "scheduled") await requireApprovedIssue(trx, row);
    await releaseIssueMails(trx, id, clock.now());
    await recordEntry(trx, clock, { by, action: "issue.resume", subject: subjectOf(row) });
    return row;
  });
}

export const subjectOf = ({ id, subject }: Pick<IssueRow, "id" | "subject">) => ({ kind: "issue", id, title: subject });

const isEmpty = ({ introduction, body, article_ids }: IssueRow) =>
  introduction === "" && body === "" && article_ids === "[]";

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

/** Counts test mails; undefined if the operator lifted the limits. */
export type TestCounts = Pick<RequestCounts, "countExactly"> | undefined;

/** Queues an issue for one address as a test. Throws `NotFoundError`, and `TooManyRequestsError` after too many. */
export async function sendTest(
  parts: IssueParts & { testCounts: TestCounts },
  by: Actor,
  id: number,
  email: string,
): Promise<void> {
  const { database, clock, postbox, testCounts } = parts;
  const row = await findIssue(database.db, id);
  if (!row) throw new NotFoundError(NO_ISSUE);
  if (testCounts) await countTest(testCounts, by, (await findLogin(database.db, email)) ? "colleagues" : "others");
  const issue = withNodes(row);
  const articles = await articlesOf(database.db, issue, clock.now());
  const content = issueMail(await mailSite(database.db, postbox.site), issue, articles, {
    leaveUrl: leavingPage(postbox.site),
    corrections: await correctionsIn(database.db, issue, clock.now()),
  });
  await database.db.transaction().execute(async (trx) => {
    await postbox.put(trx, { kind: "test", to: email, content: { ...content, subject: `Test: ${content.subject}` } });
    await recordEntry(trx, clock, { by, action: "issue.test", subject: subjectOf(issue) });
  });
  postbox.wake();
}

/** Fewer for other people: they did not ask for a test, and it may say anything in the newsroom's name. */
async function countTest(counts: NonNullable<TestCounts>, by: Actor, to: keyof typeof MAX_TESTS): Promise<void> {
  const max = MAX_TESTS[to];
  const limit = { name: `test mails to ${to}`, max, window: TESTS_WINDOW_MS };
  const { calls, left } = await counts.countExactly(limit, String(by.accountId));
  if (calls <= max) return;
  const minutes = Math.ceil(left / 60_000);
  const where = to === "others" ? " to addresses outside the newsroom" : "";
  const again = `Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
  throw new TooManyRequestsError(
    `You have sent ${max} test mails${where} in an hour. ${again}`,
    Math.ceil(left / 1000),
  );
}

/** Sets when the weekly digest is sent, starting with the next occurrence. */
export async function setDigest({ database, clock }: IssueParts, by: Actor, setting: DigestSetting): Promise<void> {
  const { weekday, hour } = setting;
  await database.db.transaction().execute(async (trx) => {
    const before = await lockDigest(trx);
    const { time_zone: zone } = await readNewsroom(trx);
    const after = {
      enabled: setting.enabled ? 1 : 0,
      weekday,
      hour,
      done_until: lastWeekly(zone, setting, clock.now()),
    } as const;
    await trx.updateTable("digest").set(after).where("id", "=", 1).execute();
    await writeSetting(trx, clock, DIGEST_ZONE_KEY, { time_zone: zone });
    const changes = changedFields<typeof before>(before, after, ["enabled", "weekday", "hour"]);
    const subject = { kind: "settings", id: "digest" };
    if (Object.keys(changes).length > 0)
      await recordEntry(trx, clock, { by, action: "settings.change", subject, changes });
  });
}

const lockDigest = (trx: Transaction<Tables>) =>
  trx.selectFrom("digest").selectAll().where("id", "=", 1).forUpdate().executeTakeFirstOrThrow();

/**
 * Follows a change of the newsroom's time zone: the digest keeps its weekday and hour, from their next occurrence on. A
 * digest that is still in UTC gets the weekday and hour that the newsroom's clocks show at its time.
 */
export async function moveDigest({ database, clock }: Pick<IssueParts, "database" | "clock">): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const { weekday, hour, done_until } = await lockDigest(trx);
    const { time_zone: zone } = await readNewsroom(trx);
    const former = await readDigestZone(trx);
    if (former === zone) return;
    const now = clock.now();
    const last = lastWeekly(former ?? "UTC", { weekday, hour }, now);
    const wall = wallIn(former ?? zone, last);
    // In the new zone, the hour of the last digest may come again on the same day.
    const again = Math.max(meantIn(zone, wall).instant, lastWeekly(zone, { weekday, hour }, now));
    const change =
      former === undefined
        ? { weekday: new Date(asUtc(wall)).getUTCDay(), hour: wall.hour }
        : { done_until: Math.max(done_until, again) };
    await trx.updateTable("digest").set(change).where("id", "=", 1).execute();
    await writeSetting(trx, clock, DIGEST_ZONE_KEY, { time_zone: zone });
  });
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
