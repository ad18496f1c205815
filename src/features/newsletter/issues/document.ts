import { type Expression, expressionBuilder, type Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { recordEntry } from "#features/audit/commands.ts";
import { firstAndLastAuthors } from "#features/documents/history/queries.ts";
import type { DocumentTexts, DocumentTrash, DocumentType, Held } from "#features/documents/types.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError } from "#shared/errors.ts";
import { mayAny } from "#shared/permissions.ts";
import { subjectOf } from "./commands.ts";
import { changeIssueWithPictures, type IssueTextStore } from "./pictures.ts";
import { type IssueRow, issueVersionNames, snapshotOf, titledIssues } from "./queries.ts";
import { newestIssueText, obstacleOf } from "./review.ts";
import { issueKey, NO_ISSUE } from "./rules.ts";
import { pauseIn } from "./sending.ts";
import { wholeBody } from "./whole-body.ts";
import { editedRow, findEdited, lockEdited, nameOf, wholeOf } from "./working-copy.ts";

/** Moves unsent issues to the trash and restores them. A scheduled time that passed in the trash is dropped. */
export const issueTrash = (clock: Clock): DocumentTrash => ({
  type: "issue",

  async remove(trx, by, id) {
    const { row } = await lockEdited(trx, id);
    if (row.started_at !== null) throw new ConflictError("issue_started", "Sent issues stay in the list.");
    const { body: content, ...fields } = row;
    const title = (await titles(trx, [id])).get(id) ?? row.subject;
    await trx.deleteFrom("issue").where("id", "=", id).execute();
    await recordEntry(trx, clock, { by, action: "issue.trash", subject: subjectOf({ id, subject: title }) });
    return { title, fields, content, wasPublic: false, changed: [] };
  },

  async restore(trx, by, { fields, content: body, title }) {
    const row = { ...(JSON.parse(fields) as Omit<IssueRow, "body">), body, updated_at: clock.now() };
    const isMissed = row.state === "scheduled" && (row.scheduled_at ?? 0) <= clock.now();
    const state = isMissed ? ({ state: "draft", scheduled_at: null } as const) : {};
    await trx
      .insertInto("issue")
      .values({ ...row, ...state })
      .execute();
    await recordEntry(trx, clock, { by, action: "issue.restore", subject: subjectOf({ id: row.id, subject: title }) });
    return [];
  },
});

/** The texts of issues that can have suggestions: as in the room, introduction and articles are parts of the body. */
export const issueTexts = (store: IssueTextStore): DocumentTexts => ({
  async read(db, id) {
    const edited = await findEdited(db, id);
    const { subject, preview, ...content } = wholeOf(edited);
    const isFinal = edited.row.started_at !== null;
    return { texts: { subject, preview, body: wholeBody(content) }, name: nameOf(edited), isFinal };
  },
  async save(actor, id, texts, { ifMatch, claim, suggestedBy }) {
    const merged = texts.body === undefined ? {} : { introduction: "", article_ids: [] };
    const isCurrent = (name: string) => ifMatch === `"${name}"`;
    const options = { isCurrent, begun: undefined, isAutosave: true, claim, suggestedBy };
    await changeIssueWithPictures(store, actor, id, { ...texts, ...merged }, options);
  },
});

const owners = (db: Kysely<Tables>, id: number) => firstAndLastAuthors(db, issueKey(id));

async function titles(db: Kysely<Tables>, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("issue")
    .select(["id", "subject as title", "state"])
    .where("id", "in", [0, ...ids])
    .execute();
  return new Map((await titledIssues(db, rows)).map(({ id, title }) => [id, title]));
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
  (clock: Clock): DocumentType["holdScheduled"] =>
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
