import type { Kysely, Transaction } from "kysely";
import { justWritten } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { dropWorkingCopy, recordRevision, storeWorkingCopy } from "#features/documents/history/commands.ts";
import { findWorkingCopy, lastCopyVersion, type WorkingCopy } from "#features/documents/history/queries.ts";
import { versionName } from "#features/documents/history/rules.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { NotFoundError } from "#shared/errors.ts";
import type { CleanHtml } from "#shared/html.ts";
import type { IssueBody } from "./endpoints.ts";
import { findIssue, type IssueRow, saveOf, snapshotOf } from "./queries.ts";
import { issueKey, NO_ISSUE } from "./rules.ts";

/** An issue's fields with its text prepared (pictures.ts). */
export type PreparedIssue = Omit<IssueBody, "body"> & { body: CleanHtml | "" };

/**
 * An issue with its working copy. A draft has none: autosaves change the draft itself. A scheduled or paused issue stays
 * as it was approved, so that autosaves go to a working copy until it is saved or sent.
 */
export type Edited = { row: IssueRow; copy: WorkingCopy | undefined };

/** The version of an issue and its working copy, as in `If-Match`. */
export const nameOf = ({ row, copy }: Edited): string => versionName(row.version, copy?.version ?? null);

/** The fields of an issue with the changes of its working copy. */
export const wholeOf = ({ row, copy }: Edited) => ({ ...snapshotOf(row), ...copy?.changes }) as PreparedIssue;

/** An issue's row as if its working copy had been saved. */
export function editedRow({ row, copy }: Edited): IssueRow {
  const { article_ids, ...texts } = wholeOf({ row, copy });
  return { ...row, ...texts, article_ids: JSON.stringify(article_ids) };
}

/** Throws NotFoundError. */
export async function findEdited(db: Kysely<Tables>, id: number): Promise<Edited> {
  const row = await findIssue(db, id);
  if (!row) throw new NotFoundError("issue_not_found", NO_ISSUE);
  return { row, copy: await findWorkingCopy(db, issueKey(id)) };
}

/** Returns the issue locked. Throws NotFoundError. */
export async function lockEdited(trx: Transaction<Tables>, id: number): Promise<Edited> {
  const row = await trx.selectFrom("issue").where("id", "=", id).selectAll().forUpdate().executeTakeFirst();
  if (!row) throw new NotFoundError("issue_not_found", NO_ISSUE);
  return { row, copy: await findWorkingCopy(trx, issueKey(id)) };
}

/** Whether autosaves go to a working copy: a scheduled or paused issue can be sent by an editor who has not seen them. */
export const keepsApproved = ({ row, copy }: Edited): boolean => row.state !== "draft" || copy !== undefined;

/**
 * The version of an issue after its next save. Autosaved drafts and working copies are stored by their versions in the
 * same table, so that both count in one sequence.
 */
export const nextVersion = async (trx: Transaction<Tables>, { version, id }: IssueRow): Promise<number> =>
  Math.max(version, await lastCopyVersion(trx, issueKey(id))) + 1;

const differing = (stored: object, whole: object) => {
  const before: Record<string, unknown> = { ...stored };
  return Object.fromEntries(
    Object.entries(whole).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  );
};

/** Stores `whole` as the working copy of a locked issue, and its version, unless nothing changed. */
export async function writeCopy(
  trx: Transaction<Tables>,
  clock: Clock,
  { row, copy }: Edited,
  { whole, actor, suggestedBy }: { whole: PreparedIssue; actor: Actor; suggestedBy?: number | undefined },
): Promise<Edited> {
  const document = issueKey(row.id);
  const changes = differing(snapshotOf(row), whole);
  const isNone = Object.keys(changes).length === 0;
  if (!copy && isNone) return { row, copy };
  const by = { authorId: actor.accountId, at: clock.now() };
  await storeWorkingCopy(trx, document, { ...by, changes, whole, above: row.version });
  const startsCopy = copy === undefined;
  const save = { ...by, snapshot: whole, isAutosave: true, documentVersion: null, startsCopy, suggestedBy };
  await recordRevision(trx, document, save, () => saveOf(row));
  // What was approved is no change. A draft that came back from the trash keeps its working copy.
  if (isNone && row.state !== "draft") {
    await dropWorkingCopy(trx, document, { isChange: true });
    return { row, copy: undefined };
  }
  return { row, copy: justWritten(await findWorkingCopy(trx, document)) };
}
