import { type Expression, expressionBuilder, type Kysely, type Transaction } from "kysely";
import { publicAt } from "#db/readable.ts";
import type { Tables } from "#db/tables.ts";
import { titledNow } from "#features/documents/history/queries.ts";
import { phaseByDate } from "#features/documents/lifecycle/rules.ts";
import { storiesOf } from "#features/documents/lifecycle/story.ts";
import { suggestedBy } from "#features/documents/lifecycle/suggested-text.ts";
import { mayAny } from "#shared/permissions.ts";
import { type ArticleState, lockStates, readStates } from "./changes.ts";
import { snapshotOf, wasPublic } from "./drafts.ts";
import { findOwners, ownedBy } from "./policy.ts";
import { NO_ARTICLE } from "./rules.ts";

type Reader = Parameters<typeof mayAny>[0] & { accountId: number; now: number };

/** Rows of articles with their titles as they are now. */
export const titledArticles = <Row extends { id: number; title: string; status: string }>(
  db: Kysely<Tables>,
  rows: readonly Row[],
): Promise<Row[]> => titledNow(db, "article", rows, { isDraft: ({ status }) => status !== "published" });

/** An article as notifications, versions and the audit log know it (decision 121). */
export const articleDocument = {
  type: "article",
  unknown: NO_ARTICLE,
  findRow: (db: Kysely<Tables>, id: number): Promise<ArticleState | undefined> =>
    readStates(db).where("article.id", "=", id).executeTakeFirst(),
  findRows: (db: Kysely<Tables>, ids: number[]): Promise<ArticleState[]> =>
    readStates(db)
      .where("article.id", "in", [0, ...ids])
      .execute(),
  lockRow: async (trx: Transaction<Tables>, id: number): Promise<ArticleState | undefined> =>
    (await lockStates(trx, (articles) => articles.where("id", "=", id)))[0],
  fieldsOf: snapshotOf,
  phaseOf: (row: ArticleState, now: number) => phaseByDate(row, now),
  timeOf: ({ published_at }: ArticleState) => published_at,
  permissions: {
    read: "article.read",
    suggest: "article.suggest",
    write: "article.write",
    publish: "article.publish",
    approve: "article.approve",
  },
  owners: findOwners,
  listVersions: (db: Kysely<Tables>, ids: number[]) =>
    db
      .selectFrom("article")
      .select(["id", "version"])
      .where("id", "in", [0, ...ids])
      .execute(),
  async titles(db: Kysely<Tables>, ids: number[]): Promise<Map<number, string>> {
    const rows = await db
      .selectFrom("article")
      .select(["id", "title", "status"])
      .where("id", "in", [0, ...ids])
      .execute();
    return new Map((await titledArticles(db, rows)).map(({ id, title }) => [id, title]));
  },
  async stories(db: Kysely<Tables>, ids: number[], now: number) {
    const rows = await db
      .selectFrom("article")
      .select(["id", "status", "published_at", "was_public"])
      .select((eb) =>
        eb
          .exists(
            eb
              .selectFrom("published_version as version")
              .select("version.n")
              .whereRef("version.article_id", "=", "article.id")
              .where("version.kind", "=", "correction"),
          )
          .as("is_corrected"),
      )
      .where("id", "in", [0, ...ids])
      .execute();
    const facts = rows.map((row) => ({
      id: row.id,
      phase: phaseByDate(row, now),
      isReady: row.status === "ready",
      wasPublic: wasPublic(row, now),
      isCorrected: Boolean(row.is_corrected),
    }));
    return storiesOf(db, "article", facts);
  },
  seenTitle: (db: Kysely<Tables>, reader: Reader, id: Expression<number>) =>
    expressionBuilder<Tables, never>()
      .selectFrom("article")
      .select("article.title")
      .where("article.id", "=", id)
      // Others' public articles concern those who have suggested changes to them.
      .$if(!mayAny(reader, "article.read"), (query) =>
        query.where((eb) =>
          eb.or([
            eb(id, "in", ownedBy(db, reader.accountId)),
            eb.and([publicAt(reader.now), eb(id, "in", suggestedBy(db, "article", reader.accountId))]),
          ]),
        ),
      )
      .$asScalar(),
} as const;
