import { type Expression, expressionBuilder, type Kysely, type Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { PreparedContent } from "#features/content/derive.ts";
import { firstAndLastAuthors } from "#features/documents/history/queries.ts";
import { storiesOf } from "#features/documents/lifecycle/story.ts";
import { type Edited, type Phase, wholeOf } from "#features/documents/lifecycle/type.ts";
import type { DocumentType } from "#features/documents/types.ts";
import type { Actor } from "#shared/actor.ts";
import { mayAny } from "#shared/permissions.ts";
import type { IssueBody } from "./endpoints.ts";
import { findIssue, type IssueRow, snapshotOf, titledIssues } from "./queries.ts";
import { BEGUN, issueKey, NO_ISSUE } from "./rules.ts";

/** The fields of an issue as they are written: with its text prepared, and its state. */
export type IssueChange = Omit<IssueBody, "body"> & {
  body: PreparedContent | "";
  state: IssueRow["state"];
  scheduled_at: number | null;
};
export type EditedIssue = Edited<IssueRow>;
export type IssueType = DocumentType<IssueRow, IssueBody, IssueChange, EditedIssue>;

const PHASES: Record<IssueRow["state"], Phase> = {
  draft: "draft",
  scheduled: "waiting",
  paused: "held",
  sending: "public",
  sent: "public",
};

/** What notifications, versions and the audit log know of an issue. */
export const ISSUE = {
  type: "issue",
  unknown: NO_ISSUE,
  permissions: {
    read: "issue.manage",
    suggest: "issue.manage",
    write: "issue.manage",
    publish: "issue.manage",
    approve: "article.approve",
  },
  findRow: findIssue,
  findRows: (db: Kysely<Tables>, ids: number[]): Promise<IssueRow[]> =>
    db
      .selectFrom("issue")
      .selectAll()
      .where("id", "in", [0, ...ids])
      .execute(),
  lockRow: (trx: Transaction<Tables>, id: number): Promise<IssueRow | undefined> =>
    trx.selectFrom("issue").where("id", "=", id).selectAll().forUpdate().executeTakeFirst(),
  owners: (db: Kysely<Tables>, id: number) => firstAndLastAuthors(db, issueKey(id)),
  listVersions: (db: Kysely<Tables>, ids: number[]) =>
    db
      .selectFrom("issue")
      .select(["id", "version"])
      .where("id", "in", [0, ...ids])
      .execute(),
  async titles(db: Kysely<Tables>, ids: number[]): Promise<Map<number, string>> {
    const rows = await db
      .selectFrom("issue")
      .select(["id", "subject as title", "state"])
      .where("id", "in", [0, ...ids])
      .execute();
    return new Map((await titledIssues(db, rows)).map(({ id, title }) => [id, title]));
  },
  async stories(db: Kysely<Tables>, ids: number[]) {
    const rows = await db
      .selectFrom("issue")
      .select(["id", "state"])
      .where("id", "in", [0, ...ids])
      .execute();
    const facts = rows.map(({ id, state }) => ({ id, phase: PHASES[state], wasPublic: false, isCorrected: false }));
    return storiesOf(db, "issue", facts);
  },
  /** The subject of an issue; null for viewers who may not see issues. */
  seenTitle: (_db: Kysely<Tables>, reader: Pick<Actor, "role" | "key">, id: Expression<number>) =>
    expressionBuilder<Tables, never>()
      .selectFrom("issue")
      .select("issue.subject")
      .where("issue.id", "=", id)
      .$if(!mayAny(reader, "issue.manage"), (query) => query.where("issue.id", "is", null))
      .$asScalar(),
  fieldsOf: snapshotOf,
  phaseOf: ({ state }: IssueRow) => PHASES[state],
  timeOf: ({ scheduled_at, started_at }: IssueRow) => started_at ?? scheduled_at,
  isClosed: ({ started_at }: IssueRow) => started_at !== null,
  closed: ["issue_started", BEGUN],
  placement: [],
  words: ["subject", "preview", "introduction", "body"],
  actions: { published: "issue.send", unpublished: "issue.pause" },
} as const satisfies Partial<IssueType>;

/** An issue's row as if its working copy had been saved. */
export function editedRow(edited: EditedIssue): IssueRow {
  const { article_ids, body, ...texts } = wholeOf(ISSUE, edited);
  return { ...edited.row, ...texts, body: body as IssueRow["body"], article_ids: JSON.stringify(article_ids) };
}
