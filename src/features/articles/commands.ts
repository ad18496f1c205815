import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import { justWritten } from "#db/rows.ts";
import type { Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { type PreparedContent, readersWords } from "#features/content/derive.ts";
import type { WorkingCopy } from "#features/documents/history/queries.ts";
import { requireHouseStyle } from "#features/documents/house-style.ts";
import { lockEdited, nameOf } from "#features/documents/lifecycle/type.ts";
import { storeVersion } from "#features/documents/lifecycle/versions.ts";
import { ensureTopics } from "#features/topics/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError } from "#shared/errors.ts";
import { type ArticleState, articlesChanged, type ChangeNote, type PublicationGuard } from "./changes.ts";
import { readContent, writeDerived } from "./derive.ts";
import { articleDocument } from "./document.ts";
import { type ArticleDraft, type Author, mergeChange, type PreparedDraft, seenBy } from "./drafts.ts";
import { creationEvents, type EditSource, edited, statusEvents } from "./events.ts";
import { ensureNames } from "./new-names.ts";
import { authorizeChange, authorizeFlags, authorizeNew } from "./policy.ts";
import { type EditorRow, findAny } from "./queries.ts";
import { addOwners, changeOwners, toRow, writePictures } from "./rows.ts";
import { STALE_EDIT } from "./rules.ts";

export type ArticleStore = {
  database: Database;
  clock: Clock;
  content: ContentPreparer;
  guardPublication: PublicationGuard;
};

/** Changes to these columns of a published article update the public "last updated" date. */
const REPORTED_COLUMNS = ["title", "excerpt", "content", "image_url"] as const;

const FIRST_VERSION = 1;

/** Stores a new article and returns its id. Drops pictures embedded in its content as data (see pictures.ts). */
export async function createArticle(store: ArticleStore, actor: Actor, draft: ArticleDraft): Promise<number> {
  const { content } = await store.content.prepare(draft.content);
  return changeContent(store.database, async (trx) => {
    const { id, changed } = await insertArticle(trx, store, actor, { ...draft, content });
    return { result: id, changed };
  });
}

/**
 * Stores many articles in one transaction, for demo content. `prepare` returns them, and may write their
 * authors in the same transaction.
 */
export async function createArticles(
  store: ArticleStore,
  actor: Actor,
  prepare: (trx: Transaction<Tables>) => Promise<PreparedDraft[]>,
): Promise<void> {
  await changeContent(store.database, async (trx) => {
    const { changed } = await insertArticles(trx, store, actor, { drafts: await prepare(trx), source: "demo" });
    return { result: undefined, changed };
  });
}

/**
 * `isCurrent`: whether the change may be based on the version of this name (`versionName`). `isReported`: an update for
 * readers, whatever it changes. `source`: the origin of the edit; readers are notified only of an editor's. `note`: for
 * the record of changes.
 */
type UpdateOptions = {
  isCurrent?: (name: string) => boolean;
  isReported?: boolean;
  source?: EditSource;
  note?: ChangeNote | undefined;
};

/**
 * Changes the given fields and returns the article as read in the same transaction. The result is a new version; the
 * working copy stays as it is. Throws NotFoundError, ForbiddenError, and ConflictError for a stale edit.
 */
export async function updateArticle(
  store: ArticleStore,
  actor: Actor,
  id: number,
  change: Partial<PreparedDraft>,
  options: UpdateOptions = {},
): Promise<EditorRow> {
  return changeContent(store.database, async (trx) => {
    const edited = await lockEdited(trx, articleDocument, id);
    const { row: before } = edited;
    // First, so that users without access cannot learn that the article exists.
    await authorizeChange(trx, actor, { before, status: change.status, now: store.clock.now() });
    if (options.isCurrent?.(nameOf(edited)) === false) throw new ConflictError("stale_version", STALE_EDIT);
    const { changed } = await updateRow(trx, store, actor, { before, change, ...options });
    return { result: await findWritten(trx, id), changed };
  });
}

/** Locks an article until the commit and returns it. Throws NotFoundError. */
export async function lockedState(trx: Transaction<Tables>, id: number): Promise<ArticleState> {
  return (await lockEdited(trx, articleDocument, id)).row;
}

/** `ended`: the working copy that the change removes. */
type RowChange = Pick<UpdateOptions, "isReported" | "source" | "note"> & {
  before: ArticleState;
  ended?: WorkingCopy | undefined;
  change: Partial<PreparedDraft>;
};

/**
 * Changes fields of an article in the caller's transaction, without authorization; returns it, and the affected scopes.
 * `before` is its state.
 */
export async function updateRow(
  trx: Transaction<Tables>,
  store: ArticleStore,
  actor: Actor,
  { before, ended, change, source = "editor", ...options }: RowChange,
): Promise<{ row: ArticleState; changed: Scope[] }> {
  const { id } = before;
  const now = store.clock.now();
  const content = change.content ?? (await readContent(trx, store.content, before));
  const merged = mergeChange(before, before.category, { ...change, content: content.html }, now);
  const ensured = await ensureNames(trx, store.clock, actor, {
    category: change.category,
    authors: merged.authors,
    tags: change.tags ? merged.tags : [],
  });
  const draft = change.tags ? { ...merged, tags: ensured.tags } : merged;
  if (before.is_staged === 1 && draft.status !== "draft") throw notReleased();
  await authorizeFlags(trx, actor, { article: before, copy: ended }, { after: draft, now });
  const reason = options.note?.reason;
  await store.guardPublication(trx, { id, before, after: draft, words: readersWords(content), reason });
  if (draft.status === "published")
    await requireHouseStyle(trx, { before: before.status === "published" ? before : null, after: draft });
  const { authors, category = { id: before.category_id, name: before.category } } = ensured;
  const row = toRow(draft, { authors, pictures: content.pictures, categoryId: category.id, now });
  const isReported =
    source === "editor" &&
    before.status === "published" &&
    (options.isReported ||
      REPORTED_COLUMNS.some((column) => before[column] !== row[column] && (column !== "content" || change.content)));
  const after = await storeVersion<ArticleState>(trx, articleDocument, {
    before,
    ended,
    actor,
    now,
    async store(version) {
      const columns = {
        ...row,
        ...version,
        last_updated_at: isReported ? now : before.last_updated_at,
        updated_by: actor.accountId,
        was_public: seenBy(now, before, row),
      };
      await trx.updateTable("article").set(columns).where("id", "=", id).execute();
      return { ...before, ...columns, category: category.name };
    },
  });
  await writeDerived(trx, [{ id, version: after.version, content }]);
  if ((["content", "image_url", "social_image"] as const).some((column) => row[column] !== before[column]))
    await writePictures(trx, [{ ...row, id, content }], { isNew: false, now });
  if (before.is_staged === 0) await changeOwners(trx, before, { id, ...row });
  const { isMinor, correction } = options.note ?? {};
  const events = [
    edited({ before, after }, { isMinor, source }),
    ...statusEvents({ before, after }, now, ended !== undefined),
    ...(correction ? [{ kind: "corrected" as const, correction }] : []),
  ];
  const written = { before, after, text: () => content.text, events, reason, ended: ended?.changes };
  return { row: after, changed: await articlesChanged(trx, store, [written], actor) };
}

const NOT_RELEASED = "This article belongs to an import that is not released yet. Release or undo the import.";
const notReleased = () => new ConflictError("import_not_released", NOT_RELEASED);

/** Removes an article in the caller's transaction; returns the affected scopes. Throws ConflictError for a staged one. */
export async function removeRow(
  trx: Transaction<Tables>,
  store: ArticleStore,
  actor: Actor,
  before: ArticleState,
): Promise<Scope[]> {
  if (before.is_staged === 1) throw notReleased();
  await trx.deleteFrom("article").where("id", "=", before.id).execute();
  return articlesChanged(trx, store, [{ before, after: null, text: () => "", events: [{ kind: "trashed" }] }], actor);
}

/** Stores a removed article again, under its id, in the caller's transaction; returns the affected scopes. */
export async function reinsertRow(
  trx: Transaction<Tables>,
  store: ArticleStore,
  actor: Actor,
  { category, ...removed }: ArticleState,
): Promise<Scope[]> {
  // Prepared again, as another version of the program may allow or derive something else.
  const { content } = await store.content.prepare(removed.content);
  const row = {
    ...removed,
    content: content.html,
    tags: JSON.stringify(await ensureTopics(trx, JSON.parse(removed.tags))),
    updated_at: store.clock.now(),
    updated_by: actor.accountId,
  };
  await trx.insertInto("article").values(row).execute();
  await writeDerived(trx, [{ id: row.id, version: row.version, content }]);
  await writePictures(trx, [{ ...row, content }], { isNew: true, now: store.clock.now() });
  const after = { ...row, category };
  const change = { before: null, after, text: () => content.text, events: [{ kind: "restored" as const }] };
  return articlesChanged(trx, store, [change], actor);
}

export async function findWritten(trx: Transaction<Tables>, id: number): Promise<EditorRow> {
  return justWritten(await findAny(trx, id));
}

/** Deletes the owners of permanently deleted articles. */
export async function forgetOwners(trx: Transaction<Tables>, articleIds: readonly number[]): Promise<void> {
  await trx.deleteFrom("article_owner").where("article_id", "in", articleIds).execute();
}

type InsertParts = Pick<ArticleStore, "clock" | "guardPublication">;

/** Writes a new article in the caller's transaction; returns its id and the affected scopes. */
export async function insertArticle(
  trx: Transaction<Tables>,
  store: InsertParts,
  actor: Actor,
  draft: PreparedDraft,
): Promise<{ id: number; changed: Scope[] }> {
  authorizeNew(actor, draft);
  const { ids, changed } = await insertArticles(trx, store, actor, { drafts: [draft], source: "editor" });
  return { id: justWritten(ids[0]), changed };
}

async function insertArticles(
  trx: Transaction<Tables>,
  { clock, guardPublication }: InsertParts,
  actor: Actor,
  { drafts, source }: { drafts: PreparedDraft[]; source: "editor" | "demo" },
) {
  const written: { after: ArticleState; content: PreparedContent }[] = [];
  for (const { content, ...draft } of drafts) {
    const after = { ...draft, content: content.html };
    await guardPublication(trx, { id: null, before: null, after, words: readersWords(content) });
    if (after.status === "published") await requireHouseStyle(trx, { before: null, after });
  }
  for (const draft of drafts)
    written.push({ after: await insertRow(trx, clock, actor, draft), content: draft.content });
  await writeDerived(
    trx,
    written.map(({ after: { id, version }, content }) => ({ id, version, content })),
  );
  const rows = written.map(({ after }) => after);
  await addOwners(trx, rows, actor.accountId);
  const shown = written.map(({ after, content }) => ({ ...after, content }));
  await writePictures(trx, shown, { isNew: true, now: clock.now() });
  const changes = written.map(({ after, content }) => ({
    before: null,
    after,
    text: () => content.text,
    events: creationEvents(after, clock.now(), source),
  }));
  return { ids: rows.map(({ id }) => id), changed: await articlesChanged(trx, { clock }, changes, actor) };
}

/** Inserts a new article's row and tags, without derived content. */
async function insertRow(
  trx: Transaction<Tables>,
  clock: Clock,
  actor: Actor,
  { content, ...rest }: PreparedDraft,
): Promise<ArticleState> {
  const { tags, authors, category } = await ensureNames(trx, clock, actor, rest);
  const row = newRow(actor, { ...rest, content, tags }, { authors, categoryId: category.id, now: clock.now() });
  const { id } = await trx.insertInto("article").values(row).returning("id").executeTakeFirstOrThrow();
  return { ...row, id, category: category.name };
}

type SettledNames = { authors: Author[] | undefined; categoryId: number; now: number };

/** The row of a new article whose names are settled. */
export function newRow(actor: Actor, { content, ...rest }: PreparedDraft, { authors, categoryId, now }: SettledNames) {
  const draft = { ...rest, content: content.html };
  const columns = toRow(draft, { authors, pictures: content.pictures, categoryId, now });
  return {
    ...columns,
    was_public: seenBy(now, null, columns),
    version: FIRST_VERSION,
    last_updated_at: draft.lastUpdatedAt ?? null,
    views: draft.views?.count ?? 0,
    heat: draft.views?.heat ?? null,
    created_at: now,
    updated_at: now,
    updated_by: actor.accountId,
    is_staged: 0 as ArticleState["is_staged"],
    feed_id: "",
  };
}
