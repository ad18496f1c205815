import type { Kysely, Selectable } from "kysely";
import type { Tables } from "#db/tables.ts";
import { mergedContent } from "#features/content/rules.ts";
import type { RevisionTable, WorkingCopyTable } from "#features/revisions/tables.ts";
import type { Page } from "#shared/schema.ts";
import { type Snapshot, versionsOf } from "./rules.ts";
import { decodeSnapshot } from "./serialize.ts";

/** A version of an article without its text. `base_n`: the version whose snapshot it differs from; null for none. */
export type RevisionHead = Omit<Selectable<RevisionTable>, "body">;

const selectHeads = (db: Kysely<Tables>, articleId: number) =>
  db
    .selectFrom("revision")
    .select([
      "article_id",
      "n",
      "author_id",
      "began_at",
      "created_at",
      "is_autosave",
      "note",
      "article_version",
      "base_n",
    ])
    .where("article_id", "=", articleId)
    .orderBy("n", "desc");

export const newestRevision = (db: Kysely<Tables>, articleId: number): Promise<RevisionHead | undefined> =>
  selectHeads(db, articleId).limit(1).executeTakeFirst();

export async function listRevisions(db: Kysely<Tables>, articleId: number, { limit, offset }: Page) {
  const rows: RevisionHead[] = await selectHeads(db, articleId).limit(limit).offset(offset).execute();
  const { count } = await db
    .selectFrom("revision")
    .where("article_id", "=", articleId)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(count) };
}

export async function readRevision(
  db: Kysely<Tables>,
  articleId: number,
  n: number,
): Promise<{ head: RevisionHead; snapshot: Snapshot } | undefined> {
  const row = await selectHeads(db, articleId).select("body").where("n", "=", n).executeTakeFirst();
  if (!row) return undefined;
  const { body, ...head } = row;
  if (head.base_n === null) return { head, snapshot: decodeSnapshot(body) };
  const base = await readRevision(db, articleId, head.base_n);
  if (!base) throw new Error(`Version ${n} of article ${articleId} is stored as a change of one that is missing.`);
  return { head, snapshot: decodeSnapshot(body, base.snapshot) };
}

export type WorkingCopy = Omit<Selectable<WorkingCopyTable>, "changes"> & { changes: Snapshot };

export async function findWorkingCopy(db: Kysely<Tables>, articleId: number): Promise<WorkingCopy | undefined> {
  const row = await db.selectFrom("working_copy").selectAll().where("article_id", "=", articleId).executeTakeFirst();
  return row && row.changes !== null ? { ...row, changes: JSON.parse(row.changes) as Snapshot } : undefined;
}

export async function workingCopyChanges(db: Kysely<Tables>, articleIds: number[]): Promise<Map<number, string>> {
  if (articleIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("working_copy")
    .select(["article_id", "changes"])
    .where("article_id", "in", articleIds)
    .where("changes", "is not", null)
    .execute();
  return new Map(rows.map(({ article_id, changes }) => [article_id, changes ?? "{}"]));
}

/**
 * Merges a change with what others have saved since. `begun` names the version that the change began from
 * (`versionName`), `theirs` is the article with its working copy as it is now. Undefined where it is not known any more
 * what the change began from.
 */
export async function mergeStale(
  db: Kysely<Tables>,
  articleId: number,
  begun: string,
  { mine, theirs }: { mine: Snapshot; theirs: Snapshot },
): Promise<Merged | undefined> {
  const versions = versionsOf(begun);
  if (!versions) return undefined;
  const { version, workingCopy } = versions;
  const base = await (workingCopy === null
    ? readSavedVersion(db, articleId, version)
    : readWorkingCopyState(db, articleId, workingCopy));
  return base && mergeSnapshots(base, mine, theirs);
}

/**
 * Whether an account has saved an article, or its working copy, since the version that `begun` names; true as well where
 * that is not known any more.
 */
export async function hasSavedSince(
  db: Kysely<Tables>,
  articleId: number,
  begun: string,
  accountId: number | null,
): Promise<boolean> {
  const versions = versionsOf(begun);
  if (!versions) return true;
  const { version, workingCopy } = versions;
  const base = await (workingCopy === null
    ? findSavedVersion(db, articleId, version)
    : findWorkingCopyState(db, articleId, workingCopy));
  if (!base) return true;
  const own = await db
    .selectFrom("revision")
    .select("n")
    .where("article_id", "=", articleId)
    .where("author_id", "is not distinct from", accountId)
    .where("created_at", ">", base.at)
    .limit(1)
    .executeTakeFirst();
  return own !== undefined;
}

async function readWorkingCopyState(
  db: Kysely<Tables>,
  articleId: number,
  version: number,
): Promise<Snapshot | undefined> {
  const row = await findWorkingCopyState(db, articleId, version);
  return row && decodeSnapshot(row.body);
}

const findWorkingCopyState = (db: Kysely<Tables>, articleId: number, version: number) =>
  db
    .selectFrom("working_copy_state")
    .select(["body", "saved_at as at"])
    .where("article_id", "=", articleId)
    .where("version", "=", version)
    .executeTakeFirst();

async function readSavedVersion(
  db: Kysely<Tables>,
  articleId: number,
  articleVersion: number,
): Promise<Snapshot | undefined> {
  const row = await findSavedVersion(db, articleId, articleVersion);
  return row && (await readRevision(db, articleId, row.n))?.snapshot;
}

const findSavedVersion = (db: Kysely<Tables>, articleId: number, articleVersion: number) =>
  db
    .selectFrom("revision")
    .select(["n", "created_at as at"])
    .where("article_id", "=", articleId)
    .where("article_version", "=", articleVersion)
    .executeTakeFirst();

export async function listDue(
  db: Kysely<Tables>,
  now: number,
  count: number,
): Promise<Pick<Selectable<WorkingCopyTable>, "article_id" | "publish_by" | "publish_reason" | "publish_minor">[]> {
  return db
    .selectFrom("working_copy")
    .select(["article_id", "publish_by", "publish_reason", "publish_minor"])
    .where("publish_at", "<=", now)
    .orderBy("publish_at")
    .limit(count)
    .execute();
}

/** The articles whose working copies contain an address that matches `pattern`. */
export async function workingCopiesShowing(db: Kysely<Tables>, pattern: string): Promise<number[]> {
  const rows = await db
    .selectFrom("working_copy")
    .select("article_id")
    .where("changes", "like", pattern)
    .orderBy("article_id")
    .execute();
  return rows.map(({ article_id }) => article_id);
}

/** What the working copies change, as JSON text, of those that name a stored picture. */
export async function workingCopyTexts(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom("working_copy").select("changes").where("changes", "like", "%/media/%").execute();
  return rows.map(({ changes }) => changes ?? "");
}

/** The versions that an account saved, without their texts: those after a place, in order of articles; at most `limit`. */
export const revisionsOfAccount = (
  db: Kysely<Tables>,
  accountId: number,
  after: { article_id: number; n: number },
  limit: number,
) =>
  db
    .selectFrom("revision")
    .select(["article_id", "n", "created_at", "note", "is_autosave"])
    .where("author_id", "=", accountId)
    .where((eb) =>
      eb.or([
        eb("article_id", ">", after.article_id),
        eb.and([eb("article_id", "=", after.article_id), eb("n", ">", after.n)]),
      ]),
    )
    .orderBy("article_id")
    .orderBy("n")
    .limit(limit)
    .execute();

export async function editedByPeople(db: Kysely<Tables>, articleIds: number[]): Promise<number[]> {
  if (articleIds.length === 0) return [];
  const rows = await db
    .selectFrom("revision")
    .select("article_id")
    .distinct()
    .where("article_id", "in", articleIds)
    .where("author_id", "is not", null)
    .execute();
  return rows.map(({ article_id }) => article_id);
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type Merged = { merged: Snapshot; conflicts: string[] };

const contentOf = ({ content }: Snapshot) => content as string;

/**
 * Merges two changes of the same snapshot: field by field, and its content by its outermost blocks. Fields that `mine`
 * does not have are unchanged.
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
    const content = name === "content" ? mergedContent(contentOf(base), contentOf(mine), contentOf(theirs)) : undefined;
    if (content !== undefined) merged[name] = content;
    else conflicts.push(name);
  }
  return { merged, conflicts };
}
