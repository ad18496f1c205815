import { setImmediate as nextTurn } from "node:timers/promises";
import { type Kysely, type SqlBool, sql } from "kysely";
import type { MediaRow, Tables } from "#db/tables.ts";
import type { Page } from "#shared/schema.ts";
import type { PictureUse } from "./schema.ts";

/** Articles whose text is looked through at once: a few milliseconds, then others get their turn. */
const SEARCH_BATCH = 200;
/** Another node's clock may be behind by so much. */
const CLOCK_MARGIN_MS = 60_000;

/** The newest picture whose variants are not made yet, other than those in `except`. */
export function nextWithoutVariants(db: Kysely<Tables>, except: number[]): Promise<MediaRow | undefined> {
  const pending = db.selectFrom("media").selectAll().where("has_variants", "=", 0).orderBy("id", "desc").limit(1);
  return (except.length > 0 ? pending.where("id", "not in", except) : pending).executeTakeFirst();
}

export function findPicture(db: Kysely<Tables>, key: string): Promise<MediaRow | undefined> {
  return db.selectFrom("media").selectAll().where("key", "=", key).executeTakeFirst();
}

export function findPictureById(db: Kysely<Tables>, id: number): Promise<MediaRow | undefined> {
  return db.selectFrom("media").selectAll().where("id", "=", id).executeTakeFirst();
}

export function listPictures(db: Kysely<Tables>): Promise<MediaRow[]> {
  return db.selectFrom("media").selectAll().orderBy("id").execute();
}

/** One page of the pictures, newest first, and how many there are; of one key only, where one is given. */
export async function pagePictures(
  db: Kysely<Tables>,
  key: string | undefined,
  { limit, offset }: Page,
): Promise<{ rows: MediaRow[]; total: number }> {
  const all = db.selectFrom("media");
  const wanted = key === undefined ? all : all.where("key", "=", key);
  const rows = await wanted.selectAll().orderBy("id", "desc").limit(limit).offset(offset).execute();
  const { total } = await wanted.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Those of the keys that are on record. */
export async function recordedKeys(db: Kysely<Tables>, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db.selectFrom("media").select("key").where("key", "in", keys).execute();
  return new Set(rows.map(({ key }) => key));
}

/** Whether there is any picture on record. */
export async function hasPictures(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom("media").select("id").limit(1).executeTakeFirst()) !== undefined;
}

export async function isRemoved(db: Kysely<Tables>, key: string): Promise<boolean> {
  return (await db.selectFrom("removed_picture").select("key").where("key", "=", key).executeTakeFirst()) !== undefined;
}

/** Keys of the pictures that were taken down since a moment (epoch milliseconds). */
export async function removedSince(db: Kysely<Tables>, moment: number): Promise<string[]> {
  const rows = await db.selectFrom("removed_picture").select("key").where("removed_at", ">=", moment).execute();
  return rows.map(({ key }) => key);
}

/**
 * Everything that shows a picture. All texts are looked through, some at a time; with `since`, only those of articles
 * that were written since that moment (epoch milliseconds), which is quick.
 */
export async function findUses(db: Kysely<Tables>, key: string, since?: number): Promise<PictureUse[]> {
  const pattern = `%/media/${key}/%`;
  const uses: PictureUse[] = [];
  const articles = db
    .selectFrom("article")
    .select(["id", "title"])
    .where((eb) => eb.or([eb("image_url", "like", pattern), sql<SqlBool>`content like ${pattern}`]));
  if (since === undefined) {
    for await (const [first, last] of articleRanges(db)) {
      const rows = await articles.where("id", ">=", first).where("id", "<=", last).orderBy("id").execute();
      uses.push(...rows.map((row) => ({ type: "article" as const, ...row })));
      await nextTurn();
    }
  } else {
    const written = db
      .selectFrom("desk_article")
      .select("article_id")
      .where("updated_at", ">=", since - CLOCK_MARGIN_MS);
    const rows = await articles.where("id", "in", written).orderBy("id").execute();
    uses.push(...rows.map((row) => ({ type: "article" as const, ...row })));
  }
  const ads = await db.selectFrom("ad_space").select(["id", "name"]).where("image_url", "like", pattern).execute();
  const authors = await db.selectFrom("account").select(["id", "name"]).where("image_url", "like", pattern).execute();
  const issues = await db
    .selectFrom("issue")
    .select(["id", "subject"])
    .where("introduction", "like", pattern)
    .execute();
  return [
    ...uses,
    ...ads.map(({ id, name }) => ({ type: "ad" as const, id, title: name })),
    ...authors.map(({ id, name }) => ({ type: "author" as const, id, title: name })),
    ...issues.map(({ id, subject }) => ({ type: "issue" as const, id, title: subject })),
  ];
}

/** First and last id of one batch of articles after another. */
async function* articleRanges(db: Kysely<Tables>): AsyncGenerator<[first: number, last: number]> {
  for (let after = 0; ; ) {
    const ids = await db
      .selectFrom("article")
      .select("id")
      .where("id", ">", after)
      .orderBy("id")
      .limit(SEARCH_BATCH)
      .execute();
    const [first, last] = [ids[0]?.id, ids.at(-1)?.id];
    if (first === undefined || last === undefined) return;
    yield [first, last];
    after = last;
  }
}
