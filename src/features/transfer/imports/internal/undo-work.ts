import type { Kysely } from "kysely";
import { changeContent } from "#db/change.ts";
import { EVERYTHING, type Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { removeImported } from "#features/addresses/redirects/commands.ts";
import { releaseStaged, removeStaged } from "#features/articles/staged.ts";
import { articleType } from "#features/articles/type.ts";
import { trashRow } from "#features/documents/trash/commands.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { deleteSubscriber } from "#features/newsletter/commands.ts";
import { pageDocument } from "#features/pages/document.ts";
import { releaseStagedPages, removeStagedPages } from "#features/pages/staged.ts";
import type { Actor } from "#shared/actor.ts";
import { NotFoundError } from "#shared/errors.ts";
import type { ImportItemRow, ImportRow } from "../../tables.ts";
import { endWork, type WorkOrder } from "../commands.ts";
import { type EngineParts, ended, lockOrdered, setProgress, type Trx, type Work } from "./engine.ts";
import { pathsOf } from "./redirects.ts";
import { removeNames } from "./removed-names.ts";
import { forgetItems, isEdited, versionsOf } from "./targets.ts";

/** Documents removed in one transaction. */
const REMOVED_AT_ONCE = 50;
/** Titles of what stays that are listed. */
const MAX_KEPT = 1_000;

type Phase = "texts" | "people" | "names";
type Position = { phase: Phase; after: number; done: number; total: number; kept: string[] };
type Undone = Pick<Position, "after" | "done" | "kept"> & { isEnd: boolean };

/**
 * Removes what an import has brought. Each step removes what its position names in a transaction of its own, and finds less if it
 * runs again.
 */
export function undoWork(parts: EngineParts, row: ImportRow, order: WorkOrder, actor: Actor): Work {
  let undone: (Undone & { tookMs: number }) | undefined;
  const start = async (): Promise<Position> => ({
    phase: "texts",
    after: 0,
    done: 0,
    total: await countTexts(parts.database.db, row.id),
    kept: [],
  });
  const run = (phase: Phase, after: number): Promise<Undone> =>
    changeContent(parts.database, async (trx) => {
      const known = await lockOrdered(trx, order);
      if (!known) return { result: { after, done: 0, kept: [], isEnd: true }, changed: [] };
      const undo = { texts: removeTexts, people: removePeople, names: removeAll }[phase];
      const { changed, ...result } = await undo(trx, parts, actor, { row: known, after, order });
      return { result, changed };
    });
  return {
    async ahead(position) {
      const { phase, after } = (position as Position | null) ?? (await start());
      const began = performance.now();
      undone = { ...(await run(phase, after)), tookMs: performance.now() - began };
    },
    async step(trx, position) {
      const at = (position as Position | null) ?? (await start());
      if (!undone || !(await lockOrdered(trx, order))) return ended();
      const done = at.done + undone.done;
      const kept = [...at.kept, ...undone.kept].slice(0, MAX_KEPT);
      await setProgress(trx, row.id, done, at.total);
      const phase = undone.isEnd ? NEXT[at.phase] : at.phase;
      if (phase) {
        const next: Position = { ...at, phase, after: undone.isEnd ? 0 : undone.after, done, kept };
        return { position: next, done, total: at.total, isDone: false, waitMs: undone.tookMs };
      }
      const state = { state: "undone" as const, finished_at: parts.clock.now(), kept: JSON.stringify(kept) };
      await endWork(trx, row.id, state);
      return ended(done, at.total);
    },
    close: async () => {},
  };
}

const NEXT: Partial<Record<Phase, Phase>> = { texts: "people", people: "names" };

async function countTexts(db: Kysely<Tables>, id: number): Promise<number> {
  const { total } = await textsOf(db, id)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

const textsOf = (db: Kysely<Tables>, id: number) =>
  db.selectFrom("import_item").where("import_id", "=", id).where("kind", "in", ["post", "page"]);

/** What readers may see of a removal: nothing of what was never released. */
const publicly = ({ released_at }: ImportRow, isAny: boolean): Scope[] =>
  isAny && released_at !== null ? [EVERYTHING] : [];

type Undo = { row: ImportRow; after: number; order: WorkOrder };
type Result = Undone & { changed: Scope[] };

async function removeTexts(trx: Trx, parts: EngineParts, actor: Actor, { row, after, order }: Undo): Promise<Result> {
  await trx.deleteFrom("import_update").where("import_id", "=", row.id).execute();
  const items = await textsOf(trx, row.id)
    .selectAll()
    .where("id", ">", after)
    .orderBy("id")
    .limit(REMOVED_AT_ONCE)
    .execute();
  const versions = await versionsOf(trx, items);
  const stays = (item: ImportItemRow) => item.is_stored === 1 && isEdited(item, versions) && !order.includesEdited;
  const going = items.filter((item) => !stays(item));
  const present = await presentTargets(trx, items.filter(stays));
  const kept = items.filter((item) => stays(item) && present.has(item.id));
  const paths = await pathsOf(trx, going);
  for (const kind of ["article", "page"] as const) {
    const idsOf = (some: ImportItemRow[]) =>
      some.flatMap(({ target_kind, target_id }) => (target_kind === kind && target_id !== null ? [target_id] : []));
    await removeDocuments(trx, parts, actor, kind, idsOf(going));
    await keepAsDrafts(trx, parts, actor, kind, idsOf(kept));
  }
  await removeImported(trx, { targets: [...paths.values()] });
  await forgetItems(trx, row.id, going);
  return {
    after: items.at(-1)?.id ?? after,
    done: items.length,
    kept: kept.map(({ title }) => title),
    isEnd: items.length < REMOVED_AT_ONCE,
    changed: publicly(row, going.length > 0),
  };
}

/** Those of some items whose documents people have not deleted. */
async function presentTargets(trx: Trx, items: readonly ImportItemRow[]): Promise<ReadonlySet<number>> {
  const paths = await pathsOf(trx, items);
  return new Set(paths.keys());
}

/** Staged documents are deleted; others go to the trash, like all that people delete. */
async function removeDocuments(
  trx: Trx,
  parts: EngineParts,
  actor: Actor,
  kind: "article" | "page",
  ids: readonly number[],
) {
  const staged = new Set(await (kind === "article" ? removeStaged(trx, ids) : removeStagedPages(trx, ids)));
  const type = (kind === "article" ? articleType(parts) : pageDocument(parts)) as DocumentType;
  for (const id of ids) {
    if (staged.has(id)) continue;
    try {
      await trashRow(trx, parts, type, { actor, id });
    } catch (error) {
      // It was deleted.
      if (!(error instanceof NotFoundError)) throw error;
    }
  }
}

/** Staged documents that people have edited become their drafts. */
async function keepAsDrafts(
  trx: Trx,
  parts: EngineParts,
  actor: Actor,
  kind: "article" | "page",
  ids: readonly number[],
) {
  const releases = ids.map((id) => ({ id, isPublished: false, publishedAt: null }));
  await (kind === "article" ? releaseStaged : releaseStagedPages)(trx, parts, actor, releases);
}

/** Removes the people that the import has put on the list, as it put them there: one who left since stays as having left. */
async function removePeople(trx: Trx, parts: EngineParts, actor: Actor, { row, after }: Undo): Promise<Result> {
  await trx.deleteFrom("import_subscriber").where("import_id", "=", row.id).execute();
  const items = await trx
    .selectFrom("import_item")
    .leftJoin("subscriber", "subscriber.id", "import_item.target_id")
    .select(["import_item.id", "import_item.is_added", "import_item.version"])
    .select(["subscriber.id as subscriber_id", "subscriber.status"])
    .where((eb) =>
      eb.or([
        eb("import_item.import_id", "=", row.id),
        eb.and([eb("import_item.seen_by", "=", row.id), eb("import_item.is_stored", "=", 0)]),
      ]),
    )
    .where("import_item.kind", "=", "subscriber")
    .where("import_item.id", ">", after)
    .orderBy("import_item.id")
    .limit(REMOVED_AT_ONCE)
    .execute();
  for (const { is_added, version, subscriber_id, status } of items)
    if (is_added === 1 && subscriber_id !== null && status === (version === 1 ? "active" : "unsubscribed"))
      await deleteSubscriber(trx, parts.clock, actor, { id: subscriber_id });
  await forgetItems(trx, row.id, items);
  return { after: items.at(-1)?.id ?? after, done: 0, kept: [], isEnd: items.length < REMOVED_AT_ONCE, changed: [] };
}

async function removeAll(trx: Trx, parts: EngineParts, actor: Actor, { row, after }: Undo): Promise<Result> {
  const { last, count } = await removeNames(trx, parts, actor, {
    importId: row.id,
    after,
    limit: REMOVED_AT_ONCE,
  });
  return { after: last, done: 0, kept: [], isEnd: count < REMOVED_AT_ONCE, changed: publicly(row, count > 0) };
}
