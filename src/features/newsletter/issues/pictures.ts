import { sql } from "kysely";
import { contentReplaced } from "#features/articles/pictures.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import type { PreparedContent } from "#features/content/derive.ts";
import { parseContent } from "#features/content/parse.ts";
import { prepareKnown, type Staged, stageContent } from "#features/documents/staging.ts";
import type { PictureStore, Replacement } from "#features/media/pictures/commands.ts";
import { RESTAGING } from "#features/media/pictures/staging.ts";
import type { NoteCreated } from "#platform/idempotency.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, ForbiddenError, InvalidError, NotFoundError } from "#shared/errors.ts";
import { pictureFolder } from "#shared/pictures.ts";
import { retry } from "#shared/retry.ts";
import { type ChangeOptions, changeIssue, createIssue, type IssueParts } from "./commands.ts";
import type { IssueBody, IssueChange } from "./endpoints.ts";
import { articlesIn } from "./internal/content-parts.ts";
import { type IssueRow, issuesShowing } from "./queries.ts";
import { keepIssueApproval } from "./review.ts";
import { MAX_ARTICLES, MAX_BODY_BYTES } from "./rules.ts";
import { type Edited, findEdited, nameOf } from "./working-copy.ts";

/** The dependencies of writing an issue, including those of pictures in its text. */
export type IssueTextStore = Omit<IssueParts, "mailQueue"> & PictureStore & { content: ContentPreparer };
export type IssueStore = IssueTextStore & Pick<IssueParts, "mailQueue">;

const TOO_LONG =
  "The text is too long: mail programs would cut it off. It can have at most 64 KiB, not counting pictures.";
const TOO_MANY = `An issue has at most ${MAX_ARTICLES} articles.`;
const TWICE = "An article can be in an issue only once.";

/** Stores a draft with the pictures that are in its text as data. Throws as `deriveContent`, and `InvalidError`. */
export function createIssueWithPictures(
  store: IssueStore,
  actor: Actor,
  { body, ...fields }: IssueBody,
  note: NoteCreated,
): Promise<IssueRow> {
  return retry(RESTAGING, async () => {
    await using staged = await stageBody(store, actor, body);
    return await createIssue(store, actor, { ...fields, body: staged.content.html }, { note, staged });
  });
}

/** Changes an issue as `changeIssue` does, with the pictures that are in its text as data. */
export async function changeIssueWithPictures(
  store: IssueTextStore,
  actor: Actor,
  id: number,
  { body, ...change }: IssueChange,
  options: Omit<ChangeOptions, "staged" | "checkBody">,
): Promise<Edited> {
  if (body === undefined) return changeIssue(store, actor, id, change, { ...options, checkBody });
  return retry(RESTAGING, async () => {
    await using staged = await stageBody(store, actor, body);
    return await changeIssue(
      store,
      actor,
      id,
      { ...change, body: staged.content.html },
      { ...options, staged, checkBody },
    );
  });
}

async function stageBody(store: IssueTextStore, actor: Actor, html: string): Promise<Staged<PreparedContent>> {
  const staged = await stageContent(store, html, { actor, surface: "issue" });
  checkBody(staged.content.html);
  return staged;
}

/** Inserts newly fetched content of another host into the issues that link to it; no edit, so unsaved work stays current. */
export async function bringItemToIssues(
  { database, content }: Pick<IssueStore, "database" | "content">,
  address: string,
): Promise<void> {
  const { db } = database;
  const host = `%${URL.parse(address)?.hostname ?? address}%`;
  const issues = await db.selectFrom("issue").selectAll().where(sql<boolean>`body like ${host}`).execute();
  for (const before of issues) {
    const { html } = (await prepareKnown({ database, content }, before.body, "issue")).content;
    if (html === before.body) continue;
    await db.transaction().execute(async (trx) => {
      const same = trx.updateTable("issue").set({ body: html }).where("id", "=", before.id);
      // A concurrent save has requested it again.
      const [after] = await same.where("body", "=", before.body).returningAll().execute();
      if (after) await keepIssueApproval(trx, before, after);
    });
  }
}

/** An issue that is saved concurrently, or starts to be sent, is read again. */
const RETRYING = { attempts: 3, isTemporary: (error: unknown) => error instanceof ConflictError };

/**
 * Replaces the picture `key` by the one at `url` in all unsent issues; returns their
 * number. Sent issues keep their picture, as the mails have it too.
 */
export async function replacePictureInIssues(
  store: Pick<IssueStore, "database" | "clock">,
  actor: Actor,
  { key, url }: Replacement,
): Promise<number> {
  const uses = await issuesShowing(store.database.db, `%${pictureFolder(key)}%`);
  let replaced = 0;
  for (const { id } of uses.filter(({ is_sent, is_trashed }) => !is_sent && !is_trashed))
    if (await retry(RETRYING, () => replaceInIssue(store, actor, id, { key, url }))) replaced++;
  return replaced;
}

/** Returns whether the issue shows the new picture. Throws ConflictError if it was saved concurrently. */
async function replaceInIssue(
  store: Pick<IssueStore, "database" | "clock">,
  actor: Actor,
  id: number,
  { key, url }: Replacement,
): Promise<boolean> {
  try {
    const before = await findEdited(store.database.db, id);
    if (before.row.started_at !== null) return false;
    const isCurrent = (name: string) => name === nameOf(before);
    const body = contentReplaced(before.row.body, key, url, "issue");
    const typed = before.copy?.changes.body as IssueRow["body"] | undefined;
    const copied = typed && contentReplaced(typed, key, url, "issue");
    // The working copy first: its name changes with that of the issue.
    const named =
      copied === typed
        ? before
        : await changeIssue(store, actor, id, { body: copied }, { isCurrent, isAutosave: true });
    if (body === before.row.body) return copied !== typed;
    const isSame = (name: string) => name === nameOf(named);
    await changeIssue(store, actor, id, { body }, { isCurrent: isSame, keepsCopy: true });
    return true;
  } catch (error) {
    if (error instanceof ConflictError)
      throw new ConflictError("picture_busy", "Another user is saving an issue with this picture. Try again.");
    // An approved scheduled issue keeps its approved picture.
    if (error instanceof NotFoundError || error instanceof ForbiddenError) return false;
    throw error;
  }
}

function checkBody(html: string): void {
  if (Buffer.byteLength(html) > MAX_BODY_BYTES) throw new InvalidError("issue_too_long", TOO_LONG, { body: TOO_LONG });
  const ids = articlesIn(parseContent(html, [], "issue").nodes).map(({ id }) => id);
  const detail = ids.length > MAX_ARTICLES ? TOO_MANY : new Set(ids).size < ids.length ? TWICE : undefined;
  if (detail) throw new InvalidError("invalid_input", detail, { body: detail });
}
