import type { Transaction } from "kysely";
import { lockTable } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import type { Action } from "#features/audit/rules.ts";
import { findEdited, wholeOf } from "#features/documents/lifecycle/type.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { recordEvent } from "#features/events/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError } from "#shared/errors.ts";
import { authorize, mayAny } from "#shared/permissions.ts";
import { pictureFolder } from "#shared/pictures.ts";
import { MAX_OWN_TEMPLATES, MAX_TEMPLATES, NAME_TAKEN, TOO_MANY_OWN_TEMPLATES, TOO_MANY_TEMPLATES } from "../rules.ts";
import { listTemplates, presentTemplate, requireTemplate, type TemplateRow } from "./queries.ts";
import type { TemplateBody, TemplateChange, WholeTemplate } from "./schema.ts";

export type TemplateStore = { database: Database; clock: Clock; kind: DocumentType };

/** Throws NotFoundError for a document that the actor may not read, ConflictError and InvalidError. */
export function createTemplate(
  store: TemplateStore,
  actor: Actor,
  { name, document }: TemplateBody,
): Promise<WholeTemplate> {
  const { database, clock, kind } = store;
  return shareCommit(database.db, async (trx) => {
    await lockTable(trx, "template");
    const fields = await fieldsOf(trx, kind, actor, document);
    const others = await listTemplates(trx, kind.type);
    if (others.length >= MAX_TEMPLATES) throw new InvalidError("too_many_templates", TOO_MANY_TEMPLATES);
    const own = others.filter(({ created_by }) => created_by === actor.accountId);
    if (own.length >= MAX_OWN_TEMPLATES && !mayAny(actor, kind.permissions.write))
      throw new InvalidError("too_many_templates", TOO_MANY_OWN_TEMPLATES);
    requireFree(others, name);
    const row = await trx
      .insertInto("template")
      .values({ document_type: kind.type, name, fields, created_by: actor.accountId, updated_at: clock.now() })
      .returningAll()
      .executeTakeFirstOrThrow();
    await record(trx, store, actor, { action: "template.create", row });
    return presentTemplate(trx, kind, actor, row);
  });
}

/** Renames a template, or replaces its fields by those of a document. Throws as `createTemplate`, and ForbiddenError. */
export function changeTemplate(
  store: TemplateStore,
  actor: Actor,
  id: number,
  { name, document }: TemplateChange,
): Promise<WholeTemplate> {
  const { database, clock, kind } = store;
  return shareCommit(database.db, async (trx) => {
    await lockTable(trx, "template");
    const before = await requireOwn(trx, kind, actor, id);
    const fields = document === undefined ? before.fields : await fieldsOf(trx, kind, actor, document);
    if (name !== undefined && name !== before.name) requireFree(await listTemplates(trx, kind.type), name);
    const row = await trx
      .updateTable("template")
      .set({ name: name ?? before.name, fields, updated_at: clock.now() })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const changes = { ...(row.name !== before.name && { name: { from: before.name, to: row.name } }) };
    await record(trx, store, actor, { action: "template.change", row, changes });
    return presentTemplate(trx, kind, actor, row);
  });
}

/** Clears the fields of templates that name the picture `key`; `empty` knows them. */
export async function emptyPictureOfTemplates(
  trx: Transaction<Tables>,
  key: string,
  empty: (fields: object, folder: string) => object,
): Promise<void> {
  const folder = pictureFolder(key);
  const rows = await trx
    .selectFrom("template")
    .select(["id", "fields"])
    .where("fields", "like", `%${folder}%`)
    .forUpdate()
    .execute();
  for (const { id, fields } of rows) {
    const emptied = JSON.stringify(empty(JSON.parse(fields), folder));
    await trx.updateTable("template").set({ fields: emptied }).where("id", "=", id).execute();
  }
}

/** Throws NotFoundError and ForbiddenError. */
export function deleteTemplate(store: TemplateStore, actor: Actor, id: number): Promise<void> {
  return shareCommit(store.database.db, async (trx) => {
    const row = await requireOwn(trx, store.kind, actor, id);
    await trx.deleteFrom("template").where("id", "=", id).execute();
    await record(trx, store, actor, { action: "template.delete", row });
  });
}

/** The template fields of a document's newest text, as JSON. */
async function fieldsOf(trx: Transaction<Tables>, kind: DocumentType, actor: Actor, id: number): Promise<string> {
  await kind.authorize(trx, actor, "read", id);
  const edited = await findEdited(trx, kind, id);
  return JSON.stringify(kind.templateOf(wholeOf(kind, edited), edited.row));
}

async function requireOwn(trx: Transaction<Tables>, { type, permissions }: DocumentType, actor: Actor, id: number) {
  const row = await requireTemplate(trx, type, id);
  authorize(actor, permissions.write, { owners: [row.created_by] });
  return row;
}

function requireFree(others: readonly { name: string }[], name: string): void {
  if (others.some((other) => other.name === name))
    throw new ConflictError("name_taken", NAME_TAKEN, { name: NAME_TAKEN });
}

type Recorded = {
  action: Action & `template.${string}`;
  row: TemplateRow;
  changes?: Record<string, { from?: unknown; to?: unknown }>;
};

const record = (
  trx: Transaction<Tables>,
  { clock, kind }: TemplateStore,
  by: Actor,
  { action, row: { id, name }, changes = {} }: Recorded,
) =>
  recordEvent(trx, clock, {
    by,
    action,
    subject: { kind: "template", id, title: name },
    changes: { ...changes, type: { to: kind.type } },
  });
