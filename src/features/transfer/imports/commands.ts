import { randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { lockTable } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { on, recordEvent } from "#features/events/commands.ts";
import { requestItems } from "#features/media/remote/commands.ts";
import type { RemoteItem } from "#features/media/remote/rules.ts";
import type { ImportAnswers } from "#features/newsletter/audience/endpoints.ts";
import { enqueueTask } from "#features/tasks/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError } from "#shared/errors.ts";
import type { ImportKind } from "../sources/items.ts";
import type { ImportRow } from "../tables.ts";
import { type ImportMapping, UploadedFile } from "./endpoints.ts";
import { keyOf } from "./internal/check.ts";
import { failedPictures, requireImport } from "./queries.ts";
import {
  BUSY,
  CANCELLED,
  type Counts,
  type ImportState,
  isReading,
  NO_COUNTS,
  taskKindOf,
  type Work,
} from "./rules.ts";
import { type ImportFolder, newName, removeFile } from "./uploads.ts";

declare module "#features/events/types.ts" {
  interface EventFacts {
    /** Everything that an import has brought is public: the only event of it for other programs. */
    "import.released": object;
  }
}

export type ImportStore = { database: Database; clock: Clock; folder: () => Promise<ImportFolder> };
type Trx = Transaction<Tables>;

/** The name of the job that works on the imports of the processes with this folder. */
export const jobNameOf = (node: string): string => `import-${node} tasks`;

/** What a task of imports does; the rest is in the import's row. `at`: when it was ordered, as a step can be ordered again. */
export type WorkOrder = { id: number; work: Work; at?: number; by: number | null; includesEdited?: boolean };

/** Starts the check of a file. Throws ConflictError while another import runs. */
export async function createImport(
  store: ImportStore,
  by: Actor,
  given: { file?: UploadedFile | undefined; url?: string | undefined; kind?: ImportKind | undefined },
): Promise<ImportRow> {
  const { url = "" } = given;
  const file = given.file ?? (url === "" ? undefined : new UploadedFile(newName(), url, 0));
  if (!file || (file.size === 0 && url === ""))
    throw new InvalidError("invalid_input", "The file is required.", { file: "The file is required." });
  const { node } = await store.folder();
  const now = store.clock.now();
  return store.database.db.transaction().execute(async (trx) => {
    await requireIdle(trx);
    const row = await trx
      .insertInto("import")
      .values({
        kind: given.kind ?? null,
        url: given.file ? "" : url,
        name: file.name,
        // Of its own until the check knows the site.
        source: randomUUID(),
        state: "reading",
        node,
        file: file.file,
        size: file.size,
        created_by: by.accountId,
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordEvent(trx, store.clock, { by, action: "import.create", subject: subjectOf(row) });
    return order(trx, store, by, { row, work: "check", state: "reading" });
  });
}

const subjectOf = ({ id, name }: Pick<ImportRow, "id" | "name">) => ({ kind: "import", id, title: name });

/** Throws ConflictError while any import is worked on. */
async function requireIdle(trx: Trx): Promise<void> {
  await lockTable(trx, "import");
  const busy = await trx.selectFrom("import").select("id").where("work", "!=", "").limit(1).executeTakeFirst();
  if (busy) throw new ConflictError("import_running", BUSY);
}

type Ordered = { row: ImportRow; work: Work; state: ImportState; includesEdited?: boolean };

async function order(
  trx: Trx,
  { clock }: Pick<ImportStore, "clock">,
  by: Actor,
  { row, work, state, ...how }: Ordered,
): Promise<ImportRow> {
  const now = clock.now();
  const payload: WorkOrder = { id: row.id, work, at: now, by: by.accountId, ...how };
  await enqueueTask(trx, now, { kind: taskKindOf({ node: row.node, work }), payload });
  return trx
    .updateTable("import")
    .set({ work, state, done: 0, total: 0, work_started_at: now, error: "", kept: "[]" })
    .where("id", "=", row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What each kind of work needs, and what the import's state is while it lasts. */
const ORDERS = {
  start: { from: ["checked", "failed"], to: "importing", action: "import.start" },
  release: { from: ["staged"], to: "staged", action: "import.release" },
  undo: { from: ["staged", "released", "failed"], to: undefined, action: "import.undo" },
} as const;

/**
 * Orders the next step of an import. Throws NotFoundError, ConflictError for its state or while an import runs, and
 * InvalidError for open questions.
 */
export function continueImport(
  store: ImportStore,
  by: Actor,
  id: number,
  work: keyof typeof ORDERS,
  { answers = {}, includesEdited = false }: { answers?: Record<string, ImportAnswers>; includesEdited?: boolean } = {},
): Promise<ImportRow> {
  const { from, to, action } = ORDERS[work];
  return store.database.db.transaction().execute(async (trx) => {
    await requireIdle(trx);
    const row = await requireImport(trx, id);
    const isReady = (from as readonly string[]).includes(row.state) && row.checked_at !== null;
    if (!isReady) throw wrongState(row);
    if (work === "start") {
      await rejectOvertaken(trx, row);
      rejectQuestions(row, answers);
      await trx
        .updateTable("import")
        .set({ answers: JSON.stringify(answers) })
        .where("id", "=", id)
        .execute();
    }
    await recordEvent(trx, store.clock, { by, action, subject: subjectOf(row) });
    return order(trx, store, by, { row, work, state: to ?? row.state, includesEdited });
  });
}

const wrongState = ({ state }: ImportRow) =>
  new ConflictError("wrong_import_state", `This is not possible while the import is ${state}.`);

/**
 * Throws ConflictError if a later check has read items of the source, which belong to that import then. Single items can be
 * missing: those of people who were erased since.
 */
async function rejectOvertaken(trx: Trx, { id, source, counts }: ImportRow): Promise<void> {
  const items = trx.selectFrom("import_item").where("source", "=", source).where("seen_by", ">=", id);
  const newest = await items.select((eb) => eb.fn.max("seen_by").as("import")).executeTakeFirstOrThrow();
  const { drafts: _drafts, skipped: _skipped, ...read } = { ...NO_COUNTS, ...(JSON.parse(counts) as Counts) };
  const isEmpty = Object.values(read).every((count) => count === 0);
  if (newest.import === id || (newest.import === null && isEmpty)) return;
  throw new ConflictError(
    "wrong_import_state",
    "This source was checked again later. Start that import, or upload it again.",
  );
}

function rejectQuestions({ mappings }: ImportRow, answers: Record<string, ImportAnswers>): void {
  for (const { file, question } of JSON.parse(mappings) as ImportMapping[])
    if (question !== "" && !answers[file]) throw new InvalidError("csv_unclear", question, { answers: question });
}

/** Stops a check or a start, which its task notices. Throws NotFoundError and ConflictError. */
export async function cancelImport(store: ImportStore, by: Actor, id: number): Promise<ImportRow> {
  const { clock } = store;
  const requireReading = async (db: Kysely<Tables>) => {
    const row = await requireImport(db, id);
    if (!isReading(row.work)) throw wrongState(row);
    return row;
  };
  // Before anything is locked: a release holds its locks until its end.
  await requireReading(store.database.db);
  return store.database.db.transaction().execute(async (trx) => {
    await lockTable(trx, "import");
    const row = await requireReading(trx);
    await recordEvent(trx, clock, { by, action: "import.cancel", subject: subjectOf(row) });
    return endWork(trx, id, { state: "failed", error: CANCELLED, finished_at: clock.now() });
  });
}

/** Ends the work on an import, with its new state. */
export const endWork = (trx: Trx, id: number, change: Partial<Omit<ImportRow, "id">>): Promise<ImportRow> =>
  trx
    .updateTable("import")
    .set({ work: "", work_started_at: null, ...change })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Deletes an import and its report; what it has stored stays. Throws NotFoundError and ConflictError. */
export async function deleteImport(store: ImportStore, by: Actor, id: number): Promise<void> {
  const folder = await store.folder();
  const gone = await store.database.db.transaction().execute(async (trx) => {
    await lockTable(trx, "import");
    const row = await requireImport(trx, id);
    if (row.work !== "") throw new ConflictError("import_running", BUSY);
    const { stored } = await trx
      .selectFrom("import_item")
      .select((eb) => eb.fn.countAll<number>().as("stored"))
      .where("import_id", "=", id)
      // The address of a page is taken before its text is stored.
      .where((eb) => eb.or([eb("is_stored", "=", 1), eb("target_kind", "=", "page")]))
      .executeTakeFirstOrThrow();
    // Staged texts would stay hidden for ever.
    if (Number(stored) > 0 && row.released_at === null) throw wrongState(row);
    await trx.deleteFrom("import_item").where("seen_by", "=", id).where("is_stored", "=", 0).execute();
    await trx.deleteFrom("import").where("id", "=", id).execute();
    await recordEvent(trx, store.clock, { by, action: "import.delete", subject: subjectOf(row) });
    return row;
  });
  if (gone.node === folder.node) await removeFile(folder, gone.file);
}

/** Pictures requested in one transaction. */
const REQUESTED_AT_ONCE = 100;

/** Requests the pictures again that could not be copied. Throws NotFoundError. */
export async function retryPictures({ database: { db }, clock }: ImportStore, id: number): Promise<ImportRow> {
  const row = await requireImport(db, id);
  const failed: RemoteItem[] = await failedPictures(db, id);
  for (let at = 0; at < failed.length; at += REQUESTED_AT_ONCE) {
    const some = failed.slice(at, at + REQUESTED_AT_ONCE);
    await db.transaction().execute((trx) => requestItems(trx, clock.now(), some, { isRetry: true }));
  }
  return row;
}

/** Forgets erased people: what is checked or staged no longer puts them on the list. */
export const importSubscribers = [
  on(["person.erase"], async ({ trx }, events) => {
    const emails = events.flatMap(({ facts: { email } }) => [email, email.toLowerCase()]);
    const keys = emails.map((key) => keyOf({ kind: "subscriber", key }));
    await trx.deleteFrom("import_subscriber").where("email", "in", emails).execute();
    await trx.deleteFrom("import_item").where("kind", "=", "subscriber").where("key", "in", keys).execute();
  }),
];
