import { expressionBuilder, type Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { lockTable } from "#db/dialect.ts";
import { isReadable } from "#db/readable.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import { recordEntry } from "#features/audit/commands.ts";
import {
  dropWorkingCopy,
  ensureFirstRevision,
  nameRevision,
  scheduleWorkingCopy,
} from "#features/documents/history/commands.ts";
import {
  findVersion,
  findWorkingCopy,
  firstAndLastAuthors,
  hasSavedSince,
  listDue,
  mergeStale,
} from "#features/documents/history/queries.ts";
import type { Snapshot } from "#features/documents/history/rules.ts";
import { endRequests } from "#features/documents/requests/commands.ts";
import { requireApproved } from "#features/documents/review/commands.ts";
import { findApproval, readRule, writersOf } from "#features/documents/review/queries.ts";
import { recordStaged } from "#features/documents/staging.ts";
import type { DocumentTrash, DocumentType, Held } from "#features/documents/types.ts";
import type { Clock } from "#platform/clock.ts";
import { matchesVersion, versionsIn } from "#platform/version-tags.ts";
import { type Actor, onBehalfOf, system } from "#shared/actor.ts";
import { ConflictError, DomainError, InvalidError, NotFoundError } from "#shared/errors.ts";
import { authorize, mayAny } from "#shared/permissions.ts";
import { freeSlug } from "#shared/slug.ts";
import { adminUrl } from "#shared/urls.ts";
import { ANYBODY } from "#shared/viewer.ts";
import {
  changesFrom,
  lockPage,
  onlyGiven,
  type PageParts,
  type PageStore,
  requireTitle,
  scopesOf,
  settleSlug,
  subjectOf,
  type Write,
  withContent,
  writeCopy,
  writeRow,
} from "./commands.ts";
import type { DraftBody, PageFields } from "./endpoints.ts";
import {
  type EditedPage,
  findPage,
  hashOfPage,
  isScheduled,
  judgePage,
  nameOf,
  type PageRow,
  pageScope,
  pageVersionNames,
  requirePage,
  saveOf,
  snapshotOf,
  titledPages,
  wholeOf,
} from "./queries.ts";
import {
  NO_PAGE,
  NO_VERSION,
  NO_WORKING_COPY,
  NOTHING_SCHEDULED,
  NOTHING_TO_PUBLISH,
  OVERLAPPING,
  pageKey,
  SCHEDULED_UPDATE,
  STALE,
} from "./rules.ts";

/** `isRetry`: an earlier request may have arrived; `changesScheduled`: a scheduled update may change; `suggestedBy`: whose suggestion is accepted. */
type DraftWrite = Write & { isRetry?: boolean; changesScheduled?: boolean; suggestedBy?: number };

/**
 * Saves fields of a page's working copy, merged with concurrent changes. Throws NotFoundError, InvalidError for
 * an autosave of a scheduled update, and ConflictError if both changed the same part.
 */
export function saveDraft(
  store: PageStore,
  actor: Actor,
  id: number,
  { content: html, ...fields }: DraftBody,
  { ifMatch, isRetry = false, changesScheduled = false, claim, suggestedBy }: DraftWrite,
): Promise<EditedPage> {
  return withContent(store, actor, html, (staged) =>
    shareCommit(store.database.db, async (trx) => {
      const page = await lockPage(trx, id);
      await claim?.(trx);
      await recordStaged(trx, store.clock, staged);
      const mine = onlyGiven({ ...fields, content: staged.content?.html });
      const theirs = wholeOf(page);
      const isUnchanged = Object.keys(changesFrom(theirs, { ...theirs, ...mine })).length === 0;
      if (page.copy?.publish_at != null && !changesScheduled && !isUnchanged)
        throw new InvalidError("update_scheduled", SCHEDULED_UPDATE);
      const isStale = !matchesVersion(ifMatch, nameOf(page));
      if (isStale && page.copy && isUnchanged) return page;
      const baseVersion = versionsIn(ifMatch ?? "")[0] ?? "";
      if (isStale && isRetry && (await hasSavedSince(trx, pageKey(id), baseVersion, actor.accountId)))
        throw new ConflictError("stale_version", STALE);
      const merged = isStale ? await mergeStale(trx, pageKey(id), baseVersion, { mine, theirs }) : undefined;
      if (isStale && !merged) throw new ConflictError("stale_version", STALE);
      const errors = Object.fromEntries((merged?.conflicts ?? []).map((field) => [field, OVERLAPPING]));
      if (Object.keys(errors).length > 0) throw new ConflictError("edit_conflict", OVERLAPPING, errors);
      const whole = (merged?.merged ?? { ...theirs, ...mine }) as PageFields;
      return writeCopy(trx, store, actor, { page, whole, isAutosave: true, suggestedBy });
    }),
  );
}

/** Throws NotFoundError for a page without a working copy. */
export async function discardDraft({ database }: PageParts, id: number): Promise<void> {
  await shareCommit(database.db, async (trx) => {
    await lockPage(trx, id);
    if (!(await dropWorkingCopy(trx, pageKey(id), { isChange: true })))
      throw new NotFoundError("working_copy_not_found", NO_WORKING_COPY);
  });
}

/**
 * Publishes a page's working copy, or its stored text if it has none. With a future time, a published page
 * stays as it is until then. `isDue`: only a due update. Throws NotFoundError, InvalidError and
 * ConflictError.
 */
export function publishPage(
  store: PageParts,
  actor: Actor,
  id: number,
  { at, ifMatch, claim, isDue }: Write & { at?: string | null | undefined; isDue?: boolean },
): Promise<EditedPage> {
  const now = store.clock.now();
  const isLater = at != null && Date.parse(at) > now;
  return changeContent(store.database, async (trx) => {
    const page = await lockPage(trx, id, ifMatch);
    await claim?.(trx);
    // Its time may have been changed concurrently.
    const due = page.copy?.publish_at ?? null;
    if (isDue && (due === null || due > now)) throw new NotDueError();
    const given = wholeOf(page);
    if (isLater && isReadable(ANYBODY, page.row, now)) {
      if (!page.copy) throw new InvalidError("nothing_to_publish", NOTHING_TO_PUBLISH, { at: NOTHING_TO_PUBLISH });
      requireTitle(given, "published");
      await requireApproved(trx, pageKey(id), judgePage(await readRule(trx), given));
      await settleSlug(trx, given, page.row);
      await scheduleWorkingCopy(trx, pageKey(id), { at: Date.parse(at), authorId: actor.accountId });
      const changes = { at: { to: at } };
      await recordEntry(trx, store.clock, {
        by: actor,
        action: "page.schedule",
        subject: subjectOf(page.row),
        changes,
      });
      await endRequests(trx, "page", [id]);
      return { result: await requirePage(trx, id), changed: [] };
    }
    // A scheduled text is moved as approved; later typing stays in the working copy.
    const isMove = at != null && page.row.status === "published" && !isReadable(ANYBODY, page.row, now);
    const texts = isMove ? { given: snapshotOf(page.row), copied: given } : { given };
    return writeRow(trx, store, actor, { page, ...texts, status: "published", date: isLater ? at : null });
  });
}

/** Cancels a scheduled update. Throws NotFoundError for a page without one. */
export async function cancelUpdate({ database, clock }: PageParts, by: Actor, id: number): Promise<void> {
  await shareCommit(database.db, async (trx) => {
    const { row, copy } = await lockPage(trx, id);
    if (copy?.publish_at == null) throw new NotFoundError("nothing_scheduled", NOTHING_SCHEDULED);
    await scheduleWorkingCopy(trx, pageKey(id), null);
    await recordEntry(trx, clock, { by, action: "page.unschedule", subject: subjectOf(row) });
  });
}

/** Makes a page a draft; its working copy stays, without a time. Throws NotFoundError and ConflictError. */
export function unpublishPage(store: PageParts, actor: Actor, id: number, ifMatch: string | undefined) {
  return changeContent(store.database, async (trx) => {
    const page = await lockPage(trx, id, ifMatch);
    const given = snapshotOf(page.row);
    return writeRow(trx, store, actor, { page, given, copied: wholeOf(page), status: "draft" });
  });
}

/** Restores a version into the working copy. Throws NotFoundError and ConflictError. */
export function restoreVersion(store: PageParts, actor: Actor, { id, n }: VersionPlace, ifMatch: string | undefined) {
  return shareCommit(store.database.db, async (trx) => {
    const page = await lockPage(trx, id, ifMatch);
    const found = await findVersion(trx, pageKey(id), n, async () => saveOf(page.row));
    if (!found) throw new NotFoundError("version_not_found", NO_VERSION);
    // The address stays, as links lead to it.
    const whole = { ...wholeOf(page), ...found.snapshot, slug: wholeOf(page).slug };
    return writeCopy(trx, store, actor, { page, whole, isAutosave: false });
  });
}

type VersionPlace = { id: number; n: number };

export async function nameVersion({ database }: PageParts, { id, n }: VersionPlace, name: string): Promise<void> {
  await shareCommit(database.db, async (trx) => {
    const { row } = await lockPage(trx, id);
    await ensureFirstRevision(trx, pageKey(id), () => saveOf(row));
    if (!(await nameRevision(trx, pageKey(id), n, name))) throw new NotFoundError("version_not_found", NO_VERSION);
  });
}

/** Updates published in one round. */
const MAX_DUE = 50;

/** An update whose time was changed or cancelled after it was listed as due. */
class NotDueError extends Error {}

/**
 * Publishes due updates. An update that cannot be published loses its time, also in the trash. One
 * that fails for any other reason is retried in the next round, and does not block the others.
 */
export async function publishDuePages(store: PageParts): Promise<void> {
  const { db } = store.database;
  const faults: unknown[] = [];
  for (const { document_id: id, publish_by } of await listDue(db, "page", store.clock.now(), MAX_DUE)) {
    try {
      await publishPage(store, onBehalfOf(publish_by), id, { isDue: true });
    } catch (error) {
      if (error instanceof NotDueError) continue;
      if (error instanceof DomainError) await unschedule(store, id, error);
      else faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, "Scheduled updates of pages could not be published.");
}

async function unschedule({ database, clock }: PageParts, id: number, reason: DomainError): Promise<void> {
  await shareCommit(database.db, async (trx) => {
    await scheduleWorkingCopy(trx, pageKey(id), null);
    const title = (await findPage(trx, id))?.row.title;
    const subject = { kind: "page", id, ...(title !== undefined && { title }) };
    const changes = { reason: { to: reason.message } };
    await recordEntry(trx, clock, { by: system, action: "page.unschedule", subject, changes });
  });
}

const PERMISSIONS = {
  read: "page.manage",
  write: "page.manage",
  publish: "page.manage",
  approve: "article.approve",
} as const;

/** Turns scheduled pages that the two-person rule blocks into drafts. */
async function holdScheduled(trx: Transaction<Tables>, clock: Clock, by: Actor): Promise<Held> {
  const [now, rule] = [clock.now(), await readRule(trx)];
  const rows = await trx.selectFrom("page").selectAll().where(isScheduled(now)).forUpdate().execute();
  const held: Held = { documents: [], changed: [] };
  for (const row of rows) {
    const { hash, reasons } = judgePage(rule, snapshotOf(row));
    if (reasons.length === 0 || (await findApproval(trx, pageKey(row.id), hash))) continue;
    await trx.updateTable("page").set({ status: "draft", published_at: null }).where("id", "=", row.id).execute();
    await recordEntry(trx, clock, { by, action: "page.unpublish", subject: subjectOf(row) });
    held.documents.push({ id: row.id, title: row.title });
  }
  return held;
}

/** A page as a document (decision 121). */
export const pageDocument = ({ clock, ...store }: PageStore): DocumentType => ({
  type: "page",
  unknown: NO_PAGE,
  permissions: PERMISSIONS,
  async authorize(db, actor, action, id) {
    await requirePage(db, id);
    authorize(actor, PERMISSIONS[action]);
  },
  owners: (db, id) => firstAndLastAuthors(db, pageKey(id)),
  async titles(db, ids) {
    const rows = await db
      .selectFrom("page")
      .select(["id", "title", "status"])
      .where("id", "in", [0, ...ids])
      .execute();
    return new Map((await titledPages(db, rows)).map(({ id, title }) => [id, title]));
  },
  versionNames: pageVersionNames,
  seenTitle: (_db, { role }, id) =>
    expressionBuilder<Tables, never>()
      .selectFrom("page")
      .select("page.title")
      .where("page.id", "=", id)
      .$if(!mayAny({ role }, "page.manage"), (query) => query.where("page.id", "is", null))
      .$asScalar(),
  lock: async (trx, id) => void (await lockPage(trx, id)),
  async newestText(db, rule, id) {
    const judged = judgePage(rule, wholeOf(await requirePage(db, id)));
    const byHash = { hash: judged.hash, hashOf: (snapshot: Snapshot) => hashOfPage(snapshot as PageFields) };
    return { ...judged, hasSources: true, writers: await writersOf(db, pageKey(id), byHash) };
  },
  holdScheduled: (trx, by) => holdScheduled(trx, clock, by),
  async templateFields(db, id) {
    const { title, content, seo_title, seo_description } = wholeOf(await requirePage(db, id));
    return { title, content, seo_title, seo_description };
  },
  trash: pageTrash(clock),
  texts: {
    async read(db, id) {
      const page = await requirePage(db, id);
      const { title, content } = wholeOf(page);
      return { texts: { title, content }, name: nameOf(page) };
    },
    async save(actor, id, texts, write) {
      await saveDraft({ clock, ...store }, actor, id, texts, { ...write, changesScheduled: true });
    },
  },
  roomPath: adminUrl.page,
});

/** Data of a deleted page in addition to its row: its former addresses. */
type TrashedPage = { row: Omit<PageRow, "content">; former: string[] };

/** Moves pages to the trash and restores them. Another page may have taken the address. */
const pageTrash = (clock: Clock): DocumentTrash => ({
  type: "page",

  async remove(trx, by, id) {
    const { row } = await lockPage(trx, id);
    const { content, ...rest } = row;
    const [{ title }] = (await titledPages(trx, [row])) as [PageRow];
    const redirects = await trx.selectFrom("page_redirect").select("slug").where("page_id", "=", id).execute();
    const fields: TrashedPage = { row: rest, former: redirects.map(({ slug }) => slug) };
    await trx.deleteFrom("page").where("id", "=", id).execute();
    await recordEntry(trx, clock, { by, action: "page.trash", subject: subjectOf({ id, title }) });
    // Also one that was unpublished before it was removed.
    const wasPublic = row.published_at !== null && row.published_at <= clock.now();
    if (wasPublic) await storeRemoved(trx, row, fields.former);
    const addresses = wasPublic ? [row.slug, ...fields.former].map(pageScope.at) : [];
    return { title, fields, content, wasPublic, changed: [...scopesOf(row, null), ...addresses] };
  },

  async restore(trx, by, { fields, content, trashed_at, title }) {
    const { row, former } = JSON.parse(fields) as TrashedPage;
    await lockTable(trx, "page");
    const taken = new Set((await trx.selectFrom("page").select("slug").execute()).map(({ slug }) => slug));
    const now = clock.now();
    const key = pageKey(row.id);
    const publishAt = (await findWorkingCopy(trx, key))?.publish_at ?? null;
    if (publishAt !== null && publishAt <= now) await scheduleWorkingCopy(trx, key, null);
    const wasPublic = isReadable(ANYBODY, row, trashed_at);
    const { hash, reasons } = judgePage(await readRule(trx), snapshotOf({ ...row, content }));
    const mayBePublic = reasons.length === 0 || Boolean(await findApproval(trx, key, hash));
    // A page whose time passed in the trash, or that now needs an approval, is not published automatically.
    const isHeld = row.status === "published" && !wasPublic && (isReadable(ANYBODY, row, now) || !mayBePublic);
    const restored = {
      ...row,
      content,
      slug: freeSlug(row.slug, taken),
      updated_at: now,
      ...(isHeld && { status: "draft" as const, published_at: null }),
    };
    await trx.insertInto("page").values(restored).execute();
    await trx.deleteFrom("removed_page_address").where("page_id", "=", row.id).execute();
    for (const slug of former.filter((one) => !taken.has(one)))
      await trx
        .insertInto("page_redirect")
        .values({ slug, page_id: row.id })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    await recordEntry(trx, clock, { by, action: "page.restore", subject: subjectOf({ id: row.id, title }) });
    return [...scopesOf(null, restored), ...former.map(pageScope.at)];
  },
});

async function storeRemoved(trx: Transaction<Tables>, { id, slug }: PageRow, former: readonly string[]): Promise<void> {
  await trx
    .insertInto("removed_page_address")
    .values([slug, ...former].map((one) => ({ slug: one, page_id: id })))
    .onConflict((conflict) => conflict.column("slug").doUpdateSet({ page_id: id }))
    .execute();
}
