import { type Kysely, sql, type Transaction } from "kysely";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import type { ImportItemRow, TargetKind } from "../../tables.ts";

type Target = Pick<ImportItemRow, "target_kind" | "target_id" | "version" | "is_stored">;

const nameOf = ({ target_kind, target_id }: Pick<Target, "target_kind" | "target_id">) => `${target_kind} ${target_id}`;

/** The present versions of the articles and pages that items became; those that were deleted have none. */
export async function versionsOf(db: Kysely<Tables>, items: readonly Target[]): Promise<Map<string, number>> {
  const versions = new Map<string, number>();
  const found = { article: articleVersions, page: pageVersions };
  for (const table of ["article", "page"] as const) {
    const ids = items.flatMap(({ target_kind, target_id, is_stored }) =>
      target_kind === table && target_id !== null && is_stored === 1 ? [target_id] : [],
    );
    for (const some of chunksOf(ids)) {
      for (const { id, version } of await found[table](db, some))
        versions.set(nameOf({ target_kind: table, target_id: id }), version);
      const copies = await db
        .selectFrom("working_copy")
        .select("document_id")
        .where("document_type", "=", table)
        .where("document_id", "in", some)
        .where("changes", "is not", null)
        .execute();
      for (const { document_id } of copies) versions.delete(nameOf({ target_kind: table, target_id: document_id }));
    }
  }
  return versions;
}

const articleVersions = (db: Kysely<Tables>, ids: readonly number[]) =>
  db.selectFrom("article").select(["id", "version"]).where("id", "in", ids).execute();

const pageVersions = (db: Kysely<Tables>, ids: readonly number[]) =>
  db.selectFrom("page").select(["id", "version"]).where("id", "in", ids).execute();

/** Whether people have changed or deleted what an item became since the import wrote it. */
export const isEdited = (item: Target, versions: ReadonlyMap<string, number>): boolean =>
  versions.get(nameOf(item)) !== item.version;

/** What an import has added, by item. */
type Added = { importId: number; kind: TargetKind; version?: number | null };

/** Notes what items became that an import has added: an undo removes these alone. */
export async function noteAdded(
  trx: Transaction<Tables>,
  { importId, kind, version = null }: Added,
  made: readonly { id: number; target: number }[],
): Promise<void> {
  for (const some of chunksOf(made)) {
    const pairs = some.map(({ id, target }) => sql`(cast(${id} as integer), cast(${target} as integer))`);
    await sql`update import_item set import_id = ${importId}, target_kind = ${kind}, target_id = made.column2,
      is_added = 1, is_stored = 1, version = cast(${version} as integer)
      from (values ${sql.join(pairs)}) as made where import_item.id = made.column1`.execute(trx);
  }
}

/** Deletes the items of an undone import. Those that a later import has read are reset, so that it can add them. */
export async function forgetItems(
  trx: Transaction<Tables>,
  importId: number,
  items: readonly { id: number }[],
): Promise<void> {
  for (const some of chunksOf(items.map(({ id }) => id))) {
    await trx.deleteFrom("import_item").where("id", "in", some).where("seen_by", "=", importId).execute();
    await trx
      .updateTable("import_item")
      .set({
        import_id: null,
        target_kind: "",
        target_id: null,
        topic_id: null,
        version: null,
        hash: "",
        is_added: 0,
        is_stored: 0,
      })
      .where("id", "in", some)
      .execute();
  }
}
