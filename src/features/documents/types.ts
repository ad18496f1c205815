import type { Kysely, Selectable, SelectQueryBuilder, Transaction } from "kysely";
import type { Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import type { NotifiedType } from "#features/notifications/types.ts";
import type { Actor } from "#shared/actor.ts";
import { DOCUMENT_PATHS, type DocumentPath, type DocumentTypeName } from "#shared/document.ts";
import { isAllowed, NotFoundError } from "#shared/errors.ts";
import type { CleanHtml } from "#shared/html.ts";
import { mayAny, type Permission } from "#shared/permissions.ts";
import type { ClaimKey } from "./history/saves.ts";
import type { NewestText, ReviewRule } from "./review/rules.ts";
import type { Texts } from "./rules.ts";
import type { TrashedDocumentTable } from "./tables.ts";
import type { TrashEntry } from "./trash/schema.ts";

/** Actions on a document. Each type maps them to permissions. */
export type DocumentAction = "read" | "write" | "publish" | "approve";
export type DocumentPermissions = Record<DocumentAction, Permission>;

/** Unscheduled documents, and the affected scopes. */
export type Held = { documents: { id: number; title: string }[]; changed: Scope[] };

/** A document that moves to the trash. `fields`: its row without the content; `changed`: the affected scopes. */
export type Removed = {
  title: string;
  fields: object;
  content: CleanHtml | "";
  wasPublic: boolean;
  changed: Scope[];
};

/** A document in the trash. */
export type Trashed = Selectable<TrashedDocumentTable>;

/** Moves documents of a type to the trash and back, in the caller's transaction. */
export type DocumentTrash = {
  type: DocumentTypeName;
  /** Deletes the row; its versions, notes and links stay. Throws NotFoundError, ForbiddenError and ConflictError. */
  remove: (trx: Transaction<Tables>, actor: Actor, id: number) => Promise<Removed>;
  /** Restores the row under its id; returns the affected scopes. Throws NotFoundError and ForbiddenError. */
  restore: (trx: Transaction<Tables>, actor: Actor, trashed: Trashed) => Promise<Scope[]>;
  /** The ids of an account's documents as a subquery, for types of which some roles see only their own. */
  ownedBy?: (db: Kysely<Tables>, accountId: number) => SelectQueryBuilder<Tables, keyof Tables, Record<string, number>>;
  /** The schema of a document in the list of the trash if that shows more than the title; `describe` reads it. */
  entry?: TrashEntry;
  describe?: (db: Kysely<Tables>, rows: readonly Pick<Trashed, "fields">[]) => Promise<ReadonlyMap<number, object>>;
};

/** The current texts of a document, and the name of that version. `isFinal`: they can no longer be changed. */
export type CurrentTexts = { texts: Texts; name: string; isFinal?: boolean };

/** `claim` runs in the transaction of the save. `suggestedBy`: the account whose suggestion is accepted. */
type TextWrite = { ifMatch: string; claim: ClaimKey; suggestedBy: number };

/** Reads and saves the texts of documents of a type that can have suggestions. */
export type DocumentTexts = {
  /** The current texts, including the working copy, and the name of that version. Throws NotFoundError. */
  read: (db: Kysely<Tables>, id: number) => Promise<CurrentTexts>;
  /** Saves texts as the actor's own change, as autosaves do. Throws as a save does. */
  save: (actor: Actor, id: number, texts: Texts, write: TextWrite) => Promise<void>;
};

/** A document type: everything that the shared code needs to know of it (decision 121). Composed in `src/app`. */
export type DocumentType = NotifiedType & {
  /** The error message for a document that does not exist. */
  unknown: string;
  permissions: DocumentPermissions;
  /** Locks the document until the commit. Throws NotFoundError. */
  lock: (trx: Transaction<Tables>, id: number) => Promise<void>;
  /** Its newest text, including the working copy, as input of the two-person rule. Throws NotFoundError. */
  newestText: (db: Kysely<Tables>, rule: ReviewRule, id: number) => Promise<NewestText>;
  /** Unschedules documents that lack the approval of the two-person rule. */
  holdScheduled: (trx: Transaction<Tables>, by: Actor) => Promise<Held>;
  /** Throws NotFoundError if the actor may not see the unpublished document, and ForbiddenError for the action. */
  authorize: (db: Kysely<Tables>, actor: Actor, action: DocumentAction, id: number) => Promise<void>;
  /** The current versions of existing documents, in the format of `If-Match`. */
  versionNames: (db: Kysely<Tables>, ids: number[]) => Promise<Map<number, string>>;
  trash: DocumentTrash;
  texts: DocumentTexts;
  /**
   * The fields of its newest text, including the working copy, for a template: texts, pictures and tags, but no
   * date, slug, byline or switch. Throws NotFoundError.
   */
  templateFields: (db: Kysely<Tables>, id: number) => Promise<object>;
  /** The path of its writing room. */
  roomPath: (id: number) => string;
};

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

/** Endpoints or handlers below the path of each type: `GET /:id/notes` becomes `GET /articles/:id/notes`. */
export type OfDocuments<Table> = {
  [Name in keyof Table as NameBelow<DocumentPath, Name>]: Table[Name];
};

/** A table of endpoints or handlers below the path of a type. */
export const ofDocuments = <Table extends object>({ type }: Pick<DocumentType, "type">, table: Table) =>
  Object.fromEntries(
    Object.entries(table).map(([name, entry]) => [name.replace(" /", ` ${DOCUMENT_PATHS[type]}/`), entry]),
  ) as OfDocuments<Table>;
