import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { DocumentKind, Held } from "#features/documents/kinds.ts";
import type { Clock } from "#platform/clock.ts";
import { issueOwners, issueTitles, issueVersionNames, seenSubject, snapshotOf } from "./queries.ts";
import { newestIssueText, obstacleOf } from "./review.ts";
import { NO_ISSUE } from "./rules.ts";
import { pauseIn } from "./sending.ts";
import { editedRow, findEdited, lockEdited } from "./working-copy.ts";

/** Pauses scheduled issues that the two-person rule does not let through. */
const holdScheduled =
  (clock: Clock): DocumentKind["holdScheduled"] =>
  async (trx, by) => {
    const rows = await trx.selectFrom("issue").selectAll().where("state", "=", "scheduled").forUpdate().execute();
    const held: Held = { documents: [], changed: [] };
    for (const row of rows) {
      if ((await obstacleOf(trx, row)) === undefined) continue;
      await pauseIn(trx, clock, by, row.id);
      held.documents.push({ id: row.id, title: row.subject });
    }
    return held;
  };

/** An issue as a document (decision 121). */
export const issueDocument = (clock: Clock) => ({
  type: "issue" as const,
  unknown: NO_ISSUE,
  owners: issueOwners,
  titles: issueTitles,
  seenTitle: seenSubject,
  versionNames: issueVersionNames,
  async lock(...given: Parameters<typeof lockEdited>) {
    await lockEdited(...given);
  },
  newestText: newestIssueText,
  templateFields: async (db: Kysely<Tables>, id: number) => snapshotOf(editedRow(await findEdited(db, id))),
  holdScheduled: holdScheduled(clock),
});
