import { changeContent } from "#db/change.ts";
import { contentReplaced } from "#features/articles/pictures.ts";
import { newestRevision } from "#features/documents/history/queries.ts";
import { keepApproval, requireApproved } from "#features/documents/review/commands.ts";
import { prepareKnown } from "#features/documents/staging.ts";
import type { Replacement } from "#features/media/pictures/commands.ts";
import type { Publication } from "#features/settings/publication/endpoints.ts";
import { isSeeded, markSeeded } from "#platform/seed-marks.ts";
import { type Actor, system } from "#shared/actor.ts";
import { ConflictError, ForbiddenError, NotFoundError } from "#shared/errors.ts";
import { pictureFolder } from "#shared/pictures.ts";
import { retry } from "#shared/retry.ts";
import { keepCopy, lockPage, type PageParts, recordPublication, scopesOf, writeRow } from "./commands.ts";
import type { PageFields } from "./endpoints.ts";
import { firstPages } from "./first-pages.ts";
import {
  type EditedPage,
  findPage,
  hashOfPage,
  judgePublic,
  nameOf,
  type PageRow,
  pageScope,
  pagesShowing,
  snapshotOf,
  wholeOf,
} from "./queries.ts";
import { FIRST_SLUGS, pageKey } from "./rules.ts";

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

/**
 * Stores the pages of the first edition, once. Later, until somebody edits one, it follows the publication's own texts,
 * which the operator may change.
 */
export async function seedPages(store: PageParts, texts: Publication, name: string): Promise<void> {
  const { database, clock } = store;
  const firsts = firstPages(texts, name);
  if (await isSeeded(database.db, "pages")) return followTexts(store, firsts);
  const prepared = await Promise.all(firsts.map((page) => prepareFirst(store, page)));
  await changeContent(database, async (trx) => {
    if (!(await markSeeded(trx, "pages"))) return { result: undefined, changed: [] };
    const now = clock.now();
    const dates = { published_at: now, created_at: now, updated_at: now };
    await trx
      .insertInto("page")
      .values(prepared.map((page) => ({ ...page, ...dates, status: "published" as const })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { result: undefined, changed: prepared.map(({ slug }) => pageScope.at(slug)) };
  });
}

type FirstPage = ReturnType<typeof firstPages>[number];

async function prepareFirst({ content }: PageParts, page: FirstPage) {
  return { ...page, content: (await content.prepare(page.content, [], "page")).content.html };
}

async function followTexts(store: PageParts, firsts: readonly FirstPage[]): Promise<void> {
  const { database } = store;
  const rows = await database.db
    .selectFrom("page")
    .selectAll()
    .where("version", "=", 1)
    .where("slug", "in", FIRST_SLUGS)
    .execute();
  const differs = (row: PageRow, page: FirstPage) =>
    (Object.keys(page) as (keyof FirstPage)[]).some((name) => row[name] !== page[name]);
  for (const row of rows) {
    const first = firsts.find(({ slug }) => slug === row.slug);
    // The usual texts are stored as they are made: then nothing is parsed at a start.
    if (!first || !differs(row, first)) continue;
    // An editor's own page of that address has a version from its first save on.
    if (await newestRevision(database.db, pageKey(row.id))) continue;
    const page = await prepareFirst(store, first);
    if (!differs(row, page)) continue;
    await changeContent(database, async (trx) => {
      await trx.updateTable("page").set(page).where("id", "=", row.id).where("version", "=", 1).execute();
      return { result: undefined, changed: [pageScope.at(row.slug)] };
    });
  }
}
