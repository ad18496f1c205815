import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { NotifiedKind } from "#features/notifications/kinds.ts";
import type { Actor } from "#shared/actor.ts";
import { DOCUMENT_PATHS, type DocumentPath } from "#shared/document.ts";
import type { Permission } from "#shared/permissions.ts";

/** What a user does with a document. The permission for each differs by type. */
export type DocumentAction = "read" | "write" | "publish" | "approve";

/** What the code of all documents needs to know of one type (decision 121). The composition of the program passes it. */
export type DocumentKind = NotifiedKind & {
  /** The error message for a document that does not exist. */
  unknown: string;
  permissions: Record<DocumentAction, Permission>;
  /** Throws NotFoundError for a document that the actor may not see unpublished, and ForbiddenError for the action. */
  authorize: (db: Kysely<Tables>, actor: Actor, action: DocumentAction, id: number) => Promise<void>;
  /** The stored title of each of these documents that exist outside the trash. */
  titles: (db: Kysely<Tables>, ids: number[]) => Promise<Map<number, string>>;
  /** The present version of each of these documents that exist, as `If-Match` names it. */
  versionNames: (db: Kysely<Tables>, ids: number[]) => Promise<Map<number, string>>;
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
