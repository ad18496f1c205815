import { sql } from "kysely";
import { contentReplaced } from "#features/articles/pictures.ts";
import { replaceInDocument } from "#features/documents/lifecycle/saving.ts";
import { prepareKnown } from "#features/documents/staging.ts";
import type { Replacement } from "#features/media/pictures/commands.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, ForbiddenError, NotFoundError } from "#shared/errors.ts";
import { pictureFolder } from "#shared/pictures.ts";
import { retry } from "#shared/retry.ts";
import type { IssueStore } from "./commands.ts";
import { issueDocument } from "./document.ts";
import { issuesShowing } from "./queries.ts";
import { keepIssueApproval } from "./review.ts";

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
  store: Pick<IssueStore, "database" | "clock" | "content">,
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
  store: Pick<IssueStore, "database" | "clock" | "content">,
  actor: Actor,
  id: number,
  { key, url }: Replacement,
): Promise<boolean> {
  const type = issueDocument(store);
  const replaced = <Whole extends { body: string }>(whole: Whole): Whole =>
    whole.body.includes(pictureFolder(key))
      ? { ...whole, body: contentReplaced(whole.body, key, url, "issue") }
      : whole;
  try {
    return await replaceInDocument(store, type, actor, id, replaced);
  } catch (error) {
    if (error instanceof ConflictError)
      throw new ConflictError("picture_busy", "Another user is saving an issue with this picture. Try again.");
    // An approved scheduled issue keeps its approved picture.
    if (error instanceof NotFoundError || error instanceof ForbiddenError) return false;
    throw error;
  }
}
