import { setImmediate as otherTasks } from "node:timers/promises";
import type { Kysely } from "kysely";
import { changeContent } from "#db/change.ts";
import { EVERYTHING } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { postponeMoves } from "#features/articles/list/commands.ts";
import { type Released, readStaged, releaseStaged } from "#features/articles/staged.ts";
import { recordEvent } from "#features/events/commands.ts";
import { releaseStagedPages } from "#features/pages/staged.ts";
import { addWordsAhead } from "#features/search/commands.ts";
import type { Actor } from "#shared/actor.ts";
import type { Finding } from "../../sources/items.ts";
import type { ImportItemRow, ImportRow } from "../../tables.ts";
import { endWork, type WorkOrder } from "../commands.ts";
import type { TextData } from "./check.ts";
import { addCollections } from "./collections.ts";
import { type EngineParts, ended, lockOrdered, type Trx, type Work } from "./engine.ts";
import { addFindings } from "./findings.ts";
import { redirectRest, redirectTexts } from "./redirects.ts";
import { addSubscribers } from "./subscribers.ts";
import { applyUpdates } from "./updates.ts";

/** Documents released between two turns of the event loop. */
const RELEASED_AT_ONCE = 100;

/** Makes public what an import has staged, as one change: one transaction, which other writers wait for. */
export function releaseWork(parts: EngineParts, row: ImportRow, order: WorkOrder, actor: Actor): Work {
  return {
    async ahead() {
      await addWordsOf(parts, order);
      await parts.database.maintenance((database) =>
        changeContent(database, async (trx) => {
          const known = await lockOrdered(trx, order);
          if (!known) return { result: undefined, changed: [] };
          await releaseAll(trx, parts, known, actor);
          return { result: undefined, changed: [EVERYTHING] };
        }),
      );
    },
    step: async () => ended(),
    async close() {
      parts.live.delete(row.id);
    },
  };
}

async function releaseAll(trx: Trx, parts: EngineParts, row: ImportRow, actor: Actor): Promise<void> {
  const { id } = row;
  const { total } = await trx
    .selectFrom("import_item")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("import_id", "=", id)
    .where("kind", "in", ["post", "page"])
    .executeTakeFirstOrThrow();
  let findings = row.findings;
  const report = async (found: readonly Finding[]) => {
    findings = await addFindings(trx, id, findings, found);
  };
  await postponeMoves(trx, async () => {
    for (let after = 0, done = 0; ; ) {
      const items = await nextTexts(trx, id, after);
      if (items.length === 0) break;
      await report(await releaseSome(trx, parts, actor, items));
      after = items.at(-1)?.id ?? after;
      done += items.length;
      parts.live.set(id, { done, total: Number(total) });
      await otherTasks();
    }
  });
  await report(await redirectAll(trx, parts, row));
  await report(await applyUpdates(trx, parts, actor, id));
  await report(await addCollections(trx, parts, actor, row));
  await report(await redirectRest(trx, parts, row));
  await addSubscribers(trx, id, parts.clock.now());
  const now = parts.clock.now();
  await endWork(trx, id, { state: "released", released_at: now, finished_at: now, findings });
  const subject = { kind: "import", id, title: row.name };
  await recordEvent(trx, parts.clock, { by: actor, action: "import.released", subject, facts: {} });
}

const nextTexts = (db: Kysely<Tables>, id: number, after: number): Promise<ImportItemRow[]> =>
  db
    .selectFrom("import_item")
    .selectAll()
    .where("import_id", "=", id)
    .where("kind", "in", ["post", "page"])
    .where("id", ">", after)
    .orderBy("id")
    .limit(RELEASED_AT_ONCE)
    .execute();

const releaseOf = ({ target_id, data }: ImportItemRow) => {
  const { isPublished, publishedAt } = JSON.parse(data) as TextData;
  return { id: target_id ?? 0, isPublished, publishedAt };
};

/** Adds the words of what the release publishes to the vocabulary, in short transactions before its long one. */
async function addWordsOf(parts: EngineParts, order: WorkOrder): Promise<void> {
  const { db } = parts.database;
  for (let after = 0; ; ) {
    const items = await nextTexts(db, order.id, after);
    if (items.length === 0) return;
    after = items.at(-1)?.id ?? after;
    const published = new Set(items.map(releaseOf).flatMap(({ id, isPublished }) => (isPublished ? id : [])));
    const staged = await readStaged(db, items.flatMap(articleOf));
    const articles = staged.map(({ state, text }) => ({
      after: { ...state, status: published.has(state.id) ? ("published" as const) : state.status },
      text: () => text,
    }));
    await db.transaction().execute((trx) => addWordsAhead(trx, articles));
  }
}

const articleOf = ({ target_kind, target_id }: ImportItemRow): number[] =>
  target_kind === "article" && target_id !== null ? [target_id] : [];

/** Redirects the old addresses of everything that is stored: last, as other changes of redirects wait from then on. */
async function redirectAll(trx: Trx, parts: EngineParts, row: ImportRow): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (let after = 0; ; ) {
    const items = await nextTexts(trx, row.id, after);
    if (items.length === 0) return findings;
    after = items.at(-1)?.id ?? after;
    const stored = items.filter(({ is_stored }) => is_stored === 1);
    findings.push(...(await redirectTexts(trx, parts, row, stored)));
    await otherTasks();
  }
}

async function releaseSome(trx: Trx, parts: EngineParts, actor: Actor, items: readonly ImportItemRow[]) {
  const stored = items.filter(({ is_stored }) => is_stored === 1);
  const articles = stored.filter(({ target_kind }) => target_kind === "article");
  const pages = stored.filter(({ target_kind }) => target_kind === "page");
  const released = await releaseStaged(trx, parts, actor, articles.map(releaseOf));
  const { held } = await releaseStagedPages(trx, parts, actor, pages.map(releaseOf));
  return [...released.held, ...held].map(notPublished);
}

const notPublished = ({ title }: Released["held"][number]): Finding => ({
  level: "warning",
  item: title,
  message: "It needs an approval before it is published, so it is a draft.",
});
