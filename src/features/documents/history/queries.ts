import type { Kysely, Selectable } from "kysely";
import type { Tables } from "#db/tables.ts";
import { mergeField } from "#features/documents/merging.ts";
import type { RevisionTable, WorkingCopyTable } from "#features/documents/tables.ts";
import type { DocumentKey, DocumentTypeName } from "#shared/document.ts";
import type { Page } from "#shared/schema.ts";
import { type Save, type Snapshot, versionName, versionsOf } from "./rules.ts";
import { decodeSnapshot, readStored, withPlainText } from "./serialize.ts";

/** The columns that identify a document in every table of its history. */
export const columnsOf = ({ type, id }: DocumentKey) => ({ document_type: type, document_id: id });

/** A version of a document without its text. `base_n`: the version that its snapshot is a delta of; null for none. */
export type RevisionHead = Omit<Selectable<RevisionTable>, "body">;

const selectHeads = (db: Kysely<Tables>, document: DocumentKey) =>
  db
    .selectFrom("revision")
    .select([
      "document_type",
      "document_id",
      "n",
      "author_id",
      "suggested_by",
      "began_at",
      "created_at",
      "is_autosave",
      "note",
      "document_version",
      "starts_copy",
      "base_n",
    ])
    .where((eb) => eb.and(columnsOf(document)))
    .orderBy("n", "desc");

export const newestRevision = (db: Kysely<Tables>, document: DocumentKey): Promise<RevisionHead | undefined> =>
  selectHeads(db, document).limit(1).executeTakeFirst();

/** The newest versions since the working copy was started, newest first; at most `limit`. */
export async function newestOfCopy(db: Kysely<Tables>, document: DocumentKey, limit: number): Promise<RevisionHead[]> {
  const heads = await selectHeads(db, document).limit(limit).execute();
  const start = heads.findIndex(({ starts_copy }) => starts_copy === 1);
  return start === -1 ? heads : heads.slice(0, start + 1);
}

/** The newest version saved in the document, not in its working copy. */
const newestSaved = (db: Kysely<Tables>, document: DocumentKey): Promise<RevisionHead | undefined> =>
  selectHeads(db, document).where("document_version", "is not", null).limit(1).executeTakeFirst();

/** The public version of a document and its publication time. `rows`: the first page of its versions. */
export async function publicVersion(
  db: Kysely<Tables>,
  document: DocumentKey,
  publishedAt: number | null,
  rows: readonly RevisionHead[],
): Promise<{ n: number; since: number } | undefined> {
  const saved = (await newestSaved(db, document)) ?? rows[0];
  // A scheduled document becomes public without a write.
  return saved && { n: saved.n, since: Math.max(saved.created_at, publishedAt ?? 0) };
}

/** `named`: only named versions. */
export type VersionPage = Page & { named?: "true" | undefined };

export async function listRevisions(db: Kysely<Tables>, document: DocumentKey, { limit, offset, named }: VersionPage) {
  const rows: RevisionHead[] = await selectHeads(db, document)
    .$if(named !== undefined, (heads) => heads.where("note", "<>", ""))
    .limit(limit)
    .offset(offset)
    .execute();
  const { count } = await db
    .selectFrom("revision")
    .where((eb) => eb.and(columnsOf(document)))
    .$if(named !== undefined, (heads) => heads.where("note", "<>", ""))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(count) };
}

const selectBody = (db: Kysely<Tables>, document: DocumentKey, n: number) =>
  db
    .selectFrom("revision")
    .select("body")
    .where((eb) => eb.and(columnsOf(document)))
    .where("n", "=", n)
    .executeTakeFirst();

export async function readRevision(
  db: Kysely<Tables>,
  document: DocumentKey,
  n: number,
): Promise<{ head: RevisionHead; snapshot: Snapshot } | undefined> {
  const row = await selectHeads(db, document).select("body").where("n", "=", n).executeTakeFirst();
  if (!row) return undefined;
  const { body, ...head } = row;
  const snapshot = await readStored(row, async (base_n) => (await selectBody(db, document, base_n))?.body);
  if (!snapshot)
    throw new Error(`Version ${n} of ${document.type} ${document.id} is stored as a delta of a missing version.`);
  return { head, snapshot };
}

const headOf = (document: DocumentKey, save: Save): RevisionHead => ({
  ...columnsOf(document),
  n: 1,
  author_id: save.authorId,
  suggested_by: null,
  began_at: save.at,
  created_at: save.at,
  is_autosave: 0,
  note: "",
  document_version: save.documentVersion,
  starts_copy: 0,
  base_n: null,
});

/** Like `listRevisions`, but a document without stored versions is its own version 1, returned by `stored`. */
export async function pageVersions(
  db: Kysely<Tables>,
  document: DocumentKey,
  page: VersionPage,
  stored: () => Promise<Save>,
) {
  const listed = await listRevisions(db, document, page);
  if (listed.total > 0 || page.named) return listed;
  return { rows: [headOf(document, await stored())].slice(page.offset), total: 1 };
}

/** Like `readRevision`, but a document without stored versions is its own version 1, returned by `stored`. */
export async function findVersion(db: Kysely<Tables>, document: DocumentKey, n: number, stored: () => Promise<Save>) {
  const found = await readRevision(db, document, n);
  if (found || n > 1 || (await newestRevision(db, document))) return found;
  const save = await stored();
  return { head: headOf(document, save), snapshot: save.snapshot };
}

export type WorkingCopy = Omit<Selectable<WorkingCopyTable>, "changes"> & { changes: Snapshot };

export async function findWorkingCopy(db: Kysely<Tables>, document: DocumentKey): Promise<WorkingCopy | undefined> {
  const row = await db
    .selectFrom("working_copy")
    .selectAll()
    .where((eb) => eb.and(columnsOf(document)))
    .executeTakeFirst();
  return row && row.changes !== null ? { ...row, changes: JSON.parse(row.changes) as Snapshot } : undefined;
}

export async function workingCopyTimes(db: Kysely<Tables>, type: DocumentTypeName, ids: number[]) {
  const rows = await db
    .selectFrom("working_copy")
    .select(["document_id", "version", "saved_at", "publish_at", "changes"])
    .where("document_type", "=", type)
    .where("document_id", "in", [0, ...ids])
    .where("changes", "is not", null)
    .execute();
  return new Map(rows.map((row) => [row.document_id, row]));
}

/** Whether a working copy says something else than the document; one without changes has suggestions only. */
export const hasChanges = (copy: { changes: Snapshot | string | null } | undefined): boolean =>
  copy != null && copy.changes !== null && copy.changes !== "{}" && Object.keys(copy.changes).length > 0;

/** Reads the stored versions of existing documents, without their working copies. */
export type ListVersions = (db: Kysely<Tables>, ids: number[]) => Promise<{ id: number; version: number }[]>;

/** The current versions of existing documents, in the format of `If-Match`. */
export async function versionNames(
  db: Kysely<Tables>,
  { type, listVersions }: { type: DocumentTypeName; listVersions: ListVersions },
  ids: number[],
): Promise<Map<number, string>> {
  const copies = await workingCopyTimes(db, type, ids);
  const rows = await listVersions(db, ids);
  return new Map(rows.map(({ id, version }) => [id, versionName(version, copies.get(id)?.version ?? null)]));
}

export async function workingCopyChanges(
  db: Kysely<Tables>,
  type: DocumentTypeName,
  ids: number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("working_copy")
    .select(["document_id", "changes"])
    .where("document_type", "=", type)
    .where("document_id", "in", ids)
    .where("changes", "is not", null)
    .execute();
  return new Map(rows.map(({ document_id, changes }) => [document_id, changes ?? "{}"]));
}

/**
 * The rows of documents with their titles as they are now: a document that is not public is what its working copy says.
 * `field`: the title's name in working copies.
 */
export async function titledNow<Row extends { id: number; title: string }>(
  db: Kysely<Tables>,
  type: DocumentTypeName,
  rows: readonly Row[],
  { isDraft, field = "title" }: { isDraft: (row: Row) => boolean; field?: string },
): Promise<Row[]> {
  const drafts = rows.filter(isDraft).map(({ id }) => id);
  const copies = await workingCopyChanges(db, type, drafts);
  return rows.map((row) => {
    const changes: Record<string, unknown> = JSON.parse(copies.get(row.id) ?? "{}");
    return { ...row, title: String(changes[field] || row.title) };
  });
}

/**
 * Merges a change with newer saves of others. `baseVersion` names the version that the change is based on (`versionName`),
 * `theirs` is the current article with its working copy. Undefined if the state of `baseVersion` was deleted.
 */
export async function mergeStale(
  db: Kysely<Tables>,
  document: DocumentKey,
  baseVersion: string,
  { mine, theirs, hasSuggestions = false }: { mine: Snapshot; theirs: Snapshot; hasSuggestions?: boolean },
): Promise<Merged | undefined> {
  const versions = versionsOf(baseVersion);
  if (!versions) return undefined;
  const { version, workingCopy } = versions;
  const base = await (workingCopy === null
    ? readSavedVersion(db, document, version)
    : readWorkingCopyState(db, document, workingCopy));
  return base && mergeSnapshots(hasSuggestions ? base : withPlainText(document.type, base), mine, theirs);
}

/**
 * Whether an account has saved an article or its working copy since the version `baseVersion`; true also if that version
 * was deleted.
 */
export async function hasSavedSince(
  db: Kysely<Tables>,
  document: DocumentKey,
  baseVersion: string,
  accountId: number | null,
): Promise<boolean> {
  const versions = versionsOf(baseVersion);
  if (!versions) return true;
  const { version, workingCopy } = versions;
  const base = await (workingCopy === null
    ? findSavedVersion(db, document, version)
    : findWorkingCopyState(db, document, workingCopy));
  if (!base) return true;
  const own = await db
    .selectFrom("revision")
    .select("n")
    .where((eb) => eb.and(columnsOf(document)))
    .where("author_id", "is not distinct from", accountId)
    .where("created_at", ">", base.at)
    .limit(1)
    .executeTakeFirst();
  return own !== undefined;
}

async function readWorkingCopyState(
  db: Kysely<Tables>,
  document: DocumentKey,
  version: number,
): Promise<Snapshot | undefined> {
  const row = await findWorkingCopyState(db, document, version);
  return row && decodeSnapshot(row.body);
}

const findWorkingCopyState = (db: Kysely<Tables>, document: DocumentKey, version: number) =>
  db
    .selectFrom("working_copy_state")
    .select(["body", "saved_at as at"])
    .where((eb) => eb.and(columnsOf(document)))
    .where("version", "=", version)
    .executeTakeFirst();

async function readSavedVersion(
  db: Kysely<Tables>,
  document: DocumentKey,
  documentVersion: number,
): Promise<Snapshot | undefined> {
  const row = await findSavedVersion(db, document, documentVersion);
  return row && (await readRevision(db, document, row.n))?.snapshot;
}

const findSavedVersion = (db: Kysely<Tables>, document: DocumentKey, documentVersion: number) =>
  db
    .selectFrom("revision")
    .select(["n", "created_at as at"])
    .where((eb) => eb.and(columnsOf(document)))
    .where("document_version", "=", documentVersion)
    .executeTakeFirst();

/** Documents of a type whose working copies are due for publication at `now` (epoch milliseconds), at most `count`. */
export async function listDue(
  db: Kysely<Tables>,
  type: DocumentTypeName,
  now: number,
  count: number,
): Promise<Pick<Selectable<WorkingCopyTable>, "document_id" | "publish_by" | "publish_reason" | "publish_minor">[]> {
  return db
    .selectFrom("working_copy")
    .select(["document_id", "publish_by", "publish_reason", "publish_minor"])
    .where("document_type", "=", type)
    .where("publish_at", "<=", now)
    .orderBy("publish_at")
    .limit(count)
    .execute();
}

/** The documents of a type whose working copies contain an address that matches `pattern`. */
export async function workingCopiesShowing(
  db: Kysely<Tables>,
  type: DocumentTypeName,
  pattern: string,
): Promise<number[]> {
  const rows = await db
    .selectFrom("working_copy")
    .select("document_id")
    .where("document_type", "=", type)
    .where("changes", "like", pattern)
    .orderBy("document_id")
    .execute();
  return rows.map(({ document_id }) => document_id);
}

export async function workingCopyTexts(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom("working_copy").select("changes").where("changes", "like", "%/media/%").execute();
  return rows.map(({ changes }) => changes ?? "");
}

/** The versions of a type that an account saved or suggested, without texts, after a cursor, by document; at most `limit`. */
export const revisionsOfAccount = (
  db: Kysely<Tables>,
  type: DocumentTypeName,
  accountId: number,
  { after, limit }: { after: { document_id: number; n: number }; limit: number },
) =>
  db
    .selectFrom("revision")
    .select(["document_id", "n", "created_at", "note", "is_autosave"])
    .where("document_type", "=", type)
    .where((eb) => eb.or([eb("author_id", "=", accountId), eb("suggested_by", "=", accountId)]))
    .where((eb) =>
      eb.or([
        eb("document_id", ">", after.document_id),
        eb.and([eb("document_id", "=", after.document_id), eb("n", ">", after.n)]),
      ]),
    )
    .orderBy("document_id")
    .orderBy("n")
    .limit(limit)
    .execute();

export async function firstAndLastAuthors(db: Kysely<Tables>, document: DocumentKey): Promise<number[]> {
  const versions = db
    .selectFrom("revision")
    .select("author_id")
    .where((eb) => eb.and(columnsOf(document)));
  const first = await versions.orderBy("n").limit(1).executeTakeFirst();
  const last = await versions.orderBy("n", "desc").limit(1).executeTakeFirst();
  return [...new Set([first?.author_id, last?.author_id])].filter((id) => id != null);
}

export async function editedByPeople(db: Kysely<Tables>, type: DocumentTypeName, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("revision")
    .select("document_id")
    .distinct()
    .where("document_type", "=", type)
    .where("document_id", "in", ids)
    .where("author_id", "is not", null)
    .execute();
  return rows.map(({ document_id }) => document_id);
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type Merged = { merged: Snapshot; conflicts: string[] };

/**
 * Merges two changes of the same snapshot: fields one by one, texts by words. Fields missing in `mine` are unchanged.
 */
export function mergeSnapshots(base: Snapshot, mine: Snapshot, theirs: Snapshot): Merged {
  const merged: Record<string, unknown> = { ...theirs };
  const conflicts: string[] = [];
  for (const [name, value] of Object.entries(mine)) {
    if (isEqual(value, base[name]) || isEqual(value, theirs[name])) continue;
    if (isEqual(theirs[name], base[name])) {
      merged[name] = value;
      continue;
    }
    const text = mergeField(name, { known: base[name], mine: value, theirs: theirs[name] });
    if (text && !text.isConflict) merged[name] = text.theirs;
    else conflicts.push(name);
  }
  return { merged, conflicts };
}
