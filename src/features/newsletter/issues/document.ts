import { type Expression, expressionBuilder, type Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { firstAndLastAuthors } from "#features/documents/history/queries.ts";
import type { DocumentKind, Held } from "#features/documents/kinds.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { mayAny } from "#shared/permissions.ts";
import { issueVersionNames, snapshotOf } from "./queries.ts";
import { newestIssueText, obstacleOf } from "./review.ts";
import { issueKey, NO_ISSUE } from "./rules.ts";
import { pauseIn } from "./sending.ts";
import { editedRow, findEdited, lockEdited } from "./working-copy.ts";

const owners = (db: Kysely<Tables>, id: number) => firstAndLastAuthors(db, issueKey(id));

async function titles(db: Kysely<Tables>, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("issue").select(["id", "subject"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, subject }) => [id, subject]));
}

/** The subject of an issue; null for viewers who may not see issues. */
const seenTitle = (_db: Kysely<Tables>, { role }: Pick<Actor, "role">, id: Expression<number>) =>
  expressionBuilder<Tables, never>()
    .selectFrom("issue")
    .select("issue.subject")
    .where("issue.id", "=", id)
    .$if(!mayAny({ role }, "issue.manage"), (query) => query.where("issue.id", "is", null))
    .$asScalar();

/** Pauses scheduled issues that the two-person rule blocks. */
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
  owners,
  titles,
  seenTitle,
  versionNames: issueVersionNames,
  async lock(...given: Parameters<typeof lockEdited>) {
    await lockEdited(...given);
  },
  newestText: newestIssueText,
  templateFields: async (db: Kysely<Tables>, id: number) => snapshotOf(editedRow(await findEdited(db, id))),
  holdScheduled: holdScheduled(clock),
});
