import { type Kysely, type Selectable, type SqlBool, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { TrashedDocumentTable } from "#features/documents/tables.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { accountNames } from "#features/identity/accounts/queries.ts";
import type { PictureUse } from "#features/media/pictures/schema.ts";
import type { Actor } from "#shared/actor.ts";
import type { DocumentKey, DocumentTypeName } from "#shared/document.ts";
import { may, mayAny } from "#shared/permissions.ts";
import type { Page } from "#shared/schema.ts";
import { columnsOf } from "../history/queries.ts";

/** A document in the trash without its content. */
export type TrashedRow = Pick<
  Selectable<TrashedDocumentTable>,
  "document_type" | "document_id" | "title" | "fields" | "trashed_at" | "trashed_by"
>;

/** The visible part of the trash: per type all documents, or those of the actor. */
function selectVisible(db: Kysely<Tables>, kinds: readonly DocumentType[], actor: Actor) {
  const seen = kinds.filter(({ permissions }) => may(actor, permissions.read));
  return db.selectFrom("trashed_document").where((eb) =>
    eb.or(
      seen.map(({ type, permissions, trash }) => {
        const isType = eb("document_type", "=", type);
        if (mayAny(actor, permissions.read)) return isType;
        const own = trash.ownedBy?.(db, actor.accountId ?? 0);
        return own ? eb.and([isType, eb("document_id", "in", own)]) : eb.val(false);
      }),
    ),
  );
}

/** A page of the trash that an actor sees, latest first, with the names of deleters, and the total. */
export async function pageTrash(
  db: Kysely<Tables>,
  kinds: readonly DocumentType[],
  actor: Actor,
  { limit, offset }: Page,
) {
  const trash = selectVisible(db, kinds, actor);
  const rows: TrashedRow[] = await trash
    .select(["document_type", "document_id", "title", "fields", "trashed_at", "trashed_by"])
    .orderBy("trashed_at", "desc")
    .orderBy("document_id", "desc")
    .orderBy("document_type")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await trash.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const names = await accountNames(
    db,
    rows.map(({ trashed_by }) => trashed_by),
  );
  return { rows, names, total: Number(total) };
}

/** The documents of a type in the trash, to be narrowed by the caller. */
export const selectTrashed = (db: Kysely<Tables>, type: DocumentTypeName) =>
  db.selectFrom("trashed_document").where("document_type", "=", type);

/** Whether a trashed or permanently deleted document was public. */
export async function isRemoved(db: Kysely<Tables>, document: DocumentKey): Promise<boolean> {
  const row = await db
    .selectFrom("trashed_document")
    .select("document_id")
    .where((eb) => eb.and(columnsOf(document)))
    .where("was_public", "=", 1)
    .union(
      db
        .selectFrom("removed_document")
        .select("document_id")
        .where((eb) => eb.and(columnsOf(document))),
    )
    .executeTakeFirst();
  return row !== undefined;
}

export async function trashedTitles(
  db: Kysely<Tables>,
  type: DocumentTypeName,
  ids: number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await selectTrashed(db, type).select(["document_id", "title"]).where("document_id", "in", ids).execute();
  return new Map(rows.map(({ document_id, title }) => [document_id, title]));
}

/** The ids of documents of a type in the trash with one of the given titles. */
export async function idsInTrash(
  db: Kysely<Tables>,
  type: DocumentTypeName,
  titles: readonly string[],
): Promise<number[]> {
  const rows = await selectTrashed(db, type).select("document_id").where("title", "in", titles).execute();
  return rows.map(({ document_id }) => document_id);
}

/** The trashed documents with a picture whose addresses match `pattern`, because they may be restored. */
export async function trashShowing(db: Kysely<Tables>, pattern: string): Promise<PictureUse[]> {
  const rows = await db
    .selectFrom("trashed_document")
    .select(["document_type", "document_id", "title"])
    .where((eb) => eb.or([eb("fields", "like", pattern), sql<SqlBool>`content like ${pattern}`]))
    .orderBy("document_type")
    .orderBy("document_id")
    .execute();
  return rows.map(({ document_type: type, document_id: id, title }) => ({ type, id, title, is_trashed: true }));
}

/** All texts in the trash that may name pictures. */
export async function trashTexts(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom("trashed_document").select(["fields", "content"]).execute();
  return rows.flatMap(({ fields, content }) => [fields, content]);
}
