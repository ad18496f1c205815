import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { lockTable } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import { isPublic } from "#db/readable.ts";
import type { Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { claimAddress, freeAddress, requireFreeAddress } from "#features/addresses/register.ts";
import { changedFields } from "#features/audit/rules.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { dropWorkingCopy, ensureFirstRevision } from "#features/documents/history/commands.ts";
import { requireHouseStyle } from "#features/documents/house-style.ts";
import { isReworded, onlyGiven } from "#features/documents/lifecycle/editing.ts";
import { documentEvent, eventOf } from "#features/documents/lifecycle/events.ts";
import { phaseByDate } from "#features/documents/lifecycle/rules.ts";
import { type SaveOptions, saveDocument } from "#features/documents/lifecycle/saving.ts";
import { type DocumentWrite, saveOf } from "#features/documents/lifecycle/type.ts";
import { storeVersion } from "#features/documents/lifecycle/versions.ts";
import { requireApproved } from "#features/documents/review/commands.ts";
import { recordStaged, withStaged } from "#features/documents/staging.ts";
import type { Showing } from "#features/documents/types.ts";
import { recordEvent, recordEvents } from "#features/events/commands.ts";
import type { PictureStore } from "#features/media/pictures/commands.ts";
import { requestItems } from "#features/media/remote/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { NoteCreated } from "#platform/idempotency.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError } from "#shared/errors.ts";
import { slugIn } from "#shared/slug.ts";
import type { PageBody, PageFields } from "./endpoints.ts";
import { addressOfPage, judgePublic, type PageRow, pageScope, snapshotOf } from "./queries.ts";
import { NO_TITLE, pageKey, slugFault } from "./rules.ts";
import { PAGE, type PageChange } from "./type.ts";

/** The dependencies of changing a page; `PageStore`: with those of pictures in its text. */
export type PageParts = { database: Database; clock: Clock; content: ContentPreparer };
export type PageStore = PageParts & PictureStore;

const EMPTY: PageFields = { title: "", slug: "", content: "", seo_title: "", seo_description: "", in_menu: false };

/** Adds a page. Throws InvalidError and ConflictError for its address. */
export function createPage<Shown>(
  store: PageStore,
  type: Pick<Showing<Shown>, "read">,
  actor: Actor,
  body: PageBody,
  note: NoteCreated,
): Promise<Shown> {
  const { status = "draft", published_date, content: html, ...fields } = body;
  const { clock } = store;
  return withStaged(store, { html, actor, surface: "page" }, (staged) =>
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
          content: staged.content?.html ?? "",
          in_menu: given.in_menu ? 1 : 0,
          status,
          published_at: publishedAt(
            status,
            published_date == null ? published_date : dateOf(published_date),
            null,
            now,
          ),
          created_at: now,
          updated_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await claimAddress(trx, { kind: "page", id: row.id }, slug, { isPublic: isPublic(row, now) });
      await requireApproved(trx, pageKey(row.id), await judgePublic(trx, row));
      await requireStyle(trx, null, row);
      await ensureFirstRevision(trx, pageKey(row.id), () => ({ ...saveOf(PAGE, row), authorId: actor.accountId }));
      await note(trx, row.id);
      const made = { type: "page", id: row.id, title: row.title } as const;
      const moved = { was: "draft", is: phaseByDate(row, now), wasAt: null, isAt: row.published_at } as const;
      const events = [documentEvent(actor, "created", made), documentEvent(actor, eventOf(moved, now, false), made)];
      await recordEvents(trx, clock, events);
      return { result: await type.read(trx, row.id), changed: scopesOf(null, row) };
    }),
  );
}

/** Saves fields of a page. Throws as `saveDocument`. */
export function updatePage<Shown>(
  store: PageStore,
  type: Showing<Shown>,
  actor: Actor,
  id: number,
  body: PageBody,
  write: Pick<SaveOptions, "ifMatch" | "claim">,
): Promise<Shown> {
  const { status, published_date, ...fields } = body;
  const state = { status, published_at: published_date === undefined ? undefined : dateOf(published_date) };
  return saveDocument(store, type, actor, id, { fields, state }, write);
}

const dateOf = (date: string | null) => (date === null ? null : Date.parse(date));

/**
 * Stores a page, as a version if anything changed: without changes the date of the last update stays. Throws InvalidError
 * for a page that readers could not read, and ForbiddenError for one that needs an approval.
 */
export async function writePage(
  trx: Transaction<Tables>,
  store: PageParts,
  actor: Actor,
  { before, ended, change, isUpdate = false }: DocumentWrite<PageRow, PageChange>,
): Promise<{ row: PageRow; changed: Scope[] }> {
  const { content, status = before.status, published_at: date, ...fields } = change;
  if (before.is_staged === 1 && status === "published") throw new ConflictError("import_not_released", NOT_RELEASED);
  const now = store.clock.now();
  const given = { ...snapshotOf(before), ...fields };
  requireTitle(given, status);
  const saved = {
    ...given,
    slug: await settleSlug(trx, given, before),
    content: content === undefined ? before.content : content === "" ? content : content.html,
    in_menu: (given.in_menu ? 1 : 0) as PageRow["in_menu"],
    status,
    published_at: publishedAt(status, date, before, now),
  };
  const moved = {
    was: phaseByDate(before, now),
    is: phaseByDate(saved, now),
    wasAt: before.published_at,
    isAt: saved.published_at,
  };
  const event = eventOf(moved, now, isUpdate || ended !== undefined);
  const hasChanged = Object.keys(changedFields<PageRow>(before, saved)).length > 0;
  if (!hasChanged) {
    if (ended) await dropWorkingCopy(trx, pageKey(before.id));
    return { row: before, changed: [] };
  }
  if (content) await requestItems(trx, store.clock.now(), content.remoteItems);
  const after = await storeVersion<PageRow>(trx, PAGE, {
    before,
    ended,
    actor,
    now,
    store: (version) =>
      trx
        .updateTable("page")
        .set({ ...saved, ...version })
        .where("id", "=", before.id)
        .returningAll()
        .executeTakeFirstOrThrow(),
  });
  await requireApproved(trx, pageKey(after.id), await judgePublic(trx, after));
  await requireStyle(trx, before, after);
  // The address of a page that was never published needs no redirect.
  const claim = { isPublic: isPublic(after, now), wasPublic: before.published_at !== null };
  await claimAddress(trx, { kind: "page", id: after.id }, after.slug, claim);
  const changes = changedFields<PageRow>(before, after, AUDITED);
  const whole = { ...snapshotOf(before), ...ended?.changes };
  const facts = { isReworded: isReworded(PAGE, whole, snapshotOf(after)) };
  const done = { type: "page", id: after.id, title: after.title, changes, facts } as const;
  await recordEvent(trx, store.clock, documentEvent(actor, event, done));
  return { row: after, changed: scopesOf(before, after) };
}

/** Requires what the house style does of a page that is, or becomes, public. Throws ForbiddenError. */
async function requireStyle(trx: Transaction<Tables>, before: PageRow | null, after: PageRow): Promise<void> {
  if (after.status !== "published") return;
  await requireHouseStyle(trx, { before: before?.status === "published" ? before : null, after });
}

export function requireTitle({ title }: Pick<PageFields, "title">, status: PageRow["status"]): void {
  if (status === "published" && title === "")
    throw new InvalidError("incomplete_document", NO_TITLE, { title: NO_TITLE });
}

/** A published page keeps its date; a page published without one gets the current time. `date` in epoch milliseconds. */
function publishedAt(
  status: PageRow["status"],
  date: number | null | undefined,
  before: PageRow | null,
  now: number,
): number | null {
  if (typeof date === "number") return date;
  const known = before?.published_at ?? null;
  // Unpublishing drops a future date.
  const isAhead = known !== null && known > now;
  if (status === "draft") return isAhead ? null : known;
  return isAhead && date === null ? now : (known ?? now);
}

/** The address of a page: the requested one, or one derived from its title. Throws InvalidError and ConflictError. */
export async function settleSlug(
  trx: Transaction<Tables>,
  { slug, title }: PageFields,
  before?: PageRow,
): Promise<string> {
  if (slug !== "" && slug === before?.slug) return slug;
  await lockTable(trx, "page");
  const owner = { kind: "page", id: before?.id ?? 0 } as const;
  if (slug === "") {
    const made = slugIn("", title || "page", "page");
    return freeAddress(trx, owner, made, slugFault(made) !== null);
  }
  const fault = slugFault(slug);
  if (fault) throw new InvalidError("invalid_slug", fault, { slug: fault });
  await requireFreeAddress(trx, owner, slug);
  return slug;
}

/** The scopes of a change: the pages' addresses, and the footer if one of its links changes. */
export function scopesOf(before: PageRow | null, after: PageRow | null): Scope[] {
  const public_ = [before, after].filter((row) => row?.status === "published");
  const slugs = new Set([before, after].flatMap((row) => (row ? [row.slug] : [])));
  const isInMenu = public_.some((row) => row?.in_menu === 1);
  return public_.length === 0
    ? []
    : [...[...slugs].map(addressOfPage), pageScope.texts, ...(isInMenu ? [pageScope.menu] : [])];
}

export const NOT_RELEASED = "This page belongs to an import that is not released yet. Release or undo the import.";

const AUDITED = ["title", "slug", "content", "seo_title", "seo_description", "in_menu"] as const;
