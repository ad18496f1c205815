import type { Kysely, Selectable, SelectQueryBuilder, Transaction } from "kysely";
import type { Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import type { Actor } from "#shared/actor.ts";
import { DOCUMENT_PATHS, type DocumentTypeName } from "#shared/document.ts";
import { isAllowed, NotFoundError } from "#shared/errors.ts";
import type { CleanHtml } from "#shared/html.ts";
import { mayAny, type Permission } from "#shared/permissions.ts";
import type { ListVersions } from "./history/queries.ts";
import type { Snapshot } from "./history/rules.ts";
import type { DocumentRow, Lifecycle } from "./lifecycle/type.ts";
import type { NewestText, ReviewRule } from "./review/rules.ts";
import type { Texts } from "./rules.ts";
import type { TrashedDocumentTable } from "./tables.ts";
import type { TrashEntry } from "./trash/schema.ts";

/** Actions on a document. Each type maps them to permissions. */
export type DocumentAction = "read" | "suggest" | "write" | "publish" | "approve";
export type DocumentPermissions = Record<DocumentAction, Permission>;

/** A document that moves to the trash. `fields`: its row without the content; `changed`: the affected scopes. */
export type Removed = { fields: object; content: CleanHtml | ""; wasPublic: boolean; changed: Scope[] };

/** A document in the trash. */
export type Trashed = Selectable<TrashedDocumentTable>;

/** What a type adds to moving its documents to the trash and back, in the caller's transaction. */
export type DocumentTrash<Row extends DocumentRow = DocumentRow> = {
  /** Deletes a row that the actor may change; its versions, notes and links stay. */
  remove(trx: Transaction<Tables>, row: Row, actor: Actor): Promise<Removed>;
  /** Inserts a row under its id, as it is `settled`. Returns the affected scopes. Throws NotFoundError and ForbiddenError. */
  restore(
    trx: Transaction<Tables>,
    trashed: Trashed,
    settled: <One extends Row>(row: One) => Promise<One>,
    actor: Actor,
  ): Promise<Scope[]>;
  /** The columns of one whose time passed in the trash, or that may no longer become public by itself. */
  held: Partial<Row>;
  /** The ids of an account's documents as a subquery, for types of which some roles see only their own. */
  ownedBy?: (db: Kysely<Tables>, accountId: number) => SelectQueryBuilder<Tables, keyof Tables, Record<string, number>>;
  /** The schema of a document in the list of the trash if that shows more than the title; `describe` reads it. */
  entry?: TrashEntry;
  describe?: (db: Kysely<Tables>, rows: readonly Pick<Trashed, "fields">[]) => Promise<ReadonlyMap<number, object>>;
};

/**
 * A document type: everything that the shared code needs to know of it (decision 121), its life included. Composed in
 * `src/app`.
 */
export type DocumentType<
  Row extends DocumentRow = DocumentRow,
  Fields extends Snapshot = Snapshot,
  Change extends object = object,
  Shown = unknown,
> = Lifecycle<Row, Fields, Change, Shown> & {
  permissions: DocumentPermissions;
  /** Its newest text, including the working copy, as input of the two-person rule. Throws NotFoundError. */
  newestText: (db: Kysely<Tables>, rule: ReviewRule, id: number) => Promise<NewestText>;
  /** Throws NotFoundError if the actor may not see the unpublished document, and ForbiddenError for the action. */
  authorize: (db: Kysely<Tables>, actor: Actor, action: DocumentAction, id: number) => Promise<void>;
  listVersions: ListVersions;
  trash: DocumentTrash<Row>;
  /** The texts that people can suggest changes to, and the fields that accepted ones change. */
  textsOf(whole: Fields, row: Row): Texts;
  fieldsOfTexts?(texts: Texts): object;
  /** The fields of a text that a template takes: texts, pictures and tags, but no date, slug, byline or switch. */
  templateOf(whole: Fields, row: Row): object;
  /** The paths of documents' pages, where readers may know them. */
  pathsOf: (db: Kysely<Tables>, ids: readonly number[]) => Promise<Map<number, string>>;
  /** The path of its writing room. */
  roomPath: (id: number) => string;
};

/** A type of documents for code that needs to know only what its responses are made of. */
export type Showing<Shown> = DocumentType<DocumentRow, Snapshot, object, Shown>;

/** Whether a user may see a document, published or not. */
export async function maySee(
  db: Kysely<Tables>,
  { permissions, authorize }: Pick<DocumentType, "permissions" | "authorize">,
  actor: Actor,
  id: number,
): Promise<boolean> {
  if (mayAny(actor, permissions.read)) return true;
  try {
    return await isAllowed(() => authorize(db, actor, "read", id));
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
}

type NameBelow<Path extends string, Name> = Name extends `${infer Method} /${infer Rest}`
  ? `${Method} ${Path}/${Rest}`
  : never;

/** Endpoints or handlers below the path of a type, or of each: `GET /:id/notes` becomes `GET /articles/:id/notes`. */
export type OfDocuments<Table, Type extends DocumentTypeName = DocumentTypeName> = {
  [Name in keyof Table as NameBelow<(typeof DOCUMENT_PATHS)[Type], Name>]: Table[Name];
};

/** A table of endpoints or handlers below the path of a type. */
export const ofDocuments = <Table extends object, Type extends DocumentTypeName>(
  { type }: { type: Type },
  table: Table,
) =>
  Object.fromEntries(
    Object.entries(table).map(([name, entry]) => [name.replace(" /", ` ${DOCUMENT_PATHS[type]}/`), entry]),
  ) as OfDocuments<Table, Type>;
