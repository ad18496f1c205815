import { type Kysely, type Selectable, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { TemplateTable } from "#features/documents/tables.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { accountNames } from "#features/identity/accounts/queries.ts";
import type { PictureUse } from "#features/media/pictures/schema.ts";
import type { Actor } from "#shared/actor.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import { NotFoundError } from "#shared/errors.ts";
import { may } from "#shared/permissions.ts";
import { isoDate } from "#shared/time.ts";
import { NO_TEMPLATE } from "../rules.ts";
import type { Template, WholeTemplate } from "./schema.ts";

export type TemplateRow = Selectable<TemplateTable>;
type Listed = Omit<TemplateRow, "fields">;

const LISTED = ["id", "document_type", "name", "created_by", "updated_at"] as const;

/** Templates of a type without their fields, by name. */
export const listTemplates = (db: Kysely<Tables>, type: DocumentTypeName): Promise<Listed[]> =>
  db
    .selectFrom("template")
    .select(LISTED)
    .where("document_type", "=", type)
    .orderBy(sql`lower(name)`)
    .orderBy("id")
    .execute();

/** Throws NotFoundError. */
export async function requireTemplate(db: Kysely<Tables>, type: DocumentTypeName, id: number): Promise<TemplateRow> {
  const row = await db
    .selectFrom("template")
    .selectAll()
    .where("document_type", "=", type)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new NotFoundError("template_not_found", NO_TEMPLATE);
  return row;
}

/** Templates as the API returns them to an actor. */
export async function presentTemplates(
  db: Kysely<Tables>,
  { permissions }: Pick<DocumentType, "permissions">,
  actor: Actor,
  rows: readonly Listed[],
): Promise<Template[]> {
  const authors = rows.map(({ created_by }) => created_by);
  const names = await accountNames(db, authors);
  return rows.map(({ id, name, created_by, updated_at }) => ({
    id,
    name,
    author: names.get(created_by ?? 0) ?? null,
    may_change: may(actor, permissions.write, { owners: [created_by] }),
    updated: isoDate(updated_at),
  }));
}

export async function presentTemplate(
  db: Kysely<Tables>,
  kind: Pick<DocumentType, "permissions">,
  actor: Actor,
  row: TemplateRow,
): Promise<WholeTemplate> {
  const presented = await presentTemplates(db, kind, actor, [row]);
  return { ...(presented[0] as Template), fields: JSON.parse(row.fields) };
}

/** The templates that an account has created, for its export. */
export const templatesOfAccount = (db: Kysely<Tables>, accountId: number) =>
  db
    .selectFrom("template")
    .select(["document_type as type", "name"])
    .where("created_by", "=", accountId)
    .orderBy("id")
    .execute();

/** The templates that show a picture whose addresses match `pattern`. */
export async function templatesShowing(db: Kysely<Tables>, pattern: string): Promise<PictureUse[]> {
  const rows = await db.selectFrom("template").select(["id", "name"]).where("fields", "like", pattern).execute();
  return rows.map(({ id, name }) => ({ type: "template", id, title: name }));
}

/** All texts of templates that may name pictures. */
export async function templateTexts(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom("template").select("fields").execute();
  return rows.map(({ fields }) => fields);
}
