import type { Kysely, Transaction } from "kysely";
import { justWritten } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import type { DocumentKey, DocumentTypeName } from "#shared/document.ts";
import type { PresentedHead } from "./present.ts";
import {
  columnsOf,
  findWorkingCopy,
  newestOfCopy,
  newestRevision,
  type RevisionHead,
  readRevision,
} from "./queries.ts";
import { isFolded, type Save, type Snapshot } from "./rules.ts";
import { encodeSnapshot, storedSnapshot } from "./serialize.ts";

/**
 * Stores a version of a document and returns its number, starting at 1. An autosave may replace its author's last one
 * (`isFolded`), also if others have autosaved since. `stored`: the previous document, which becomes version 1 if there is
 * none yet. The caller holds the lock of its row, so that numbers are unique.
 */
export async function recordRevision(
  trx: Transaction<Tables>,
  document: DocumentKey,
  save: Save,
  stored: () => Save,
): Promise<number> {
  const former = await newestRevision(trx, document);
  if (!former) await insertRevision(trx, document, 1, stored());
  const newest = former ?? justWritten(await newestRevision(trx, document));
  const own = await findFolded(trx, document, save);
  if (!own) {
    await insertRevision(trx, document, newest.n + 1, save);
    return newest.n + 1;
  }
  // Others' versions since move one place down, so that versions stay in the order of their saves.
  for (let n = own.n; n < newest.n; n++) {
    const later = justWritten(await readRevision(trx, document, n + 1));
    await writeRevision(trx, document, n, { ...later.head, snapshot: later.snapshot });
  }
  const { snapshot, authorId: author_id, at: created_at, documentVersion: document_version } = save;
  const suggested_by = save.suggestedBy ?? null;
  const written = { author_id, suggested_by, began_at: own.began_at, created_at, document_version, snapshot };
  await writeRevision(trx, document, newest.n, written);
  return newest.n;
}

/** Autosaved versions of others since the own one that is replaced. */
const MAX_OTHERS = 5;

/** The version that an autosave replaces: its author's last one, with only others' autosaves since. */
async function findFolded(trx: Transaction<Tables>, document: DocumentKey, save: Save) {
  for (const head of await newestOfCopy(trx, document, MAX_OTHERS + 1)) {
    const version = { isAutosave: head.is_autosave === 1, beganAt: head.began_at, note: head.note };
    if (isFolded({ ...version, authorId: head.author_id, suggestedBy: head.suggested_by }, save, save.at)) return head;
    const isOthers = head.author_id !== save.authorId && version.isAutosave && version.note === "";
    if (!isOthers) return undefined;
  }
  return undefined;
}

type Written = Pick<RevisionHead, "author_id" | "suggested_by" | "began_at" | "created_at" | "document_version"> & {
  snapshot: Snapshot;
};

async function writeRevision(
  trx: Transaction<Tables>,
  document: DocumentKey,
  n: number,
  { author_id, suggested_by, began_at, created_at, document_version, snapshot }: Written,
): Promise<void> {
  const columns = { author_id, suggested_by, began_at, created_at, document_version };
  await trx
    .updateTable("revision")
    .set({ ...(await bodyOf(trx, document, n, snapshot)), ...columns })
    .where((eb) => eb.and(columnsOf(document)))
    .where("n", "=", n)
    .execute();
}

export async function ensureFirstRevision(
  trx: Transaction<Tables>,
  document: DocumentKey,
  stored: () => Save,
): Promise<void> {
  if (!(await newestRevision(trx, document))) await insertRevision(trx, document, 1, stored());
}

async function insertRevision(trx: Transaction<Tables>, document: DocumentKey, n: number, save: Save): Promise<void> {
  const { snapshot, authorId, at, isAutosave, documentVersion, startsCopy = false, suggestedBy = null } = save;
  await trx
    .insertInto("revision")
    .values({
      ...columnsOf(document),
      n,
      author_id: authorId,
      suggested_by: suggestedBy,
      began_at: at,
      created_at: at,
      is_autosave: isAutosave ? 1 : 0,
      document_version: documentVersion,
      starts_copy: startsCopy ? 1 : 0,
      note: "",
      ...(await bodyOf(trx, document, n, snapshot)),
    })
    .execute();
}

async function bodyOf(trx: Transaction<Tables>, document: DocumentKey, n: number, snapshot: Snapshot) {
  const base = await trx
    .selectFrom("revision")
    .select(["n", "body"])
    .where((eb) => eb.and(columnsOf(document)))
    .where("n", "<", n)
    .where("base_n", "is", null)
    .orderBy("n", "desc")
    .limit(1)
    .executeTakeFirst();
  return storedSnapshot(snapshot, base);
}

export async function nameRevision(
  db: Kysely<Tables>,
  document: DocumentKey,
  n: number,
  note: string,
): Promise<PresentedHead | undefined> {
  return db
    .updateTable("revision")
    .set({ note })
    .where((eb) => eb.and(columnsOf(document)))
    .where("n", "=", n)
    .returning(["n", "author_id", "suggested_by", "created_at", "note", "is_autosave"])
    .executeTakeFirst();
}

/** Stored states of a working copy, from which unsaved changes may have started. */
const MAX_STATES = 100;

type WorkingCopySave = { changes: Snapshot; whole: Snapshot; authorId: number | null; at: number };

/** Stores the working copy of a document and returns its version, which is unique for the document. */
export async function storeWorkingCopy(
  trx: Transaction<Tables>,
  document: DocumentKey,
  { changes, whole, authorId, at }: WorkingCopySave,
): Promise<number> {
  const saved = { changes: JSON.stringify(changes), saved_at: at, saved_by: authorId };
  const { version } = await trx
    .insertInto("working_copy")
    .values({ ...columnsOf(document), version: 1, ...saved })
    .onConflict((conflict) =>
      conflict.columns(["document_type", "document_id"]).doUpdateSet((eb) => ({
        ...saved,
        version: eb("working_copy.version", "+", 1),
      })),
    )
    .returning("version")
    .executeTakeFirstOrThrow();
  await storeState(trx, document, { version, whole, at });
  return version;
}

/** Changes a working copy that no one can have open, without a new version. */
export async function rewriteWorkingCopy(
  trx: Transaction<Tables>,
  document: DocumentKey,
  rewrite: (changes: object) => object,
): Promise<void> {
  const copy = await findWorkingCopy(trx, document);
  if (!copy) return;
  await trx
    .updateTable("working_copy")
    .set({ changes: JSON.stringify(rewrite(copy.changes)) })
    .where((eb) => eb.and(columnsOf(document)))
    .execute();
}

/** Stores the state after a save, which unsaved changes elsewhere may be based on. */
export async function storeState(
  trx: Transaction<Tables>,
  document: DocumentKey,
  { version, whole, at }: { version: number; whole: Snapshot; at: number },
): Promise<void> {
  await trx
    .insertInto("working_copy_state")
    .values({ ...columnsOf(document), version, saved_at: at, body: encodeSnapshot(whole) })
    .execute();
  await trx
    .deleteFrom("working_copy_state")
    .where((eb) => eb.and(columnsOf(document)))
    .where("version", "<=", version - MAX_STATES)
    .execute();
}

/**
 * Removes the working copy of a document, if any. Its row stays, so that its versions never restart at 1. `isChange`: its
 * words are not in the document, so that the next save of another window must not count as the next one.
 */
export async function dropWorkingCopy(
  trx: Transaction<Tables>,
  document: DocumentKey,
  { isChange = false } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("working_copy")
    .set((eb) => ({
      changes: null,
      publish_at: null,
      publish_by: null,
      ...(isChange && { version: eb("version", "+", 1) }),
    }))
    .where((eb) => eb.and(columnsOf(document)))
    .where("changes", "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The scheduled time (epoch milliseconds), its author and the note of the change. */
type Schedule = { at: number; authorId: number | null; reason?: string; isMinor?: boolean };

export async function scheduleWorkingCopy(
  trx: Transaction<Tables>,
  document: DocumentKey,
  schedule: Schedule | null,
): Promise<void> {
  const { at = null, authorId = null, reason = "", isMinor = false } = schedule ?? {};
  await trx
    .updateTable("working_copy")
    .set({ publish_at: at, publish_by: authorId, publish_reason: reason, publish_minor: isMinor ? 1 : 0 })
    .where((eb) => eb.and(columnsOf(document)))
    .execute();
}

/** Deletes all versions, working copies and save keys of permanently deleted documents. */
export async function forgetRevisions(
  trx: Transaction<Tables>,
  type: DocumentTypeName,
  ids: readonly number[],
): Promise<void> {
  await trx.deleteFrom("revision").where("document_type", "=", type).where("document_id", "in", ids).execute();
  await trx.deleteFrom("working_copy").where("document_type", "=", type).where("document_id", "in", ids).execute();
  await trx
    .deleteFrom("working_copy_state")
    .where("document_type", "=", type)
    .where("document_id", "in", ids)
    .execute();
  await trx.deleteFrom("document_save").where("document_type", "=", type).where("document_id", "in", ids).execute();
}

export async function forgetStates(db: Kysely<Tables>, before: number): Promise<void> {
  await db.deleteFrom("working_copy_state").where("saved_at", "<", before).execute();
}
