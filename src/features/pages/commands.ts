import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { lockTable } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import { isReadable } from "#db/readable.ts";
import { justWritten } from "#db/rows.ts";
import type { Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { recordEntry } from "#features/audit/commands.ts";
import { type Action, changedFields } from "#features/audit/rules.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import type { PreparedContent } from "#features/content/derive.ts";
import {
  dropWorkingCopy,
  ensureFirstRevision,
  recordRevision,
  scheduleWorkingCopy,
  storeWorkingCopy,
} from "#features/documents/history/commands.ts";
import { findWorkingCopy } from "#features/documents/history/queries.ts";
import type { Save } from "#features/documents/history/rules.ts";
import type { ClaimKey } from "#features/documents/history/saves.ts";
import { endRequests } from "#features/documents/requests/commands.ts";
import { requireApproved } from "#features/documents/review/commands.ts";
import { readRule } from "#features/documents/review/queries.ts";
import { recordStaged, type Staged, stageContent } from "#features/documents/staging.ts";
import type { PictureStore } from "#features/media/pictures/commands.ts";
import { RESTAGING } from "#features/media/pictures/staging.ts";
import { requestItems } from "#features/media/remote/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { NoteCreated } from "#platform/idempotency.ts";
import { matchesVersion } from "#platform/version-tags.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError } from "#shared/errors.ts";
import { retry } from "#shared/retry.ts";
import { freeSlug, slugIn } from "#shared/slug.ts";
import { ANYBODY } from "#shared/viewer.ts";
import type { PageBody, PageFields } from "./endpoints.ts";
import {
  type EditedPage,
  findPage,
  judgePage,
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

/** The dependencies of changing a page; `PageStore`: with those of pictures in its text. */
export type PageParts = { database: Database; clock: Clock; content: ContentPreparer };
export type PageStore = PageParts & PictureStore;

const EMPTY: PageFields = { title: "", slug: "", content: "", seo_title: "", seo_description: "", in_menu: false };

export const subjectOf = ({ id, title }: Pick<PageRow, "id" | "title">) => ({ kind: "page", id, title });

export const onlyGiven = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

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

/**
 * Saves fields of a page. The working copy of a draft is saved with them; that of a published or scheduled page
 * stays unpublished. Throws NotFoundError, InvalidError, ForbiddenError and ConflictError.
 */
export function updatePage(store: PageStore, actor: Actor, id: number, body: PageBody, write: Write) {
  const { content: html, status, published_date, ...fields } = body;
  return withContent(store, actor, html, (staged) =>
    changeContent(store.database, async (trx) => {
      const page = await lockPage(trx, id, write.ifMatch);
      await write.claim?.(trx);
      await recordStaged(trx, store.clock, staged);
      const isPublic = page.row.status === "published";
      const change = onlyGiven({ ...fields, content: staged.content?.html });
      const given = { ...(isPublic ? snapshotOf(page.row) : wholeOf(page)), ...change };
      const copied = isPublic ? { ...wholeOf(page), ...change } : undefined;
      const state = { status: status ?? page.row.status, date: published_date };
      return writeRow(trx, store, actor, { page, given, copied, ...state });
    }),
  );
}

type NewState = {
  page: EditedPage;
  given: PageFields;
  copied?: PageFields | undefined;
  status: PageRow["status"];
  date?: string | null | undefined;
};

/** Stores the new content of a page as a version. Without changes the date of the last update stays. */
export async function writeRow(
  trx: Transaction<Tables>,
  store: PageParts,
  actor: Actor,
  { page, given, copied, status, date }: NewState,
) {
  const { row: before } = page;
  const now = store.clock.now();
  requireTitle(given, status);
  const slug = await settleSlug(trx, given, before);
  const content = given.content === before.content ? before.content : await prepareStored(trx, store, given.content);
  const in_menu: PageRow["in_menu"] = given.in_menu ? 1 : 0;
  const saved = { ...given, slug, content, in_menu, status, published_at: publishedAt(status, date, before, now) };
  const hasChanged = Object.keys(changedFields<PageRow>(before, saved)).length > 0;
  const after = hasChanged ? await saveRow(trx, actor, { before, saved, now }) : before;
  const isSame = copied?.content === given.content;
  const rest = copied && { ...copied, slug: copied.slug || slug, ...(isSame && { content }) };
  const copy = await keepCopy(trx, store, { page, after, copied: rest });
  if (status === "published" && !copy) await endRequests(trx, "page", [after.id]);
  await recordPublication(trx, store, actor, { before, after });
  return { result: { row: after, copy }, changed: scopesOf(before, after) };
}

type RowSave = { before: PageRow; saved: Partial<PageRow>; now: number };

/** Throws ForbiddenError if the page needs an approval. */
async function saveRow(trx: Transaction<Tables>, actor: Actor, { before, saved, now }: RowSave): Promise<PageRow> {
  const after = await trx
    .updateTable("page")
    .set({ ...saved, version: before.version + 1, updated_at: now })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await requireApproved(trx, pageKey(after.id), await judgePublic(trx, after));
  await moveAddress(trx, { before, after, now });
  await recordRevision(trx, pageKey(before.id), saveOf(after, { authorId: actor.accountId }), () => saveOf(before));
  return after;
}

/** Parses the HTML of a version or working copy, which is stored as JSON, and requests its remote pictures. */
async function prepareStored(trx: Transaction<Tables>, { content, clock }: PageParts, html: string) {
  const prepared = (await content.prepare(html, [], "page")).content;
  await requestItems(trx, clock.now(), prepared.remoteItems);
  return prepared.html;
}

type Kept = { page: EditedPage; after: PageRow; copied: PageFields | undefined };

/**
 * Removes the working copy of a saved page, or keeps its other changes under its author. A draft's has no time.
 * Throws ForbiddenError for a scheduled one that could not be published.
 */
export async function keepCopy(
  trx: Transaction<Tables>,
  { clock }: PageParts,
  { page, after, copied }: Kept,
): Promise<EditedPage["copy"]> {
  const { copy } = page;
  const key = pageKey(after.id);
  const changes = copied && changesFrom(snapshotOf(after), copied);
  if (!copy || !changes || Object.keys(changes).length === 0) {
    await dropWorkingCopy(trx, key);
    return undefined;
  }
  const whole = { ...snapshotOf(after), ...changes };
  if (after.status === "draft") await scheduleWorkingCopy(trx, key, null);
  else if (copy.publish_at !== null) await requireApproved(trx, key, judgePage(await readRule(trx), whole));
  if (Object.keys(changesFrom(wholeOf(page), whole)).length > 0)
    await storeCopy(trx, { row: after, copy }, { whole, by: { authorId: copy.saved_by, at: clock.now() } });
  return findWorkingCopy(trx, key);
}

export function requireTitle({ title }: Pick<PageFields, "title">, status: PageRow["status"]): void {
  if (status === "published" && title === "")
    throw new InvalidError("incomplete_document", NO_TITLE, { title: NO_TITLE });
}

/** A published page keeps its date; a page published without one gets the current time. */
function publishedAt(
  status: PageRow["status"],
  date: string | null | undefined,
  before: PageRow | null,
  now: number,
): number | null {
  if (date) return Date.parse(date);
  const known = before?.published_at ?? null;
  // Unpublishing drops a future date.
  const isAhead = known !== null && known > now;
  if (status === "draft") return isAhead ? null : known;
  return isAhead && date === null ? now : (known ?? now);
}

/** The address of a page: the requested one, or one derived from its title. Throws InvalidError. */
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
  if (slug === "") {
    const made = slugIn("", title || "page", "page");
    return freeSlug(made, slugFault(made) === null ? taken : taken.add(made));
  }
  const fault = slugFault(slug);
  if (fault) throw new InvalidError("invalid_slug", fault, { slug: fault });
  // Not a ConflictError, which clients treat as another user's edit of the page.
  if (taken.has(slug)) throw new InvalidError("page_address_taken", takenSlug(slug), { slug: takenSlug(slug) });
  return slug;
}

type Step = { before: PageRow; after: PageRow; now: number };

/** Redirects a page's former address to the new one. */
async function moveAddress(trx: Transaction<Tables>, { before, after, now }: Step): Promise<void> {
  if (before.slug === after.slug) return;
  // Until the page is public, readers of this address are redirected to the page that had it before.
  if (isReadable(ANYBODY, after, now)) await trx.deleteFrom("page_redirect").where("slug", "=", after.slug).execute();
  // The address of a page that was never published needs no redirect.
  if (before.published_at === null) return;
  const moved = { slug: before.slug, page_id: before.id };
  await trx
    .insertInto("page_redirect")
    .values(moved)
    .onConflict((conflict) => conflict.column("slug").doUpdateSet({ page_id: before.id }))
    .execute();
}

/** The scopes of a change: the pages' addresses, and the footer if one of its links changes. */
export function scopesOf(before: PageRow | null, after: PageRow | null): Scope[] {
  const public_ = [before, after].filter((row) => row?.status === "published");
  const slugs = new Set([before, after].flatMap((row) => (row ? [row.slug] : [])));
  const isInMenu = public_.some((row) => row?.in_menu === 1);
  return public_.length === 0
    ? []
    : [...[...slugs].map(pageScope.at), pageScope.texts, ...(isInMenu ? [pageScope.menu] : [])];
}

const AUDITED = ["title", "slug", "content", "seo_title", "seo_description", "in_menu"] as const;

export async function recordPublication(
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

export async function lockPage(trx: Transaction<Tables>, id: number, ifMatch?: string): Promise<EditedPage> {
  await trx.selectFrom("page").select("id").where("id", "=", id).forUpdate().executeTakeFirst();
  const page = await requirePage(trx, id);
  if (!matchesVersion(ifMatch, nameOf(page))) throw new ConflictError("stale_version", STALE);
  return page;
}

/** The fields of `whole` that differ from the stored ones. */
export const changesFrom = (stored: PageFields, whole: PageFields): Partial<PageFields> =>
  Object.fromEntries(
    (Object.keys(whole) as (keyof PageFields)[])
      .filter((name) => stored[name] !== whole[name])
      .map((name) => [name, whole[name]]),
  );

const isSame = (stored: PageFields, whole: PageFields): boolean => Object.keys(changesFrom(stored, whole)).length === 0;

/** `suggestedBy`: the account whose suggestion the actor accepts. */
type CopyWrite = { page: EditedPage; whole: PageFields; isAutosave: boolean; suggestedBy?: number | undefined };

export async function writeCopy(
  trx: Transaction<Tables>,
  { clock }: PageParts,
  { accountId: authorId }: Actor,
  { page, whole, isAutosave, suggestedBy }: CopyWrite,
): Promise<EditedPage> {
  const { row, copy } = page;
  const isNone = row.status === "published" && copy?.publish_at == null && isSame(snapshotOf(row), whole);
  // What readers have is no change.
  if (isNone && !copy) return page;
  await storeCopy(trx, page, { whole, by: { authorId, at: clock.now(), suggestedBy }, isAutosave });
  if (isNone) await dropWorkingCopy(trx, pageKey(row.id), { isChange: true });
  return justWritten(await findPage(trx, page.row.id));
}

type CopySave = { whole: PageFields; by: Pick<Save, "authorId" | "at" | "suggestedBy">; isAutosave?: boolean };

async function storeCopy(
  trx: Transaction<Tables>,
  { row, copy }: EditedPage,
  { whole, by, isAutosave = true }: CopySave,
): Promise<void> {
  await storeWorkingCopy(trx, pageKey(row.id), { ...by, whole, changes: changesFrom(snapshotOf(row), whole) });
  const save = { ...by, snapshot: whole, isAutosave, documentVersion: null, startsCopy: copy === undefined };
  await recordRevision(trx, pageKey(row.id), save, () => saveOf(row));
}
