import { expressionBuilder } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { PreparedContent } from "#features/content/derive.ts";
import { firstAndLastAuthors } from "#features/documents/history/queries.ts";
import { phaseByDate } from "#features/documents/lifecycle/rules.ts";
import { storiesOf } from "#features/documents/lifecycle/story.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { mayAny } from "#shared/permissions.ts";
import type { PageFields } from "./endpoints.ts";
import { type EditedPage, type PageRow, snapshotOf, titledPages } from "./queries.ts";
import { NO_PAGE, pageKey } from "./rules.ts";

/** The fields of a page as they are written: with its text prepared, and its state. */
export type PageChange = Omit<PageFields, "content"> & {
  content: PreparedContent | "";
  status: PageRow["status"];
  published_at: number | null;
};
export type PageType = DocumentType<PageRow, PageFields, PageChange, EditedPage>;

export const PERMISSIONS = {
  read: "page.manage",
  suggest: "page.manage",
  write: "page.manage",
  publish: "page.manage",
  approve: "article.approve",
} as const;

/** What notifications, versions and the audit log know of a page. */
export const PAGE = {
  type: "page",
  permissions: PERMISSIONS,
  unknown: NO_PAGE,
  findRow: (db, id) => db.selectFrom("page").selectAll().where("id", "=", id).executeTakeFirst(),
  findRows: (db, ids) =>
    db
      .selectFrom("page")
      .selectAll()
      .where("id", "in", [0, ...ids])
      .execute(),
  lockRow: (trx, id) => trx.selectFrom("page").selectAll().where("id", "=", id).forUpdate().executeTakeFirst(),
  owners: (db, id) => firstAndLastAuthors(db, pageKey(id)),
  listVersions: (db, ids) =>
    db
      .selectFrom("page")
      .select(["id", "version"])
      .where("id", "in", [0, ...ids])
      .execute(),
  async titles(db, ids) {
    const rows = await db
      .selectFrom("page")
      .select(["id", "title", "status"])
      .where("id", "in", [0, ...ids])
      .execute();
    return new Map((await titledPages(db, rows)).map(({ id, title }) => [id, title]));
  },
  async stories(db, ids, now) {
    const rows = await db
      .selectFrom("page")
      .select(["id", "status", "published_at"])
      .where("id", "in", [0, ...ids])
      .execute();
    const facts = rows.map(({ id, ...row }) => ({
      id,
      phase: phaseByDate(row, now),
      wasPublic: phaseByDate({ ...row, status: "published" }, now) === "public",
      isCorrected: false,
    }));
    return storiesOf(db, "page", facts);
  },
  seenTitle: (_db, reader, id) =>
    expressionBuilder<Tables, never>()
      .selectFrom("page")
      .select("page.title")
      .where("page.id", "=", id)
      .$if(!mayAny(reader, "page.manage"), (query) => query.where("page.id", "is", null))
      .$asScalar(),
  fieldsOf: snapshotOf,
  phaseOf: (row: PageRow, now: number) => phaseByDate(row, now),
  timeOf: ({ published_at }) => published_at,
  placement: ["in_menu"],
  words: ["title", "content", "seo_title", "seo_description"],
} as const satisfies Partial<PageType>;
