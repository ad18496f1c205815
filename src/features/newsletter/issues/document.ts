import { findEdited } from "#features/documents/lifecycle/type.ts";
import { prepareKnown } from "#features/documents/staging.ts";
import { InvalidError } from "#shared/errors.ts";
import { authorize } from "#shared/permissions.ts";
import { adminUrl, documentUrl } from "#shared/urls.ts";
import { checkBody, type IssueTextStore, writeIssue } from "./commands.ts";
import { type IssueRow, requireIssue } from "./queries.ts";
import { newestIssueText, requireApprovedIssue } from "./review.ts";
import { editedRow, ISSUE, type IssueType } from "./type.ts";
import { wholeBody } from "./whole-body.ts";

/** An issue as a document (decision 121). */
export const issueDocument = ({
  clock,
  ...store
}: Pick<IssueTextStore, "clock" | "content" | "database">): IssueType => ({
  ...ISSUE,
  lockWaiting: (trx) => trx.selectFrom("issue").selectAll().where("state", "=", "scheduled").forUpdate().execute(),
  async authorize(db, actor, action, id) {
    await requireIssue(db, id);
    authorize(actor, ISSUE.permissions[action]);
  },
  authorizeSave: async (_trx, actor) => authorize(actor, ISSUE.permissions.write),
  async checkTyped(...[, , , whole]) {
    checkBody(whole.body);
    return whole;
  },
  restorable: async (_db, fields) => fields,
  requireComplete({ introduction, body, article_ids }) {
    if (introduction !== "" || body !== "" || article_ids.length > 0) return;
    const detail = "An issue needs a text or an article.";
    throw new InvalidError("issue_empty", detail, { article_ids: detail });
  },
  guard: (trx, whole, row) => requireApprovedIssue(trx, row, whole),
  async prepare({ body: html, ...fields }) {
    if (html === undefined) return fields;
    return { ...fields, body: html === "" ? "" : (await prepareKnown(store, html, "issue")).content };
  },
  publishing: (_row, at, now) => ({ state: "scheduled", scheduled_at: at ?? now }),
  withdrawing: { state: "paused" },
  holding: { state: "paused" },
  write: (trx, actor, write) => writeIssue(trx, clock, actor, write),
  read: (db, id) => findEdited(db, ISSUE, id),
  newestText: newestIssueText,
  // As in the room, introduction and articles are parts of the body.
  textsOf: ({ subject, preview, ...whole }) => ({ subject, preview, body: wholeBody(whole) }),
  fieldsOfTexts: (texts) => (texts.body === undefined ? texts : { ...texts, introduction: "", article_ids: [] }),
  templateOf: (whole) => whole,
  pathsOf: async (_db, ids) => new Map(ids.map((id) => [id, documentUrl.issue(id)])),
  trash: {
    async remove(trx, { body: content, ...fields }) {
      await trx.deleteFrom("issue").where("id", "=", fields.id).execute();
      return { fields, content, wasPublic: false, changed: [] };
    },
    async restore(trx, { fields, content: body }, settled) {
      const row = { ...(JSON.parse(fields) as Omit<IssueRow, "body">), body, updated_at: clock.now() };
      await trx
        .insertInto("issue")
        .values(await settled(row))
        .execute();
      return [];
    },
    held: { state: "draft", scheduled_at: null },
  },
  roomPath: adminUrl.issue,
});

/**
 * An issue as its mail would be now: with its working copy, and with the pictures that were copied from other hosts since.
 * Throws NotFoundError.
 */
export async function readTyped(store: Pick<IssueTextStore, "content" | "database">, id: number): Promise<IssueRow> {
  const edited = await findEdited(store.database.db, ISSUE, id);
  const row = editedRow(edited);
  if (edited.copy?.changes.body === undefined) return row;
  return { ...row, body: (await prepareKnown(store, row.body, "issue")).content.html };
}
