import type { Kysely } from "kysely";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import type { ImportItemRow } from "../../tables.ts";

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
