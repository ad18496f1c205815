import { type Expression, expressionBuilder, type Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { mayAny } from "#shared/permissions.ts";
import { findOwners, ownedBy } from "./policy.ts";

type Reader = Parameters<typeof mayAny>[0] & { accountId: number };

/** An article as a document, as notifications know it (decision 121). */
export const articleDocument = {
  type: "article",
  permissions: {
    read: "article.read",
    write: "article.write",
    publish: "article.publish",
    approve: "article.approve",
  },
  owners: findOwners,
  seenTitle: (db: Kysely<Tables>, reader: Reader, id: Expression<number>) =>
    expressionBuilder<Tables, never>()
      .selectFrom("article")
      .select("article.title")
      .where("article.id", "=", id)
      .$if(!mayAny(reader, "article.read"), (query) => query.where(id, "in", ownedBy(db, reader.accountId)))
      .$asScalar(),
} as const;
