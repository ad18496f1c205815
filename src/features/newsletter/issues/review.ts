import type { Kysely, Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { deriveContent, readersWords } from "#features/content/derive.ts";
import type { Snapshot } from "#features/documents/history/rules.ts";
import { findEdited, wholeOf } from "#features/documents/lifecycle/type.ts";
import { keepApproval, requireApproved } from "#features/documents/review/commands.ts";
import { hashOfTexts, readRule, writersOf } from "#features/documents/review/queries.ts";
import { judgeText, type NewestText, type ReviewRule } from "#features/documents/review/rules.ts";
import { ForbiddenError } from "#shared/errors.ts";
import type { IssueBody } from "./endpoints.ts";
import { type IssueRow, snapshotOf } from "./queries.ts";
import { issueKey } from "./rules.ts";
import { ISSUE } from "./type.ts";

const hashOf = ({ subject, preview, introduction, body, article_ids }: IssueBody): string =>
  hashOfTexts([subject, preview, introduction, body, JSON.stringify(article_ids)]);

/** The verdict of the two-person rule on an issue's text. Its articles are public, so they were checked before. */
const judge = (rule: ReviewRule, issue: IssueBody) =>
  judgeText(rule, "issue", {
    hash: hashOf(issue),
    words: () => {
      const { content } = deriveContent(issue.body, [], "issue");
      return [issue.subject, issue.preview, issue.introduction, readersWords(content)].join("\n");
    },
  });

/** The newest text of an issue, as the two-person rule checks it. Throws NotFoundError. */
export async function newestIssueText(db: Kysely<Tables>, rule: ReviewRule, id: number): Promise<NewestText> {
  const judged = judge(rule, wholeOf(ISSUE, await findEdited(db, ISSUE, id)));
  const byHash = { hash: judged.hash, hashOf: (snapshot: Snapshot) => hashOf(snapshot as IssueBody) };
  return { ...judged, hasSources: true, writers: await writersOf(db, issueKey(id), byHash) };
}

/**
 * Throws ForbiddenError for an unapproved issue that falls under the two-person rule. An unchanged
 * weekly digest needs no approval, as it only quotes public articles.
 */
export async function requireApprovedIssue(
  db: Kysely<Tables>,
  row: IssueRow,
  whole: IssueBody = snapshotOf(row),
): Promise<void> {
  if (row.is_digest === 1 && row.version === 1) return;
  await requireApproved(db, issueKey(row.id), judge(await readRule(db), whole));
}

/** The reason why the two-person rule blocks an issue; undefined if it does not. */
export async function obstacleOf(db: Kysely<Tables>, row: IssueRow): Promise<string | undefined> {
  try {
    await requireApprovedIssue(db, row);
    return undefined;
  } catch (error) {
    if (error instanceof ForbiddenError) return error.message;
    throw error;
  }
}

/** Keeps the approval of an issue whose text is changed by the program. */
export const keepIssueApproval = (trx: Transaction<Tables>, before: IssueRow, after: IssueRow): Promise<void> =>
  keepApproval(trx, issueKey(before.id), hashOf(snapshotOf(before)), hashOf(snapshotOf(after)));
