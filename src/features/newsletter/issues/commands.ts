import type { Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { recordEntry } from "#features/audit/commands.ts";
import { changedFields } from "#features/audit/rules.ts";
import {
  dropWorkingCopy,
  ensureFirstRevision,
  nameRevision,
  recordRevision,
  storeState,
} from "#features/documents/history/commands.ts";
import { hasSavedSince, mergeStale, newestRevision } from "#features/documents/history/queries.ts";
import type { ClaimKey } from "#features/documents/history/saves.ts";
import { recordStaged, type Staged } from "#features/documents/staging.ts";
import type { MailQueue } from "#features/mail/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { NoteCreated } from "#platform/idempotency.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, NotFoundError } from "#shared/errors.ts";
import { type IssueRow, saveOf } from "./queries.ts";
import { requireApprovedIssue } from "./review.ts";
import { issueKey, NO_VERSION, NO_WORKING_COPY, OVERLAPPING } from "./rules.ts";
import {
  type Edited,
  keepsApproved,
  lockEdited,
  nameOf,
  nextVersion,
  type PreparedIssue,
  wholeOf,
  writeCopy,
} from "./working-copy.ts";

export const BEGUN = "This issue is being sent or was sent.";
export const STALE = "This issue has changed since you opened it.";

/** Earlier failures do not count once an editor has acted on an issue. */
export const WITHOUT_FAILURES = { attempts: 0, due_at: 0, last_error: "" } as const;

/** The dependencies of the commands on issues. */
export type IssueParts = { database: Database; clock: Clock; mailQueue: MailQueue };

export type PreparedChange = { [Name in keyof PreparedIssue]?: PreparedIssue[Name] | undefined };

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
  /** Whether the change is based on the version with this name (`nameOf`). */
  isCurrent: (name: string) => boolean;
  /** The version that an autosave is based on; `hasKey`: a repeated request would be recognised. */
  begun?: string | undefined;
  hasKey?: boolean;
  checkBody?: (html: string) => void;
  /** An autosave makes no version of its own and does not change a scheduled or paused issue. */
  isAutosave?: boolean;
  /** Whether a save leaves the working copy as it is. */
  keepsCopy?: boolean;
  staged?: Staged | undefined;
  /** See `saveOnce`. */
  claim?: ClaimKey;
  /** The account whose suggestion is accepted. */
  suggestedBy?: number;
};

/** The fields of an issue whose changes the audit log contains. */
const AUDITED = ["subject", "preview", "introduction", "body", "article_ids"] as const;

/**
 * Changes an unsent issue, and stores a version. An autosave of a scheduled or paused issue changes its working
 * copy; any other save removes it. Throws `NotFoundError`, and `ConflictError` if sending has started or the edit was based
 * on another version.
 */
export async function changeIssue(
  { database, clock }: Pick<IssueParts, "database" | "clock">,
  actor: Actor,
  id: number,
  given: PreparedChange,
  options: ChangeOptions,
): Promise<Edited> {
  const { isCurrent, isAutosave = false, staged, claim, suggestedBy } = options;
  return database.db.transaction().execute(async (trx) => {
    const before = await lockEdited(trx, id);
    if (before.row.started_at !== null) throw new ConflictError("issue_started", BEGUN);
    const isStale = !isCurrent(nameOf(before));
    if (isStale && !isAutosave) throw new ConflictError("stale_version", STALE);
    await claim?.(trx);
    if (staged) await recordStaged(trx, clock, staged);
    const change = isStale ? await mergeStaleIssue(trx, before, given, { actor, ...options }) : given;
    if (isAutosave && keepsApproved(before)) {
      const whole = { ...wholeOf(before), ...onlyGiven(change) };
      return writeCopy(trx, clock, before, { whole, actor, suggestedBy });
    }
    return writeIssue(trx, clock, before, change, { actor, ...options });
  });
}

type Write = Pick<ChangeOptions, "isAutosave" | "keepsCopy" | "suggestedBy"> & { actor: Actor };

/** Stores a change in a locked issue, and its version. Removes its working copy unless `keepsCopy`. */
export async function writeIssue(
  trx: Transaction<Tables>,
  clock: Clock,
  { row: before, copy }: Edited,
  { article_ids, ...change }: PreparedChange,
  { actor, isAutosave = false, keepsCopy = false, suggestedBy }: Write,
): Promise<Edited> {
  const document = issueKey(before.id);
  const now = clock.now();
  const ids = article_ids && { article_ids: JSON.stringify(article_ids) };
  const version = await nextVersion(trx, before);
  const row = await trx
    .updateTable("issue")
    .set({ ...change, ...ids, version, updated_at: now, ...WITHOUT_FAILURES })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (row.state === "scheduled") await requireApprovedIssue(trx, row);
  if (copy && !keepsCopy) await dropWorkingCopy(trx, document);
  const save = saveOf(row, { authorId: actor.accountId, isAutosave, suggestedBy });
  if (isAutosave) await storeState(trx, document, { version, whole: save.snapshot, at: now });
  const newest = await newestRevision(trx, document);
  const isNew = (await recordRevision(trx, document, save, () => saveOf(before))) !== newest?.n;
  // Autosaves run every few seconds: the audit log gets one entry per version.
  const changes = changedFields<IssueRow>(before, row, AUDITED);
  if (isNew && Object.keys(changes).length > 0)
    await recordEntry(trx, clock, { by: actor, action: "issue.update", subject: subjectOf(row), changes });
  return { row, copy: keepsCopy ? copy : undefined };
}

const onlyGiven = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Merges an autosave with the changes that others have saved. Throws ConflictError if both changed the same part. */
async function mergeStaleIssue(
  trx: Transaction<Tables>,
  before: Edited,
  mine: PreparedChange,
  { begun = "", hasKey = false, checkBody, actor }: ChangeOptions & { actor: Actor },
): Promise<PreparedChange> {
  const document = issueKey(before.row.id);
  // An autosaved draft is stored under its own version.
  const names = begun.includes("d") ? [begun] : [`${begun}d${begun}`, begun];
  for (const name of names) {
    const merge = await mergeStale(trx, document, name, { mine: onlyGiven(mine), theirs: wholeOf(before) });
    if (!merge) continue;
    if (!hasKey && (await hasSavedSince(trx, document, name, actor.accountId))) break;
    const errors = Object.fromEntries(merge.conflicts.map((field) => [field, OVERLAPPING]));
    if (merge.conflicts.length > 0) throw new ConflictError("edit_conflict", OVERLAPPING, errors);
    checkBody?.(String(merge.merged.body));
    return merge.merged as PreparedChange;
  }
  throw new ConflictError("stale_version", STALE);
}

/** Discards the working copy of an issue; it stays among the versions. Throws `NotFoundError`. */
export async function discardWorkingCopy({ database }: Pick<IssueParts, "database">, id: number): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const { row } = await lockEdited(trx, id);
    if (!(await dropWorkingCopy(trx, issueKey(row.id), { isChange: true })))
      throw new NotFoundError("working_copy_not_found", NO_WORKING_COPY);
  });
}

/** Names a version of an issue; an empty name removes it. Throws `NotFoundError`. */
export async function noteVersion(
  { database }: IssueParts,
  { id, n }: { id: number; n: number },
  note: string,
): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const { row } = await lockEdited(trx, id);
    await ensureFirstRevision(trx, issueKey(id), () => saveOf(row));
    if (!(await nameRevision(trx, issueKey(id), n, note))) throw new NotFoundError("version_not_found", NO_VERSION);
  });
}

export const subjectOf = ({ id, subject }: Pick<IssueRow, "id" | "subject">) => ({ kind: "issue", id, title: subject });
