import type { Insertable, Kysely, Selectable, Transaction } from "kysely";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { decodeSnapshot, encodeSnapshot, readStored, storedSnapshot } from "#features/documents/history/serialize.ts";
import type { PublishedVersionTable } from "#features/record/tables.ts";
import type { FieldChange } from "../derive.ts";
import { type PublishedText, publishedText } from "../serialize.ts";

const LINK = ["n", "at", "kind", "reason", "hash", "content_hash", "disclosures"] as const;

export type Link = Pick<Selectable<PublishedVersionTable>, (typeof LINK)[number]>;

/** The last two versions of an article, newest first. The last may be scheduled. */
export const lastLinks = (db: Kysely<Tables>, articleId: number): Promise<Link[]> =>
  db
    .selectFrom("published_version")
    .select(LINK)
    .where("article_id", "=", articleId)
    .orderBy("n", "desc")
    .limit(2)
    .execute();

export async function recordedOf(db: Kysely<Tables>, articleIds: readonly number[]): Promise<Set<number>> {
  const recorded = new Set<number>();
  for (const some of chunksOf(articleIds)) {
    const rows = await db
      .selectFrom("published_version")
      .select("article_id")
      .where("article_id", "in", some)
      .where("n", "=", 1)
      .execute();
    for (const { article_id } of rows) recorded.add(article_id);
  }
  return recorded;
}

export async function insertVersions(
  trx: Transaction<Tables>,
  rows: Insertable<PublishedVersionTable>[],
): Promise<void> {
  for (const some of chunksOf(rows)) await trx.insertInto("published_version").values(some).execute();
}

/** Deletes an article's last version, a scheduled one that will not become public. */
export async function dropPlanned(trx: Transaction<Tables>, articleId: number, n: number): Promise<void> {
  await trx.deleteFrom("published_version").where("article_id", "=", articleId).where("n", "=", n).execute();
}

export async function keepText(
  trx: Transaction<Tables>,
  articleId: number,
  { n, content_hash }: Link,
  text: PublishedText,
): Promise<void> {
  if (content_hash === null || (await storedRow(trx, articleId, content_hash))) return;
  const base = await trx
    .selectFrom("published_version")
    .select(["n", "body"])
    .where("article_id", "=", articleId)
    .where("n", "<", n)
    .where("base_n", "is", null)
    .where("body", "is not", null)
    .orderBy("n", "desc")
    .limit(1)
    .executeTakeFirst();
  const stored = storedSnapshot(publishedText(text), base && { n: base.n, body: base.body ?? "" });
  await trx
    .updateTable("published_version")
    .set(stored)
    .where("article_id", "=", articleId)
    .where("n", "=", n)
    .execute();
}

const storedRow = (db: Kysely<Tables>, articleId: number, hash: string) =>
  db
    .selectFrom("published_version")
    .select(["base_n", "body"])
    .where("article_id", "=", articleId)
    .where("content_hash", "=", hash)
    .where("body", "is not", null)
    .limit(1)
    .executeTakeFirst();

/** A stored text by its hash; undefined if only the article itself has it. */
export async function readText(
  db: Kysely<Tables>,
  articleId: number,
  hash: string,
): Promise<PublishedText | undefined> {
  const row = await storedRow(db, articleId, hash);
  if (!row || row.body === null) return undefined;
  const findBase = (n: number) =>
    db
      .selectFrom("published_version")
      .select("body")
      .where("article_id", "=", articleId)
      .where("n", "=", n)
      .executeTakeFirstOrThrow();
  const text = await readStored({ ...row, body: row.body }, async (n) => (await findBase(n)).body);
  return text as PublishedText;
}

/** The last public text of an article that readers no longer see. */
export async function readLastText(db: Kysely<Tables>, articleId: number): Promise<PublishedText | undefined> {
  const row = await db
    .selectFrom("published_version")
    .select("content_hash")
    .where("article_id", "=", articleId)
    .where("content_hash", "is not", null)
    .orderBy("n", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.content_hash ? readText(db, articleId, row.content_hash) : undefined;
}

export const encodeDiff = (diff: FieldChange[]): string | null => (diff.length > 0 ? encodeSnapshot({ diff }) : null);
export const decodeDiff = (stored: string | null): FieldChange[] =>
  stored === null ? [] : (decodeSnapshot(stored).diff as FieldChange[]);
