import { setImmediate as otherTasks } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Kysely } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Tables } from "#db/tables.ts";
import { dropWorkingCopy } from "#features/documents/history/commands.ts";
import { documentEvent } from "#features/documents/lifecycle/events.ts";
import { recordEvent, recordEvents } from "#features/events/commands.ts";
import { putIssueMails, storeBody } from "#features/mail/commands.ts";
import { countMails, hasOpenMails, mailSite } from "#features/mail/queries.ts";
import { countRecipients, listRecipients } from "#features/newsletter/audience/queries.ts";
import { readNewsletterSettings, readNewsroom } from "#features/settings/queries.ts";
import type { Job } from "#platform/scheduler.ts";
import { system } from "#shared/actor.ts";
import { lastWeekly } from "#shared/time.ts";
import { absoluteUrl, documentUrl } from "#shared/urls.ts";
import { ANYBODY } from "#shared/viewer.ts";
import { type IssueParts, subjectOf } from "./commands.ts";
import { moveDigest } from "./digest.ts";
import { withNodes } from "./internal/content-parts.ts";
import { issueMail } from "./mail.tsx";
import { collectLinks, storeLinks } from "./numbers/links.ts";
import {
  articlesOf,
  bestOfTheWeek,
  correctionsIn,
  type IssueRow,
  issueScope,
  readDigest,
  readDigestZone,
  weeklyProposal,
} from "./queries.ts";
import { obstacleOf } from "./review.ts";
import { DIGEST_TIMEOUT_MS, issueKey, retryPause } from "./rules.ts";
import { ISSUE } from "./type.ts";

const { type } = ISSUE;

/**
 * Mails queued per step, and the maximum queued ahead of sending: memory use and the delay of a pause stay
 * small, and requests of readers are not blocked for long.
 */
const BATCH = 100;
const AHEAD = 1_000;

const FAILED = "Something went wrong on the server. It will be retried.";

/**
 * Background work on issues: fills the digest, starts due issues, queues mails ahead of their sending, and closes
 * issues that are done. Any process may do it at any time; each step is one transaction.
 */
async function advanceIssues(parts: IssueParts & { log: FastifyBaseLogger }): Promise<void> {
  const { db } = parts.database;
  const now = parts.clock.now();
  const waiting = await db
    .selectFrom("issue")
    .where((eb) =>
      eb.or([eb("state", "=", "sending"), eb.and([eb("state", "=", "scheduled"), eb("scheduled_at", "<=", now)])]),
    )
    .where("due_at", "<=", now)
    .orderBy("id")
    .select(["id", "state", "attempts"])
    .execute();
  for (const issue of waiting) {
    try {
      await advance(parts, issue);
    } catch (error) {
      // The other issues are still sent.
      parts.log.warn({ err: error, issue: issue.id }, "an issue could not be advanced and will be retried");
      await noteFailure(parts, issue);
    }
  }
  await fillDigest(parts);
}

type WaitingIssue = Pick<IssueRow, "id" | "state" | "attempts">;

async function advance(parts: IssueParts, { id, state, attempts }: WaitingIssue): Promise<void> {
  const { db } = parts.database;
  if (state === "scheduled") await begin(parts, id);
  while ((await countMails(db, id, ["queued"])) < AHEAD && (await expand(parts, id))) await otherTasks();
  await close(parts, id);
  if (attempts > 0) await db.updateTable("issue").set({ attempts: 0, last_error: "" }).where("id", "=", id).execute();
}

async function noteFailure({ database, clock }: IssueParts, { id, attempts }: WaitingIssue): Promise<void> {
  await database.db
    .updateTable("issue")
    .set({ attempts: attempts + 1, due_at: clock.now() + retryPause(attempts), last_error: FAILED })
    .where("id", "=", id)
    .execute();
}

/** Locks an issue for a step; undefined if another process was faster. */
function lockIssue(trx: Kysely<Tables>, id: number, state: IssueRow["state"]) {
  return trx
    .selectFrom("issue")
    .where("id", "=", id)
    .where("state", "=", state)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}

async function begin(parts: IssueParts, id: number): Promise<void> {
  const now = parts.clock.now();
  await changeContent(parts.database, async (trx) => {
    const row = await lockIssue(trx, id, "scheduled");
    // Another process was faster, or an editor has moved it.
    if (!row || row.scheduled_at === null || row.scheduled_at > now) return { result: undefined, changed: [] };
    // Its approval may have been withdrawn since it was scheduled.
    const obstacle = await obstacleOf(trx, row);
    if (obstacle !== undefined) {
      await trx.updateTable("issue").set({ state: "paused", last_error: obstacle }).where("id", "=", id).execute();
      const changes = { reason: { to: obstacle } };
      await recordEvent(trx, parts.clock, documentEvent(system, "unpublished", { ...subjectOf(row), type, changes }));
      return { result: undefined, changed: [] };
    }
    const issue = withNodes(row);
    const site = await mailSite(trx, parts.mailQueue.site);
    const onlineUrl = absoluteUrl(site.url, documentUrl.issue(id));
    const corrections = await correctionsIn(trx, ANYBODY, issue, now);
    const links = (await readNewsletterSettings(trx)).counts_clicks ? collectLinks(site.url) : undefined;
    const articles = await articlesOf(trx, ANYBODY, issue, now);
    const content = issueMail(site, issue, articles, { onlineUrl, corrections, linkTo: links?.linkTo });
    const { last, count } = await countRecipients(trx);
    await trx
      .updateTable("issue")
      .set({
        state: "sending",
        body_id: await storeBody(trx, content),
        started_at: now,
        recipients: count,
        expand_until: last ?? 0,
      })
      .where("id", "=", id)
      .execute();
    if (links) await storeLinks(trx, id, links.all());
    // Later changes stay among the versions.
    await dropWorkingCopy(trx, issueKey(id));
    // From now on it has a page.
    return { result: undefined, changed: [issueScope.one(id), issueScope.list] };
  });
}

/** Queues the next mails of an issue; false if none is left. */
async function expand(parts: IssueParts, id: number): Promise<boolean> {
  const { database, clock, mailQueue } = parts;
  const written = await database.db.transaction().execute(async (trx) => {
    const issue = await lockIssue(trx, id, "sending");
    if (!issue || issue.body_id === null || issue.expanded_to >= issue.expand_until) return 0;
    const { expanded_to: after, expand_until: until } = issue;
    const recipients = await listRecipients(trx, { after, until, limit: BATCH });
    await putIssueMails(trx, mailQueue, clock.now(), { issueId: id, bodyId: issue.body_id, recipients });
    const reached = recipients.length < BATCH ? issue.expand_until : (recipients.at(-1)?.id ?? issue.expand_until);
    await trx.updateTable("issue").set({ expanded_to: reached }).where("id", "=", id).execute();
    return recipients.length;
  });
  if (written > 0) mailQueue.wake();
  return written === BATCH;
}

/** Closes an issue once no more of its mails can be sent. */
async function close({ database, clock }: IssueParts, id: number): Promise<void> {
  // Usually some are still open, which a read without a lock finds.
  if (await hasOpenMails(database.db, id)) return;
  await database.db.transaction().execute(async (trx) => {
    const issue = await lockIssue(trx, id, "sending");
    if (!issue || issue.expanded_to < issue.expand_until || (await hasOpenMails(trx, id))) return;
    const recipients = await countMails(trx, id);
    await trx
      .updateTable("issue")
      .set({ state: "sent", finished_at: clock.now(), recipients })
      .where("id", "=", id)
      .execute();
    const changes = { recipients: { to: recipients } };
    await recordEvent(trx, clock, { by: system, action: "issue.sent", subject: subjectOf(issue), changes });
  });
}

/** Fills and schedules the week's digest at its hour; a week without news has none. */
async function fillDigest(parts: IssueParts): Promise<void> {
  const { database, clock, mailQueue } = parts;
  const now = clock.now();
  const digest = await readDigest(database.db);
  if (digest.enabled === 0) return;
  const { time_zone: zone } = await readNewsroom(database.db);
  if ((await readDigestZone(database.db)) !== zone) return moveDigest(parts);
  const slot = lastWeekly(zone, digest, now);
  if (slot <= digest.done_until) return;
  await database.db.transaction().execute(async (trx) => {
    const mine = await trx
      .updateTable("digest")
      .set({ done_until: slot })
      .where("done_until", "<", slot)
      .where("enabled", "=", 1)
      .returning("id")
      .executeTakeFirst();
    if (!mine || now - slot > DIGEST_TIMEOUT_MS) return;
    const { articles, fromWeek } = await bestOfTheWeek(trx, ANYBODY, now);
    if (fromWeek === 0) return;
    const { article_ids, body: _none, ...words } = weeklyProposal(await mailSite(trx, mailQueue.site), articles);
    const { id, subject: title } = await trx
      .insertInto("issue")
      .values({
        ...words,
        article_ids: JSON.stringify(article_ids),
        state: "scheduled",
        is_digest: 1,
        scheduled_at: now,
        created_at: now,
        updated_at: now,
      })
      .returning(["id", "subject"])
      .executeTakeFirstOrThrow();
    const made = { type, id, title };
    const events = [documentEvent(system, "created", made), documentEvent(system, "scheduled", made)];
    await recordEvents(trx, clock, events);
  });
}

/** The interval at which due issues are started and the next mails queued. */
const ISSUE_INTERVAL_MS = 500;

export const issueJobs = (parts: IssueParts & { log: FastifyBaseLogger }): Job[] => [
  { name: "issues", title: "Send newsletter issues", every: ISSUE_INTERVAL_MS, run: () => advanceIssues(parts) },
];
