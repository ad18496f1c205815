import { type Expression, type Kysely, type SqlBool, sql } from "kysely";
import { hasText } from "#db/dialect.ts";
import { neighbours } from "#db/full-text.ts";
import type { Tables } from "#db/tables.ts";
import type { PictureRow } from "#features/media/tables.ts";
import { focusedUrl, parsePictureUrl } from "#shared/pictures.ts";
import type { Page } from "#shared/schema.ts";
import { words } from "#shared/text.ts";
import { mayBeMisspelt } from "#shared/vocabulary.ts";
import { addressOf, keyInAddress, tagKey } from "./rules.ts";
import type { PictureFilter, PictureUse } from "./schema.ts";

/** Maximum number of words of a query that are searched, and of alternatives to a misspelt one: each reads every row. */
const MAX_WORDS = 8;
const MAX_NEIGHBOURS = 12;

/** The newest uploaded picture without variants, except those in `except`. Others' are made on first request. */
export function nextWithoutVariants(db: Kysely<Tables>, except: number[]): Promise<PictureRow | undefined> {
  const pending = db
    .selectFrom("picture")
    .selectAll()
    .where("has_variants", "=", 0)
    .where("uploaded_by", "is not", null)
    .orderBy("id", "desc")
    .limit(1);
  return (except.length > 0 ? pending.where("id", "not in", except) : pending).executeTakeFirst();
}

export function findPicture(db: Kysely<Tables>, key: string): Promise<PictureRow | undefined> {
  return db.selectFrom("picture").selectAll().where("key", "=", key).executeTakeFirst();
}

/** Adds the focal points to the addresses of stored pictures. */
export async function focusedUrls(db: Kysely<Tables>, urls: string[]): Promise<(url: string) => string> {
  const keys = urls.flatMap((url) => parsePictureUrl(url)?.key ?? []);
  if (keys.length === 0) return (url) => url;
  const rows = await db.selectFrom("picture").select(["key", "focal_x", "focal_y"]).where("key", "in", keys).execute();
  const points = new Map(rows.map(({ key, focal_x, focal_y }) => [key, { focal_x, focal_y }]));
  return (url) => {
    const point = points.get(parsePictureUrl(url)?.key ?? "");
    return point ? focusedUrl(url, point.focal_x, point.focal_y) : url;
  };
}

/** The canonical addresses of existing pictures by key. */
export async function pictureAddresses(db: Kysely<Tables>, keys: string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom("picture")
    .select(["key", "width", "height", "fallback_format"])
    .where("key", "in", keys)
    .execute();
  return new Map(rows.map((row) => [row.key, addressOf(row)]));
}

export function findPictureById(db: Kysely<Tables>, id: number): Promise<PictureRow | undefined> {
  return db.selectFrom("picture").selectAll().where("id", "=", id).executeTakeFirst();
}

export function listPictures(db: Kysely<Tables>): Promise<PictureRow[]> {
  return db.selectFrom("picture").selectAll().orderBy("id").execute();
}

/** A picture's row with the name of its uploader. */
const selectListed = (db: Kysely<Tables>) =>
  db
    .selectFrom("picture")
    .leftJoin("account", "account.id", "picture.uploaded_by")
    .selectAll("picture")
    .select("account.name as uploader");
export type ListedPicture = Awaited<ReturnType<ReturnType<typeof selectListed>["execute"]>>[number];

export function findListed(db: Kysely<Tables>, id: number): Promise<ListedPicture | undefined> {
  return selectListed(db).where("picture.id", "=", id).executeTakeFirst();
}

/** The tags of pictures by id, each picture's in alphabetical order. */
export async function tagsOf(db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("picture_tag")
    .selectAll()
    .where("picture_id", "in", ids)
    .orderBy("tag_key")
    .execute();
  const byPicture = Map.groupBy(rows, ({ picture_id }) => picture_id);
  return new Map([...byPicture].map(([id, tags]) => [id, tags.map(({ name }) => name)]));
}

/** Maximum number of tags listed. */
const MAX_TAGS = 1_000;

/** All tags of pictures by name, with their counts. */
export async function listTags(db: Kysely<Tables>): Promise<{ name: string; count: number }[]> {
  const rows = await db
    .selectFrom("picture_tag")
    .select((eb) => [eb.fn.min("name").as("name"), eb.fn.countAll<number>().as("count")])
    .groupBy("tag_key")
    .orderBy("tag_key")
    .limit(MAX_TAGS)
    .execute();
  return rows.map(({ name, count }) => ({ name, count: Number(count) }));
}

/** The pictures that an account uploaded, in order after an id; at most `limit`. */
export const picturesOfAccount = (db: Kysely<Tables>, accountId: number, after: number, limit: number) =>
  db
    .selectFrom("picture")
    .selectAll()
    .where("uploaded_by", "=", accountId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

/** Keys of the pictures that a feature's own table shows. Only for tables of few rows: see `article_picture`. */
export type FindShownKeys = (db: Kysely<Tables>) => Promise<string[]>;

/** A page of pictures, newest first, and the total. */
export async function pagePictures(
  db: Kysely<Tables>,
  { filter, page, shownKeys }: { filter: PictureFilter; page: Page; shownKeys: readonly FindShownKeys[] },
): Promise<{ rows: ListedPicture[]; total: number }> {
  let { matching, total } = await count(db, await conditionsOf(db, filter, shownKeys));
  // As in the article search, spelling alternatives are tried if nothing matches the typed word.
  if (total === 0 && filter.query && words(filter.query).some(mayBeMisspelt))
    ({ matching, total } = await count(db, await conditionsOf(db, filter, shownKeys, true)));
  // If nothing matches, a further search would read everything again.
  if (page.offset >= total) return { rows: [], total };
  const found = await matching
    .select("id")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const rows = await selectListed(db)
    .where(
      "picture.id",
      "in",
      found.map(({ id }) => id),
    )
    .orderBy("picture.created_at", "desc")
    .orderBy("picture.id", "desc")
    .execute();
  return { rows, total };
}

async function count(db: Kysely<Tables>, conditions: Expression<SqlBool>[]) {
  const matching = db.selectFrom("picture").where((eb) => eb.and(conditions));
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return { matching, total: Number(total) };
}

async function conditionsOf(
  db: Kysely<Tables>,
  { query, from, to, used, tag }: PictureFilter,
  shownKeys: readonly FindShownKeys[],
  isMisspelt = false,
): Promise<Expression<SqlBool>[]> {
  const conditions: Expression<SqlBool>[] = [sql<SqlBool>`hidden_at is null`];
  if (query) conditions.push(await matches(db, query, isMisspelt));
  if (from !== undefined) conditions.push(sql<SqlBool>`created_at >= ${from}`);
  if (to !== undefined) conditions.push(sql<SqlBool>`created_at <= ${to}`);
  if (tag !== undefined)
    conditions.push(sql<SqlBool>`id in (select picture_id from picture_tag where tag_key = ${tagKey(tag)})`);
  if (used !== undefined) {
    const shown = sql<SqlBool>`(exists (select 1 from article_picture where picture_key = picture.key)
      or ${isOneOf(await keysShown(db, shownKeys))})`;
    conditions.push(used ? shown : sql<SqlBool>`not ${shown}`);
  }
  return conditions;
}

async function keysShown(db: Kysely<Tables>, shownKeys: readonly FindShownKeys[]): Promise<string[]> {
  const keys = new Set<string>();
  for (const find of shownKeys) for (const key of await find(db)) keys.add(key);
  return [...keys];
}

const isOneOf = (keys: string[]) => sql<SqlBool>`key in (${sql.join(keys.length > 0 ? keys : [""])})`;

/** Matches the address, or words that each are a prefix of one of the picture's. A word may look like a key. */
async function matches(db: Kysely<Tables>, query: string, isMisspelt: boolean): Promise<Expression<SqlBool>> {
  const key = keyInAddress(query);
  if (key !== undefined && (key !== query || (await findPicture(db, key)))) return sql<SqlBool>`key = ${key}`;
  const asked: Expression<SqlBool>[] = [];
  for (const word of new Set(words(query).slice(0, MAX_WORDS))) {
    const near = isMisspelt ? (await neighbours(db, word)).slice(0, MAX_NEIGHBOURS) : [];
    const any = [word, ...near].map((one) => hasText(db, "words", ` ${one}`));
    asked.push(sql<SqlBool>`(${sql.join(any, sql` or `)})`);
  }
  return asked.length > 0 ? sql<SqlBool>`(${sql.join(asked, sql` and `)})` : sql<SqlBool>`1 = 0`;
}

/** Those of the keys that have a row. */
export async function recordedKeys(db: Kysely<Tables>, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db.selectFrom("picture").select("key").where("key", "in", keys).execute();
  return new Set(rows.map(({ key }) => key));
}

export async function hasPictures(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom("picture").select("id").limit(1).executeTakeFirst()) !== undefined;
}

export async function isRemoved(db: Kysely<Tables>, key: string): Promise<boolean> {
  return (await db.selectFrom("removed_picture").select("key").where("key", "=", key).executeTakeFirst()) !== undefined;
}

/** Keys of the pictures taken down since a time (epoch milliseconds). */
export async function removedSince(db: Kysely<Tables>, moment: number): Promise<string[]> {
  const rows = await db.selectFrom("removed_picture").select("key").where("removed_at", ">=", moment).execute();
  return rows.map(({ key }) => key);
}

/** Finds a feature's uses of a picture, whose addresses match `pattern`. */
export type FindUses = (db: Kysely<Tables>, pattern: string) => Promise<PictureUse[]>;

/** All uses of a picture, as found by each feature. */
export async function findUses(db: Kysely<Tables>, uses: readonly FindUses[], key: string): Promise<PictureUse[]> {
  const pattern = `%/media/${key}/%`;
  // An article and its working copy are one use.
  const found = new Map<string, PictureUse>();
  for (const find of uses) for (const use of await find(db, pattern)) found.set(`${use.type} ${use.id}`, use);
  return [...found.values()];
}

/** The ids of the pictures that were stored under one of the given file names. */
export async function picturesNamed(db: Kysely<Tables>, names: string[]): Promise<number[]> {
  const rows = await db.selectFrom("picture").select("id").where("name", "in", names).execute();
  return rows.map(({ id }) => id);
}
