import type { Kysely, Selectable, SelectQueryBuilder, Transaction } from "kysely";
import type { Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import type { NotifiedKind } from "#features/notifications/kinds.ts";
import type { Actor } from "#shared/actor.ts";
import { DOCUMENT_PATHS, type DocumentPath, type DocumentType } from "#shared/document.ts";
import type { CleanHtml } from "#shared/html.ts";
import type { Permission } from "#shared/permissions.ts";
import type { ClaimKey } from "./history/saves.ts";
import type { NewestText, ReviewRule } from "./review/rules.ts";
import type { Texts } from "./suggestions/rules.ts";
import type { TrashedDocumentTable } from "./tables.ts";
import type { TrashEntry } from "./trash/schema.ts";

/** What a user does with a document. The permission for each differs by type. */
export type DocumentAction = "read" | "write" | "publish" | "approve";
export type DocumentPermissions = Record<DocumentAction, Permission>;

/** Documents that were taken back, and what readers see of them. */
export type Held = { documents: { id: number; title: string }[]; changed: Scope[] };

/** A document that leaves its table for the trash. `fields`: its row without the content; `changed`: what readers see. */
export type Removed = {
  title: string;
  fields: object;
  content: CleanHtml | "";
  wasPublic: boolean;
  changed: Scope[];
};

/** What the trash keeps of a document. */
export type Trashed = Selectable<TrashedDocumentTable>;

/** How documents of a type leave for the trash and come back, each in the caller's transaction. */
export type DocumentTrash = {
  type: DocumentType;
  /** Deletes the row; its versions, notes and links stay. Throws NotFoundError, ForbiddenError and ConflictError. */
  remove: (trx: Transaction<Tables>, actor: Actor, id: number) => Promise<Removed>;
  /** Stores the row again under its id; returns what readers see of it. Throws NotFoundError and ForbiddenError. */
  restore: (trx: Transaction<Tables>, actor: Actor, trashed: Trashed) => Promise<Scope[]>;
  /** The ids of an account's documents, as a subquery, where some roles see only their own. */
  ownedBy?: (db: Kysely<Tables>, accountId: number) => SelectQueryBuilder<Tables, keyof Tables, Record<string, number>>;
  /** The schema of a document in the list of the trash, where that shows more than the title; `describe` reads it. */
  entry?: TrashEntry;
  describe?: (db: Kysely<Tables>, rows: readonly Pick<Trashed, "fields">[]) => Promise<ReadonlyMap<number, object>>;
};

/** The texts of a document as they are now, and the name of that version. */
export type CurrentTexts = { texts: Texts; name: string };

/** How the texts of documents of a type are read and saved that others suggest edits of. */
export type DocumentTexts = {
  /** The texts as they are now, the working copy included, and the name of that version. Throws NotFoundError. */
  read: (db: Kysely<Tables>, id: number) => Promise<CurrentTexts>;
  /** Saves texts as the actor's own change, as autosaves do. `claim` runs in its transaction. Throws as a save does. */
  save: (actor: Actor, id: number, texts: Texts, write: { ifMatch: string; claim: ClaimKey }) => Promise<void>;
};

/** What the code of all documents needs to know of one type (decision 121). The composition of the program passes it. */
export type DocumentKind = NotifiedKind & {
  /** The error message for a document that does not exist. */
  unknown: string;
  permissions: DocumentPermissions;
  /** Locks the document until the commit. Throws NotFoundError. */
  lock: (trx: Transaction<Tables>, id: number) => Promise<void>;
  /** Its newest text, the working copy included, as the two-person rule judges it. Throws NotFoundError. */
  newestText: (db: Kysely<Tables>, rule: ReviewRule, id: number) => Promise<NewestText>;
  /** Takes back what was scheduled and the two-person rule does not let through. */
  holdScheduled: (trx: Transaction<Tables>, by: Actor) => Promise<Held>;
  /** Throws NotFoundError for a document that the actor may not see unpublished, and ForbiddenError for the action. */
  authorize: (db: Kysely<Tables>, actor: Actor, action: DocumentAction, id: number) => Promise<void>;
  /** The stored title of each of these documents that exist outside the trash. */
  titles: (db: Kysely<Tables>, ids: number[]) => Promise<Map<number, string>>;
  /** The present version of each of these documents that exist, as `If-Match` names it. */
  versionNames: (db: Kysely<Tables>, ids: number[]) => Promise<Map<number, string>>;
  trash: DocumentTrash;
  texts: DocumentTexts;
  /**
   * The fields of its newest text, the working copy included, that a template takes over: texts, pictures and tags, but no
   * date, slug, byline or switch. Throws NotFoundError.
   */
  templateFields: (db: Kysely<Tables>, id: number) => Promise<object>;
  /** The path of its writing room. */
  roomPath: (id: number) => string;
};

type NameBelow<Path extends string, Name> = Name extends `${infer Method} /${infer Rest}`
  ? `${Method} ${Path}/${Rest}`
  : never;

/** Endpoints, or their handlers, below the path of each type: `GET /:id/notes` becomes `GET /articles/:id/notes`. */
export type OfDocuments<Table> = {
  [Name in keyof Table as NameBelow<DocumentPath, Name>]: Table[Name];
};

/** One table of endpoints, or of handlers, below the path of a type. */
export const ofDocuments = <Table extends object>({ type }: Pick<DocumentKind, "type">, table: Table) =>
  Object.fromEntries(
    Object.entries(table).map(([name, entry]) => [name.replace(" /", ` ${DOCUMENT_PATHS[type]}/`), entry]),
  ) as OfDocuments<Table>;
