import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Tables } from "#db/tables.ts";
import { claimAddress } from "#features/addresses/register.ts";
import { contentReplaced } from "#features/articles/pictures.ts";
import { changedFields } from "#features/audit/rules.ts";
import { findWorkingCopy, newestRevision } from "#features/documents/history/queries.ts";
import { documentEvent } from "#features/documents/lifecycle/events.ts";
import { replaceInDocument } from "#features/documents/lifecycle/saving.ts";
import { wholeOf } from "#features/documents/lifecycle/type.ts";
import { keepApproval, requireApproved } from "#features/documents/review/commands.ts";
import { prepareKnown } from "#features/documents/staging.ts";
import { recordEvent } from "#features/events/commands.ts";
import type { Replacement } from "#features/media/pictures/commands.ts";
import type { Publisher } from "#features/settings/publication/queries.ts";
import { isSeeded, markSeeded } from "#platform/seed-marks.ts";
import { type Actor, system } from "#shared/actor.ts";
import { ConflictError, ForbiddenError, isAllowed, NotFoundError } from "#shared/errors.ts";
import { pictureFolder } from "#shared/pictures.ts";
import { retry } from "#shared/retry.ts";
import { type PageParts, scopesOf } from "./commands.ts";
import { pageDocument } from "./document.ts";
import type { PageFields } from "./endpoints.ts";
import type { StoredPage } from "./first-pages.ts";
import { firstPages } from "./neutral-pages.ts";
import {
  addressOfPage,
  type EditedPage,
  findPage,
  hashOfPage,
  judgePublic,
  type PageRow,
  pageScope,
  pagesShowing,
  snapshotOf,
} from "./queries.ts";
import { FIRST_SLUGS, pageKey } from "./rules.ts";
import { PAGE } from "./type.ts";

/** A page that is saved concurrently is read again. */
const RETRYING = { attempts: 3, isTemporary: (error: unknown) => error instanceof ConflictError };

/** Inserts newly fetched content of another host into the pages that link to it. */
export async function bringItemToPages(store: PageParts, address: string): Promise<void> {
  const host = `%${URL.parse(address)?.hostname ?? address}%`;
  for (const { id } of await pagesShowing(store.database.db, host)) await bringItem(store, id);
}

/** Not an edit: the page keeps its version, so that unsaved work stays current. */
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
    const before = await PAGE.lockRow(trx, id);
    // Deleted concurrently, or saved, which has requested it again.
    if (before?.content !== read.row.content) return unchanged;
    const mayBring = await isApproved(trx, { ...before, content: prepared.html });
    const after = { ...before, content: mayBring ? prepared.html : withoutCards };
    if (after.content === before.content) return unchanged;
    await trx.updateTable("page").set({ content: after.content }).where("id", "=", id).execute();
    // Text of another host needs a new approval, its pictures do not.
    if (after.content === withoutCards)
      await keepApprovals(trx, { row: before, copy: await findWorkingCopy(trx, pageKey(id)) }, after);
    const changes = changedFields<PageRow>(before, after, ["content"]);
    const done = { type: "page", id: after.id, title: after.title, changes } as const;
    await recordEvent(trx, store.clock, documentEvent(system, "edited", done));
    return { result: undefined, changed: scopesOf(before, after) };
  });
}

type Trx = Transaction<Tables>;

/** Whether the two-person rule allows publishing this text. */
const isApproved = (trx: Trx, row: PageRow): Promise<boolean> =>
  isAllowed(async () => requireApproved(trx, pageKey(row.id), await judgePublic(trx, row)));

/** Keeps the approvals of a page and its working copy, whose text is the same with copied pictures. */
async function keepApprovals(trx: Trx, before: EditedPage, row: PageRow): Promise<void> {
  const key = pageKey(row.id);
  await keepApproval(trx, key, hashOfPage(snapshotOf(before.row)), hashOfPage(snapshotOf(row)));
  if (before.copy)
    await keepApproval(trx, key, hashOfPage(wholeOf(PAGE, before)), hashOfPage(wholeOf(PAGE, { ...before, row })));
}

/** Replaces the picture `key` by the one at `url` in all pages; returns the number of changed pages. */
export async function replacePictureInPages(store: PageParts, actor: Actor, picture: Replacement): Promise<number> {
  let replaced = 0;
  for (const { id } of await pagesShowing(store.database.db, `%${pictureFolder(picture.key)}%`))
    if (await retry(RETRYING, () => replaceInPage(store, actor, id, picture))) replaced += 1;
  return replaced;
}

/** Returns whether the page shows the new picture. Throws ConflictError if it was saved concurrently. */
async function replaceInPage(store: PageParts, actor: Actor, id: number, picture: Replacement): Promise<boolean> {
  try {
    return await replaceInDocument(store, pageDocument(store), actor, id, (whole) => replacedIn(whole, picture));
  } catch (error) {
    if (error instanceof ConflictError)
      throw new ConflictError("picture_busy", "Another user is saving a page with this picture. Try again.");
    // An approved page that is published or scheduled keeps its approved picture.
    if (error instanceof NotFoundError || error instanceof ForbiddenError) return false;
    throw error;
  }
}

const replacedIn = (whole: PageFields, { key, url }: Replacement): PageFields =>
  whole.content.includes(pictureFolder(key))
    ? { ...whole, content: contentReplaced(whole.content, key, url, "page") }
    : whole;

/**
 * Stores the pages of the first edition, once. Until a page is edited, it follows the publication's texts, which the
 * operator may change, and its name and tagline.
 */
export async function seedPages(store: PageParts, publisher: Publisher): Promise<void> {
  const { database, clock } = store;
  const firsts = firstPages(publisher);
  if (await isSeeded(database.db, "pages")) return updateUnedited(store, firsts);
  const prepared = await Promise.all(firsts.map((page) => prepareFirst(store, page)));
  await changeContent(database, async (trx) => {
    if (!(await markSeeded(trx, "pages"))) return { result: undefined, changed: [] };
    const now = clock.now();
    const dates = { published_at: now, created_at: now, updated_at: now };
    const made = await trx
      .insertInto("page")
      .values(prepared.map((page) => ({ ...page, ...dates })))
      .onConflict((conflict) => conflict.doNothing())
      .returning(["id", "slug"])
      .execute();
    for (const { id, slug } of made) await claimAddress(trx, { kind: "page", id }, slug);
    return { result: undefined, changed: prepared.map(({ slug }) => addressOfPage(slug)) };
  });
}

async function prepareFirst({ content }: PageParts, page: StoredPage) {
  return { ...page, content: (await content.prepare(page.content, [], "page")).content.html };
}

/** Updates the unedited pages of the first edition. Until they are stored, they are shown as these texts are. */
export async function followTexts(store: PageParts, publisher: Publisher): Promise<void> {
  if (await isSeeded(store.database.db, "pages")) await updateUnedited(store, firstPages(publisher));
}

async function updateUnedited(store: PageParts, firsts: readonly StoredPage[]): Promise<void> {
  const { database } = store;
  const rows = await database.db
    .selectFrom("page")
    .selectAll()
    .where("version", "=", 1)
    .where("slug", "in", FIRST_SLUGS)
    .execute();
  const differs = (row: PageRow, page: StoredPage) =>
    (Object.keys(page) as (keyof StoredPage)[]).some((name) => row[name] !== page[name]);
  for (const row of rows) {
    const first = firsts.find(({ slug }) => slug === row.slug);
    // The default texts are stored unparsed, so that a start parses nothing.
    if (!first || !differs(row, first)) continue;
    // A page that an editor created at this address has a version.
    if (await newestRevision(database.db, pageKey(row.id))) continue;
    const page = await prepareFirst(store, first);
    if (!differs(row, page)) continue;
    await changeContent(database, async (trx) => {
      await trx.updateTable("page").set(page).where("id", "=", row.id).where("version", "=", 1).execute();
      return { result: undefined, changed: [addressOfPage(row.slug), pageScope.texts] };
    });
  }
}
