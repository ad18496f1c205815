import type { Expression, Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Actor } from "#shared/actor.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import type { Permission } from "#shared/permissions.ts";
import type { Story } from "#shared/story.ts";
import type { NotifiedName } from "./rules.ts";

/** The account that reads notifications, with its role, at a time. */
export type Reader = Pick<Actor, "role"> & { accountId: number; now: number };

/** What notifications need to know about what they are about: a type of document (decision 121), or stories. */
export type NotifiedType<Name extends NotifiedName = DocumentTypeName> = {
  type: Name;
  permissions: { read: Permission };
  /** The accounts that own the document. */
  owners: (db: Kysely<Tables>, id: number) => Promise<number[]>;
  /** The titles of documents outside the trash as they are now: of drafts, those of their working copies. */
  titles: (db: Kysely<Tables>, ids: number[]) => Promise<Map<number, string>>;
  /** The states of documents outside the trash. */
  stories: (db: Kysely<Tables>, ids: number[], now: number) => Promise<ReadonlyMap<number, Story>>;
  /** The stored title of the document with this id, which `titlesNow` replaces; null if the reader may not read it, or it is in the trash. */
  seenTitle: (db: Kysely<Tables>, reader: Reader, id: Expression<number>) => Expression<string | null>;
};
