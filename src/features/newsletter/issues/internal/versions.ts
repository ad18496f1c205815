import type { Kysely, Selectable, Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { IssueRevisionTable, IssueTable } from "#features/newsletter/tables.ts";
import { isFolded } from "#features/revisions/rules.ts";
import { decodeSnapshot, storedSnapshot } from "#features/revisions/serialize.ts";
import type { IssueBody } from "../endpoints.ts";
import { articleIdsOf } from "../rules.ts";

type IssueRow = Selectable<IssueTable>;

/** Who saved an issue and how. `at` in epoch milliseconds. */
export type IssueSave = { authorId: number | null; at: number; isAutosave: boolean };

/** What a version of an issue says. */
export const snapshotOf = (row: IssueRow): IssueBody => {
  const { subject, preview, introduction, body } = row;
  return { subject, preview, introduction, body, article_ids: articleIdsOf(row) };
};

/** Stores the first version of a new issue. */
export const recordFirstVersion = (trx: Transaction<Tables>, row: IssueRow, save: IssueSave): Promise<void> =>
  insertVersion(trx, 1, row, save);

/**
 * Stores a version of an issue that was changed; an autosave may replace the newest one (`isFolded`). What was there
 * before becomes version 1 where none was stored yet. Returns whether there is a new version. The caller holds the row.
 */
export async function recordVersion(
  trx: Transaction<Tables>,
  { before, after }: { before: IssueRow; after: IssueRow },
  save: IssueSave,
): Promise<boolean> {
  const newest = await selectVersions(trx, after.id).limit(1).executeTakeFirst();
  if (!newest) await recordFirstVersion(trx, before, { authorId: null, at: before.updated_at, isAutosave: false });
  const isPart =
    newest &&
    isFolded(
      {
        authorId: newest.author_id,
        isAutosave: newest.is_autosave === 1,
        beganAt: newest.began_at,
        note: newest.note,
      },
      save,
      save.at,
    );
  if (!isPart) {
    await insertVersion(trx, (newest?.n ?? 1) + 1, after, save);
    return true;
  }
  await trx
    .updateTable("issue_revision")
    .set({ ...(await storedAs(trx, after, newest.n)), created_at: save.at })
    .where("issue_id", "=", after.id)
    .where("n", "=", newest.n)
    .execute();
  return false;
}

async function insertVersion(trx: Transaction<Tables>, n: number, row: IssueRow, save: IssueSave): Promise<void> {
  const { authorId, at, isAutosave } = save;
  await trx
    .insertInto("issue_revision")
    .values({
      ...{ issue_id: row.id, n, author_id: authorId, began_at: at, created_at: at, note: "" },
      ...{ is_autosave: isAutosave ? 1 : 0, ...(await storedAs(trx, row, n)) },
    })
    .execute();
}

async function storedAs(trx: Transaction<Tables>, row: IssueRow, n: number) {
  const base = await trx
    .selectFrom("issue_revision")
    .select(["n", "body"])
    .where("issue_id", "=", row.id)
    .where("n", "<", n)
    .where("base_n", "is", null)
    .orderBy("n", "desc")
    .limit(1)
    .executeTakeFirst();
  return storedSnapshot(snapshotOf(row), base);
}

/** A version of an issue without what it says. */
export type IssueVersion = Omit<IssueRevisionTable, "body">;

/** The versions of an issue, the newest first. */
export const selectVersions = (db: Kysely<Tables>, issueId: number) =>
  db
    .selectFrom("issue_revision")
    .select(["issue_id", "n", "author_id", "began_at", "created_at", "is_autosave", "note", "base_n"])
    .where("issue_id", "=", issueId)
    .orderBy("n", "desc");

/** One version with what it says; undefined where there is none. */
export async function readVersion(
  db: Kysely<Tables>,
  issueId: number,
  n: number,
): Promise<{ head: IssueVersion; says: IssueBody } | undefined> {
  const row = await selectVersions(db, issueId).select("body").where("n", "=", n).executeTakeFirst();
  if (!row) return undefined;
  const { body, ...head } = row;
  if (head.base_n === null) return { head, says: decodeSnapshot(body) as IssueBody };
  const base = await readVersion(db, issueId, head.base_n);
  if (!base) throw new Error(`Version ${n} of issue ${issueId} is stored as a change of one that is missing.`);
  return { head, says: decodeSnapshot(body, base.says) as IssueBody };
}
