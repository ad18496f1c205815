import { type Kysely, sql } from "kysely";
import { beginsWith } from "#db/dialect.ts";
import { LIST_ENTRY, readable } from "#db/readable.ts";
import type { Tables } from "#db/tables.ts";
import type { Actor } from "#shared/actor.ts";
import { mayAny } from "#shared/permissions.ts";
import { fold } from "#shared/text.ts";
import { ANYBODY } from "#shared/viewer.ts";
import { ownedBy } from "../policy.ts";
import type { TagQuery, UsedTag } from "./schema.ts";

/** Without a query, only tags of this many articles are counted, as the archive may have hundreds of thousands. */
const LATEST = 2_000;

type TagRequest = { actor: Actor; now: number } & TagQuery;

/** Tags of articles that the actor may read, most used first. */
export async function findTags(db: Kysely<Tables>, { actor, now, query, limit }: TagRequest): Promise<UsedTag[]> {
  const key = fold(query);
  const newestId = sql<number>`(select coalesce(max(id), 0) from article)`;
  const isSeen = sql<boolean>`article_id in (select article_id from article_list_entry
    where ${readable(ANYBODY, now, LIST_ENTRY)} or article_id in (${ownedBy(db, actor.accountId ?? 0)}))`;
  const counted = await db
    .selectFrom("article_tag")
    .select(["tag_key", sql<number>`count(*)`.as("count"), sql<number>`max(article_id)`.as("newest")])
    .$if(key === "", (tags) => tags.where("article_id", ">", sql<number>`${newestId} - ${LATEST}`))
    .$if(key !== "", (tags) => tags.where(beginsWith(db, "tag_key", key)))
    .$if(!mayAny(actor, "article.read"), (tags) => tags.where(isSeen))
    .groupBy("tag_key")
    .orderBy("count", "desc")
    .orderBy("tag_key")
    .limit(limit)
    .execute();
  if (counted.length === 0) return [];
  const newest = counted.map((tag) => tag.newest);
  const rows = await db.selectFrom("article").select(["id", "tags"]).where("id", "in", newest).execute();
  const namesOf = new Map(rows.map(({ id, tags }) => [id, JSON.parse(tags) as string[]]));
  return counted.flatMap(({ tag_key, count, newest: id }) => {
    const name = namesOf.get(id)?.find((tag) => fold(tag) === tag_key);
    return name === undefined ? [] : [{ name, count: Number(count) }];
  });
}
