import { changeContent } from "#db/change.ts";
import { contentReplaced } from "#features/articles/pictures.ts";
import { keepApproval, requireApproved } from "#features/documents/review/commands.ts";
import { prepareKnown } from "#features/documents/staging.ts";
import type { Replacement } from "#features/media/pictures/commands.ts";
import { type Actor, system } from "#shared/actor.ts";
import { ConflictError, ForbiddenError, NotFoundError } from "#shared/errors.ts";
import { pictureFolder } from "#shared/pictures.ts";
import { retry } from "#shared/retry.ts";
import { keepCopy, lockPage, type PageParts, recordPublication, scopesOf, writeRow } from "./commands.ts";
import type { PageFields } from "./endpoints.ts";
import {
  type EditedPage,
  findPage,
  hashOfPage,
  judgePublic,
  nameOf,
  type PageRow,
  pagesShowing,
  snapshotOf,
  wholeOf,
} from "./queries.ts";
import { pageKey } from "./rules.ts";

/** A page that is saved concurrently is read again. */
const RETRYING = { attempts: 3, isTemporary: (error: unknown) => error instanceof ConflictError };

/** Puts what the site has of another host now into the pages that name it. */
export async function bringItemToPages(store: PageParts, address: string): Promise<void> {
  const host = `%${URL.parse(address)?.hostname ?? address}%`;
  for (const { id } of await pagesShowing(store.database.db, host)) await bringItem(store, id);
}

/** That is no edit: the page keeps its version, so that nobody's unsaved work is stale. */
async function bringItem(store: PageParts, id: number): Promise<void> {
  const read = await findPage(store.database.db, id);
  if (!read) return;
  const { content: prepared, known } = await prepareKnown(store, read.row.content, "page");
  const pictures = known && { ...known, cards: new Map() };
  const { html: withoutCards } = pictures
    ? (await store.content.prepare(read.row.content, [], "page", pictures)).content
    : prepared;
  await changeContent(store.database, async (trx) => {
    const unchanged = { result: undefined, changed: [] };
    const page = await lockPage(trx, id).catch(ignoreMissing);
    // One that was saved concurrently has asked again.
    if (page?.row.content !== read.row.content) return unchanged;
    const before = page.row;
    const mayBring = await isApproved(trx, { ...before, content: prepared.html });
    const after = { ...before, content: mayBring ? prepared.html : withoutCards };
    if (after.content === before.content) return unchanged;
    await trx.updateTable("page").set({ content: after.content }).where("id", "=", id).execute();
    // Another host's words are news for approvals, its pictures are not.
    if (after.content === withoutCards) await keepApprovals(trx, page, after);
    await recordPublication(trx, store, system, { before, after });
    return { result: undefined, changed: scopesOf(before, after) };
  });
}

type Trx = Parameters<typeof lockPage>[0];

/** Undefined for a page that was deleted concurrently. */
function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error;
}

/** Whether the two-person rule lets readers have this text. */
async function isApproved(trx: Trx, row: PageRow): Promise<boolean> {
  try {
    await requireApproved(trx, pageKey(row.id), await judgePublic(trx, row));
    return true;
  } catch (error) {
    if (error instanceof ForbiddenError) return false;
    throw error;
  }
}

/** Keeps the approvals of a page's text, and of its working copy, where both say the same with copies of their pictures. */
async function keepApprovals(trx: Trx, before: EditedPage, row: PageRow): Promise<void> {
  const key = pageKey(row.id);
  await keepApproval(trx, key, hashOfPage(snapshotOf(before.row)), hashOfPage(snapshotOf(row)));
  if (before.copy) await keepApproval(trx, key, hashOfPage(wholeOf(before)), hashOfPage(wholeOf({ ...before, row })));
}

/** Shows the picture at `url` in all pages that show the picture `key`; returns how many they were. */
export async function replacePictureInPages(store: PageParts, actor: Actor, picture: Replacement): Promise<number> {
  let replaced = 0;
  for (const { id } of await pagesShowing(store.database.db, `%${pictureFolder(picture.key)}%`))
    if (await retry(RETRYING, () => replaceInPage(store, actor, id, picture))) replaced += 1;
  return replaced;
}

/** Whether the page shows the picture now. Throws ConflictError if it was saved concurrently. */
async function replaceInPage(store: PageParts, actor: Actor, id: number, picture: Replacement): Promise<boolean> {
  const read = await findPage(store.database.db, id);
  if (!read) return false;
  const given = replacedIn(snapshotOf(read.row), picture);
  const copied = replacedIn(wholeOf(read), picture);
  try {
    await changeContent(store.database, async (trx) => {
      const page = await lockPage(trx, id, `"${nameOf(read)}"`);
      const { row } = page;
      if (given.content !== row.content)
        return writeRow(trx, store, actor, { page, given, copied, status: row.status });
      await keepCopy(trx, store, { page, after: row, copied });
      return { result: page, changed: [] };
    });
    return true;
  } catch (error) {
    if (error instanceof ConflictError)
      throw new ConflictError("picture_busy", "Somebody is saving a page that shows this picture.");
    // What was published, or has a time, with an approval keeps the picture that was approved.
    if (error instanceof NotFoundError || error instanceof ForbiddenError) return false;
    throw error;
  }
}

const replacedIn = (whole: PageFields, { key, url }: Replacement): PageFields =>
  whole.content.includes(pictureFolder(key))
    ? { ...whole, content: contentReplaced(whole.content, key, url, "page") }
    : whole;
