import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { lockTable } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import { isReadable } from "#db/readable.ts";
import { justWritten } from "#db/rows.ts";
import type { Scope } from "#db/scopes.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import { contentReplaced } from "#features/articles/pictures.ts";
import { prepareKnown, recordStaged, type Staged, stageContent } from "#features/articles/staging.ts";
import type { Action } from "#features/audit/actions.ts";
import { recordEntry } from "#features/audit/commands.ts";
import { changedFields } from "#features/audit/rules.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import type { PreparedContent } from "#features/content/derive.ts";
import { endRequests } from "#features/documents/requests/commands.ts";
import { requireApproved } from "#features/documents/review/commands.ts";
import type { PictureStore, Replacement } from "#features/media/pictures/commands.ts";
import { RESTAGING } from "#features/media/pictures/staging.ts";
import {
  dropWorkingCopy,
  ensureFirstRevision,
  recordRevision,
  storeWorkingCopy,
} from "#features/revisions/commands.ts";
import { newestRevision, workingCopiesShowing } from "#features/revisions/queries.ts";
import type { ClaimKey } from "#features/revisions/saves.ts";
import type { Publication } from "#features/settings/publication/endpoints.ts";
import type { Clock } from "#platform/clock.ts";
import type { NoteCreated } from "#platform/idempotency.ts";
import { isSeeded, markSeeded } from "#platform/seed-marks.ts";
import { matchesVersion } from "#platform/version-tags.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError } from "#shared/errors.ts";
import type { CleanHtml } from "#shared/html.ts";
import { pictureFolder } from "#shared/pictures.ts";
import { retry } from "#shared/retry.ts";
import { freeSlug, slugify } from "#shared/slug.ts";
import { ANYBODY } from "#shared/viewer.ts";
import type { PageBody, PageFields } from "./endpoints.ts";
import { firstPages } from "./first-pages.ts";
import {
  type EditedPage,
  findPage,
  judgePublic,
  nameOf,
  type PageRow,
  pageScope,
  requirePage,
  saveOf,
  snapshotOf,
  wholeOf,
} from "./queries.ts";
import { NO_TITLE, pageKey, STALE, slugFault, takenSlug } from "./rules.ts";

/** What changing a page needs; `PageStore`: its text may bring pictures. */
export type PageParts = { database: Database; clock: Clock; content: ContentPreparer };
export type PageStore = PageParts & PictureStore;

const EMPTY: PageFields = { title: "", slug: "", content: "", seo_title: "", seo_description: "", in_menu: false };

export const subjectOf = ({ id, title }: Pick<PageRow, "id" | "title">) => ({ kind: "page", id, title });

export const onlyGiven = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

/** Runs a write with the pictures that its text brings, whose files are stored first. */
export async function withContent<Result, Html extends string | undefined>(
  store: PageStore,
  actor: Actor,
  html: Html,
  write: (staged: Staged<PreparedContent | (Html & undefined)>) => Promise<Result>,
): Promise<Result> {
  return retry(RESTAGING, async () => {
    await using staged = await stageContent(store, html, { actor, surface: "page" });
    return await write(staged);
  });
}

/** Adds a page. Throws InvalidError for its address. */
export function createPage(store: PageStore, actor: Actor, body: PageBody, note: NoteCreated): Promise<EditedPage> {
  const { status = "draft", published_date, content: html = "", ...fields } = body;
  const { clock } = store;
  return withContent(store, actor, html, (staged) =>
    changeContent(store.database, async (trx) => {
      await recordStaged(trx, clock, staged);
      const now = clock.now();
      const given = { ...EMPTY, ...onlyGiven(fields) };
      requireTitle(given, status);
      const slug = await settleSlug(trx, given);
      const row = await trx
        .insertInto("page")
        .values({
          ...given,
          slug,
          content: staged.content.html,
          in_menu: given.in_menu ? 1 : 0,
          status,
          published_at: publishedAt(status, published_date, null, now),
          created_at: now,
          updated_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await requireApproved(trx, pageKey(row.id), await judgePublic(trx, row));
      await ensureFirstRevision(trx, pageKey(row.id), () => saveOf(row, { authorId: actor.accountId }));
      await note(trx, row.id);
      await recordEntry(trx, clock, { by: actor, action: "page.create", subject: subjectOf(row) });
      if (status === "published") await recordPublication(trx, store, actor, { before: null, after: row });
      return { result: { row, copy: undefined }, changed: scopesOf(null, row) };
    }),
  );
}

export type Write = { ifMatch?: string | undefined; claim?: ClaimKey };

/** Saves fields of a page with its working copy, which ends. Throws NotFoundError, InvalidError and ConflictError. */
export function updatePage(store: PageStore, actor: Actor, id: number, body: PageBody, write: Write) {
  const { content: html, status, published_date, ...fields } = body;
  return withContent(store, actor, html, (staged) =>
    changeContent(store.database, async (trx) => {
      const page = await lockPage(trx, id, write.ifMatch);
      await write.claim?.(trx);
      await recordStaged(trx, store.clock, staged);
      const given = { ...wholeOf(page), ...onlyGiven({ ...fields, content: staged.content?.html }) };
      const state = { status: status ?? page.row.status, date: published_date };
      return writeRow(trx, store, actor, { page, given, ...state });
    }),
  );
}

type NewState = { page: EditedPage; given: PageFields; status: PageRow["status"]; date?: string | null | undefined };

/** Stores what a page says from now on, as a version, and ends its working copy. */
export async function writeRow(
  trx: Transaction<Tables>,
  store: PageParts,
  actor: Actor,
  { page: { row: before }, given, status, date }: NewState,
) {
  const now = store.clock.now();
  requireTitle(given, status);
  const slug = await settleSlug(trx, given, before);
  // A version or a working copy is read back from JSON: it becomes content only when it is parsed.
  const { html: content } =
    given.content === before.content
      ? { html: before.content }
      : (await store.content.prepare(given.content, [], "page")).content;
  const after = await trx
    .updateTable("page")
    .set({
      ...given,
      slug,
      content,
      in_menu: given.in_menu ? 1 : 0,
      status,
      published_at: publishedAt(status, date, before, now),
      version: before.version + 1,
      updated_at: now,
    })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await requireApproved(trx, pageKey(after.id), await judgePublic(trx, after));
  if (status === "published") await endRequests(trx, "page", [after.id]);
  await moveAddress(trx, { before, after });
  await recordRevision(trx, pageKey(before.id), saveOf(after, { authorId: actor.accountId }), () => saveOf(before));
  await dropWorkingCopy(trx, pageKey(before.id));
  await recordPublication(trx, store, actor, { before, after });
  return { result: { row: after, copy: undefined }, changed: scopesOf(before, after) };
}

export function requireTitle({ title }: Pick<PageFields, "title">, status: PageRow["status"]): void {
  if (status === "published" && title === "") throw new InvalidError(NO_TITLE, { title: NO_TITLE });
}

/** A published page keeps its date; one that is published without one gets the present time. */
function publishedAt(
  status: PageRow["status"],
  date: string | null | undefined,
  before: PageRow | null,
  now: number,
): number | null {
  if (date) return Date.parse(date);
  const known = before?.published_at ?? null;
  // A time that was set ends with the schedule.
  const isAhead = known !== null && known > now;
  if (status === "draft") return isAhead ? null : known;
  return isAhead && date === null ? now : (known ?? now);
}

/** The address that a page gets: the one it asks for, or one made of its title. Throws InvalidError. */
export async function settleSlug(
  trx: Transaction<Tables>,
  { slug, title }: PageFields,
  before?: PageRow,
): Promise<string> {
  if (slug !== "" && slug === before?.slug) return slug;
  await lockTable(trx, "page");
  const rows = await trx
    .selectFrom("page")
    .select("slug")
    .where("id", "!=", before?.id ?? 0)
    .execute();
  const taken = new Set(rows.map((row) => row.slug));
  if (slug === "")
    return freeSlug(slugify(title || "page", "page"), (one) => taken.has(one) || slugFault(one) !== null);
  const fault = slugFault(slug);
  if (fault) throw new InvalidError(fault, { slug: fault });
  // Not a conflict, which clients take for somebody else's edit of the same page.
  if (taken.has(slug)) throw new InvalidError(takenSlug(slug), { slug: takenSlug(slug) });
  return slug;
}

type Step = { before: PageRow; after: PageRow };

/** Readers who know a page's former address are led to the new one. */
async function moveAddress(trx: Transaction<Tables>, { before, after }: Step): Promise<void> {
  if (before.slug === after.slug) return;
  if (after.status === "published") await trx.deleteFrom("page_redirect").where("slug", "=", after.slug).execute();
  // Nobody knows the address of a page that was never published.
  if (before.published_at === null) return;
  const moved = { slug: before.slug, page_id: before.id };
  await trx
    .insertInto("page_redirect")
    .values(moved)
    .onConflict((conflict) => conflict.column("slug").doUpdateSet({ page_id: before.id }))
    .execute();
}

/** What readers see differently: the pages' addresses, and the footer's links where one of them changes. */
export function scopesOf(before: PageRow | null, after: PageRow | null): Scope[] {
  const public_ = [before, after].filter((row) => row?.status === "published");
  const slugs = new Set([before, after].flatMap((row) => (row ? [row.slug] : [])));
  const isInMenu = public_.some((row) => row?.in_menu === 1);
  return public_.length === 0
    ? []
    : [...[...slugs].map(pageScope.at), pageScope.texts, ...(isInMenu ? [pageScope.menu] : [])];
}

const AUDITED = ["title", "slug", "content", "seo_title", "seo_description", "in_menu"] as const;

async function recordPublication(
  trx: Transaction<Tables>,
  { clock }: PageParts,
  by: Actor,
  { before, after }: { before: PageRow | null; after: PageRow },
): Promise<void> {
  const changes = before ? changedFields<PageRow>(before, after, AUDITED) : {};
  const action = actionOf(before, after, clock.now());
  if (action === "page.update" && Object.keys(changes).length === 0) return;
  await recordEntry(trx, clock, { by, action, subject: subjectOf(after), changes });
}

function actionOf(before: PageRow | null, after: PageRow, now: number): Action {
  const wasPublished = before?.status === "published";
  if (after.status === "draft") return wasPublished ? "page.unpublish" : "page.update";
  if (wasPublished && isReadable(ANYBODY, before, now)) return "page.update";
  if (isReadable(ANYBODY, after, now)) return "page.publish";
  return before?.published_at === after.published_at ? "page.update" : "page.schedule";
}

/** A page as the transaction has locked it. Throws NotFoundError, and ConflictError for another version. */
export async function lockPage(trx: Transaction<Tables>, id: number, ifMatch?: string): Promise<EditedPage> {
  await trx.selectFrom("page").select("id").where("id", "=", id).forUpdate().executeTakeFirst();
  const page = await requirePage(trx, id);
  if (!matchesVersion(ifMatch, nameOf(page))) throw new ConflictError(STALE);
  return page;
}

/** The fields of `whole` that differ from the stored ones. */
export const changesFrom = (stored: PageFields, whole: PageFields): Partial<PageFields> =>
  Object.fromEntries(
    (Object.keys(whole) as (keyof PageFields)[])
      .filter((name) => stored[name] !== whole[name])
      .map((name) => [name, whole[name]]),
  );

type CopyWrite = { page: EditedPage; whole: PageFields; isAutosave: boolean };

/** Stores `whole` as the working copy of a page, and its version. */
export async function writeCopy(
  trx: Transaction<Tables>,
  { clock }: PageParts,
  { accountId: authorId }: Actor,
  { page: { row, copy }, whole, isAutosave }: CopyWrite,
): Promise<EditedPage> {
  const by = { authorId, at: clock.now() };
  await storeWorkingCopy(trx, pageKey(row.id), { ...by, whole, changes: changesFrom(snapshotOf(row), whole) });
  const save = { ...by, snapshot: whole, isAutosave, documentVersion: null, startsCopy: copy === undefined };
  await recordRevision(trx, pageKey(row.id), save, () => saveOf(row));
  return justWritten(await findPage(trx, row.id));
}

/**
 * Stores the pages of the first edition, once. Later, until somebody edits one, it follows the publication's own texts,
 * which the operator may change.
 */
export async function seedPages(store: PageParts, texts: Publication, name: string): Promise<void> {
  const { database, clock } = store;
  const firsts = await Promise.all(
    firstPages(texts, name).map(async (page) => {
      const { html } = (await store.content.prepare(page.content, [], "page")).content;
      return { ...page, content: html };
    }),
  );
  if (await isSeeded(database.db, "pages")) {
    for (const page of firsts) await followTexts(store, page);
    return;
  }
  await changeContent(database, async (trx) => {
    if (!(await markSeeded(trx, "pages"))) return { result: undefined, changed: [] };
    const now = clock.now();
    const dates = { published_at: now, created_at: now, updated_at: now };
    await trx
      .insertInto("page")
      .values(firsts.map((page) => ({ ...page, ...dates, status: "published" as const })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { result: undefined, changed: firsts.map(({ slug }) => pageScope.at(slug)) };
  });
}

type FirstPage = Pick<PageRow, "slug" | "title" | "content" | "seo_title" | "seo_description">;

async function followTexts({ database }: PageParts, { slug, ...texts }: FirstPage): Promise<void> {
  const row = await database.db.selectFrom("page").selectAll().where("slug", "=", slug).executeTakeFirst();
  // An editor's own page of that address has a version from its first save on.
  if (row?.version !== 1 || (await newestRevision(database.db, pageKey(row.id)))) return;
  if (Object.keys(changedFields<PageRow>(row, texts)).length === 0) return;
  await changeContent(database, async (trx) => {
    await trx.updateTable("page").set(texts).where("slug", "=", slug).where("version", "=", 1).execute();
    return { result: undefined, changed: [pageScope.at(slug)] };
  });
}

/** Puts what the site has of another host now into the pages that name it. */
export async function bringItemToPages(
  { database, content }: Pick<PageParts, "database" | "content">,
  address: string,
): Promise<void> {
  const host = `%${URL.parse(address)?.hostname ?? address}%`;
  await rewritePages(
    database,
    host,
    async (before) => (await prepareKnown({ database, content }, before, "page")).content.html,
  );
}

/** Shows the picture at `url` in all pages that show the picture `key`; returns how many they were. */
export async function replacePictureInPages(
  store: PageParts,
  actor: Actor,
  { key, url }: Replacement,
): Promise<number> {
  const folder = `%${pictureFolder(key)}%`;
  const replaced = (html: string) => contentReplaced(html, key, url, "page");
  const changed = new Set(await rewritePages(store.database, folder, async (html) => replaced(html)));
  for (const id of await workingCopiesShowing(store.database.db, "page", folder)) {
    await shareCommit(store.database.db, async (trx) => {
      const page = await lockPage(trx, id);
      const whole = wholeOf(page);
      await writeCopy(trx, store, actor, {
        page,
        whole: { ...whole, content: replaced(whole.content) },
        isAutosave: true,
      });
    });
    changed.add(id);
  }
  return changed.size;
}

/** Rewrites the contents that match a pattern; no edit, so that nobody's work is stale. Returns the ids of the pages. */
async function rewritePages(
  database: Database,
  pattern: string,
  rewrite: (html: string) => Promise<CleanHtml>,
): Promise<number[]> {
  const rows = await database.db
    .selectFrom("page")
    .select(["id", "slug", "content"])
    .where((eb) => eb(eb.cast<string>("content", "text"), "like", pattern))
    .execute();
  for (const { id, slug, content: before } of rows) {
    const content = await rewrite(before);
    if (content === before) continue;
    await changeContent(database, async (trx) => {
      await trx.updateTable("page").set({ content }).where("id", "=", id).where("content", "=", before).execute();
      return { result: undefined, changed: [pageScope.at(slug)] };
    });
  }
  return rows.map(({ id }) => id);
}
