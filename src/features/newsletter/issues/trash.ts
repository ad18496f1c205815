import { recordEntry } from "#features/audit/commands.ts";
import type { DocumentTrash } from "#features/documents/kinds.ts";
import type { Clock } from "#platform/clock.ts";
import { ConflictError } from "#shared/errors.ts";
import { subjectOf } from "./commands.ts";
import type { IssueRow } from "./queries.ts";
import { lockEdited } from "./working-copy.ts";

/** Moves unsent issues to the trash and restores them. A scheduled time that passed in the trash is dropped. */
export const issueTrash = (clock: Clock): DocumentTrash => ({
  type: "issue",

  async remove(trx, by, id) {
    const { row } = await lockEdited(trx, id);
    if (row.started_at !== null) throw new ConflictError("issue_started", "What was sent stays in the list.");
    const { body: content, ...fields } = row;
    await trx.deleteFrom("issue").where("id", "=", id).execute();
    await recordEntry(trx, clock, { by, action: "issue.trash", subject: subjectOf(row) });
    return { title: row.subject, fields, content, wasPublic: false, changed: [] };
  },

  async restore(trx, by, { fields, content: body }) {
    const row = { ...(JSON.parse(fields) as Omit<IssueRow, "body">), body, updated_at: clock.now() };
    const isMissed = row.state === "scheduled" && (row.scheduled_at ?? 0) <= clock.now();
    const state = isMissed ? ({ state: "draft", scheduled_at: null } as const) : {};
    await trx
      .insertInto("issue")
      .values({ ...row, ...state })
      .execute();
    await recordEntry(trx, clock, { by, action: "issue.restore", subject: subjectOf(row) });
    return [];
  },
});
