import type { Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import type { Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { changedFields } from "#features/audit/rules.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { parseContent } from "#features/content/parse.ts";
import { forgetDocuments } from "#features/documents/commands.ts";
import { dropWorkingCopy, ensureFirstRevision } from "#features/documents/history/commands.ts";
import { workingCopyChanges } from "#features/documents/history/queries.ts";
import { requireHouseStyle } from "#features/documents/house-style.ts";
import { isReworded } from "#features/documents/lifecycle/editing.ts";
import { documentEvent, eventOf } from "#features/documents/lifecycle/events.ts";
import { type DocumentWrite, saveOf } from "#features/documents/lifecycle/type.ts";
import { storeVersion } from "#features/documents/lifecycle/versions.ts";
import { recordStaged, withStaged } from "#features/documents/staging.ts";
import type { Showing } from "#features/documents/types.ts";
import { recordEvent } from "#features/events/commands.ts";
import type { MailQueue } from "#features/mail/commands.ts";
import type { PictureStore } from "#features/media/pictures/commands.ts";
import { requestItems } from "#features/media/remote/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { NoteCreated } from "#platform/idempotency.ts";
import type { Actor } from "#shared/actor.ts";
import { InvalidError } from "#shared/errors.ts";
import type { CleanHtml } from "#shared/html.ts";
import type { IssueBody } from "./endpoints.ts";
import { articlesIn } from "./internal/content-parts.ts";
import { type IssueRow, snapshotOf } from "./queries.ts";
import { requireApprovedIssue } from "./review.ts";
import { issueKey, MAX_ARTICLES, MAX_BODY_BYTES } from "./rules.ts";
import { ISSUE, type IssueChange } from "./type.ts";

/** Earlier failures do not count once an editor has acted on an issue. */
export const WITHOUT_FAILURES = { attempts: 0, due_at: 0, last_error: "" } as const;

/** The dependencies of the commands on issues. */
export type IssueParts = { database: Database; clock: Clock; mailQueue: MailQueue };

/** The dependencies of writing an issue, including those of pictures in its text. */
export type IssueTextStore = Omit<IssueParts, "mailQueue"> & PictureStore & { content: ContentPreparer };
export type IssueStore = IssueTextStore & Pick<IssueParts, "mailQueue">;

const TOO_LONG =
  "The text is too long: mail programs would cut it off. It can have at most 64 KiB, not counting pictures.";
const TOO_MANY = `An issue has at most ${MAX_ARTICLES} articles.`;
const TWICE = "An article can be in an issue only once.";

/** Throws InvalidError for a text that mail programs would cut off, and for too many articles. */
export function checkBody(html: string): void {
  if (Buffer.byteLength(html) > MAX_BODY_BYTES) throw new InvalidError("issue_too_long", TOO_LONG, { body: TOO_LONG });
  const ids = articlesIn(parseContent(html, [], "issue").nodes).map(({ id }) => id);
  const detail = ids.length > MAX_ARTICLES ? TOO_MANY : new Set(ids).size < ids.length ? TWICE : undefined;
  if (detail) throw new InvalidError("invalid_input", detail, { body: detail });
}

/** Stores a draft with the pictures that are in its text as data. Throws as `deriveContent`, and `InvalidError`. */
export function createIssueWithPictures<Shown>(
  store: IssueStore,
  type: Pick<Showing<Shown>, "read">,
  actor: Actor,
  { body: html, ...fields }: IssueBody,
  note: NoteCreated,
): Promise<Shown> {
  return withStaged(store, { html, actor, surface: "issue" }, (staged) => {
    const body = staged.content.html;
    checkBody(body);
    return store.database.db.transaction().execute(async (trx) => {
      await recordStaged(trx, store.clock, staged);
      const { id } = await insertIssue(trx, store.clock, actor, { ...fields, body });
      await note(trx, id);
      return type.read(trx, id);
    });
  });
}

/** Stores a draft and its first version in the caller's transaction. */
export async function insertIssue(
  trx: Transaction<Tables>,
  clock: Clock,
  actor: Actor,
  body: Omit<IssueBody, "body"> & { body: CleanHtml | "" },
): Promise<IssueRow> {
  const now = clock.now();
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
  await ensureFirstRevision(trx, issueKey(row.id), () => ({ ...saveOf(ISSUE, row), authorId: actor.accountId }));
  await recordEvent(trx, clock, documentEvent(actor, "created", { type: "issue", id: row.id, title: row.subject }));
  return row;
}

/** Deletes those of these drafts permanently that nobody has edited or sent. */
export async function deleteUneditedIssues(trx: Transaction<Tables>, ids: readonly number[]): Promise<void> {
  const typed = await workingCopyChanges(trx, "issue", [...ids]);
  const rows = await trx
    .deleteFrom("issue")
    .where("id", "in", [0, ...ids.filter((id) => !typed.has(id))])
    .where("state", "=", "draft")
    .where("version", "=", 1)
    .returning("id")
    .execute();
  if (rows.length === 0) return;
  await forgetDocuments(
    trx,
    "issue",
    rows.map(({ id }) => id),
  );
}

/** The fields of an issue whose changes the audit log contains. */
const AUDITED = ["subject", "preview", "introduction", "body", "article_ids"] as const;

/**
 * Stores an issue, as a version if its text changes. Throws InvalidError for a text that is too long, and ForbiddenError
 * for one that waits to be sent and needs an approval.
 */
export async function writeIssue(
  trx: Transaction<Tables>,
  clock: Clock,
  actor: Actor,
  { before, ended, change }: DocumentWrite<IssueRow, IssueChange>,
): Promise<{ row: IssueRow; changed: Scope[] }> {
  const { body, article_ids, ...given } = change;
  const now = clock.now();
  const html = body === undefined || body === "" ? body : body.html;
  if (html !== undefined) checkBody(html);
  if (body) await requestItems(trx, now, body.remoteItems);
  const ids = article_ids && JSON.stringify(article_ids);
  const saved = { ...given, ...(html !== undefined && { body: html }), ...(ids && { article_ids: ids }) };
  const store = (version: object) =>
    trx
      .updateTable("issue")
      .set({ ...saved, ...WITHOUT_FAILURES, updated_at: now, ...version })
      .where("id", "=", before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  const hasChanged = Object.keys(changedFields<IssueRow>(before, { ...before, ...saved }, AUDITED)).length > 0;
  const row = hasChanged
    ? await storeVersion<IssueRow>(trx, ISSUE, { before, ended, actor, now, store })
    : await store({});
  if (ended && !hasChanged) await dropWorkingCopy(trx, issueKey(row.id));
  if (row.state === "scheduled") {
    await requireApprovedIssue(trx, row);
    const former = before.state === "scheduled" ? { content: before.body } : null;
    await requireHouseStyle(trx, { before: former, after: { content: row.body }, textField: "body" });
  }
  const moved = {
    was: ISSUE.phaseOf(before),
    is: ISSUE.phaseOf(row),
    wasAt: before.scheduled_at,
    isAt: row.scheduled_at,
  };
  const event = eventOf(moved, now, false);
  const at = row.state === "scheduled" && row.scheduled_at !== null && event !== "edited";
  const changes = {
    ...changedFields<IssueRow>(before, row, AUDITED),
    ...(at && { at: { to: new Date(row.scheduled_at ?? 0).toISOString() } }),
  };
  const typed = { ...snapshotOf(before), ...ended?.changes } as IssueBody;
  const facts = { isReworded: isReworded(ISSUE, typed, snapshotOf(row)) };
  const done = { type: "issue", id: row.id, title: row.subject, changes, facts } as const;
  await recordEvent(trx, clock, documentEvent(actor, event, done));
  return { row, changed: [] };
}

export const subjectOf = ({ id, subject }: Pick<IssueRow, "id" | "subject">) => ({ kind: "issue", id, title: subject });
