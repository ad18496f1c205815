import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { createLoopYield } from "#db/rows.ts";
import type { Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import type { PreparedDraft } from "#features/articles/drafts.ts";
import { authorizeChange } from "#features/articles/policy.ts";
import { MAX_TAGS, TOO_MANY_TAGS } from "#features/articles/rules.ts";
import type { BulkChange, BulkResult } from "#features/articles/schema.ts";
import { lockEdited, wholeOf } from "#features/documents/lifecycle/type.ts";
import { restoreRow, trashRow } from "#features/documents/trash/commands.ts";
import { describeAuthors } from "#features/identity/accounts/queries.ts";
import type { Actor } from "#shared/actor.ts";
import { DomainError, InvalidError } from "#shared/errors.ts";
import { nameKey } from "#shared/text.ts";
import { articleType, type DeskStore } from "../type.ts";

type Change = Partial<PreparedDraft>;

/**
 * Changes many articles in one transaction. Articles that cannot be changed are skipped and reported; an unforeseen
 * error undoes everything. Throws InvalidError for an unknown author.
 */
export async function changeMany(
  store: DeskStore,
  actor: Actor,
  { ids, change }: { ids: number[]; change: BulkChange },
): Promise<BulkResult> {
  return changeContent(store.database, async (trx) => {
    const fields = await fieldsOf(trx, change);
    const scopes: Scope[] = [];
    const result: BulkResult = { changed: [], failed: [] };
    const pause = createLoopYield();
    // In a fixed order, to prevent deadlocks.
    for (const id of ids.toSorted((left, right) => left - right)) {
      await pause();
      try {
        scopes.push(...(await changeOne(trx, { store, actor, id }, fields, change)));
        result.changed.push(id);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        result.failed.push({ id, detail: error.message });
      }
    }
    return { result, changed: scopes };
  });
}

/** Returns the affected scopes. Throws a DomainError before anything is written. */
async function changeOne(
  trx: Transaction<Tables>,
  { store, actor, id }: { store: DeskStore; actor: Actor; id: number },
  fields: Change,
  change: BulkChange,
): Promise<Scope[]> {
  const type = articleType(store);
  const scopes = change.trash === false ? await restoreRow(trx, store, type, actor, id) : [];
  const edited = await lockEdited(trx, type, id);
  const { row: before, copy } = edited;
  const now = store.clock.now();
  await authorizeChange(trx, actor, { before, status: change.status, now });
  const phase = type.phaseOf(before, now);
  // A draft is saved, and what readers have is published, with its working copy; what waits is published as approved.
  const ended = phase === "draft" || (phase === "public" && change.status === "published") ? copy : undefined;
  const copied = await type.prepare(ended?.changes ?? {});
  const tags = copied.tags ?? (JSON.parse(before.tags) as string[]);
  const given = { ...fields, ...tagsAfter(tags, change) };
  if (given.status === "published") {
    const { category } = fields;
    type.requireComplete({ ...wholeOf(type, { row: before, copy: ended }), ...(category && { category }) }, before);
    given.publishedAt = before.published_at ?? now;
  }
  if (Object.keys(given).length > 0) {
    const isUpdate = phase === "public" && Object.keys(ended?.changes ?? {}).length > 0;
    const write = { before, ended, change: { ...copied, ...given } as Change, isUpdate };
    scopes.push(...(await type.write(trx, actor, write)).changed);
  }
  if (change.trash === true) scopes.push(...(await trashRow(trx, store, type, { actor, id })));
  return scopes;
}

/** The part of the change that is the same for all articles. Throws InvalidError for an unknown author. */
async function fieldsOf(trx: Transaction<Tables>, change: BulkChange): Promise<Change> {
  const { trash: _trash, tags_add: _added, tags_remove: _removed, ...fields } = change;
  if (fields.authors) await describeAuthors(trx, fields.authors);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function tagsAfter(before: readonly string[], { tags_add, tags_remove }: BulkChange): Change {
  if (!tags_add && !tags_remove) return {};
  const removed = new Set(tags_remove?.map(nameKey));
  const kept = before.filter((tag) => !removed.has(nameKey(tag)));
  const known = new Set(kept.map(nameKey));
  const tags = [...kept, ...(tags_add ?? []).filter((tag) => !known.has(nameKey(tag)))];
  if (tags.length > MAX_TAGS) throw new InvalidError("too_many_tags", TOO_MANY_TAGS);
  return { tags };
}
