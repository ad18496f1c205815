import { type Kysely, type SqlBool, sql } from "kysely";
import { beginsWith } from "#db/dialect.ts";
import { LIST_ENTRY, readable } from "#db/readable.ts";
import type { Tables } from "#db/tables.ts";
import { ownedBy } from "#features/articles/policy.ts";
import { aliasesOf } from "#features/topics/queries.ts";
import { topicSearchKey } from "#features/topics/rules.ts";
import type { Actor } from "#shared/actor.ts";
import { mayAny } from "#shared/permissions.ts";
import { viewerOf } from "#shared/viewer.ts";
import type { TagQuery, UsedTag } from "./schema.ts";

/** Without a query, only the topics of so many articles are counted: the archive may have hundreds of thousands. */
const LATEST = 2_000;

type TagRequest = { actor: Actor; now: number } & TagQuery;

/**
 * Topics of articles that the actor may read, the most used first; for those who see hidden topics, also those that editors
 * have added. With a query, those whose name or alias begins with it.
 */
export async function findTags(db: Kysely<Tables>, { actor, now, query, limit }: TagRequest): Promise<UsedTag[]> {
  const key = topicSearchKey(query);
  const seesAll = mayAny(actor, "article.read");
  const isLatest = sql<SqlBool>`article_id > (select coalesce(max(id), 0) from article) - ${LATEST}`;
  const isSeen = sql<SqlBool>`article_id in (select article_id from article_list_entry
    where ${readable(viewerOf(actor), now, LIST_ENTRY)} or article_id in (${ownedBy(db, actor.accountId ?? 0)}))`;
  const begins = sql<SqlBool>`(${beginsWith(db, "topic.search_key", key)}
    or topic.id in (select topic_id from topic_alias where ${beginsWith(db, "topic_alias.search_key", key)}))`;
  const counted = db
    .selectFrom("topic")
    .select(["topic.id", "name", "search_key", "is_curated"])
    .select((eb) =>
      eb
        .selectFrom("article_topic")
        .whereRef("topic_id", "=", "topic.id")
        .$if(key === "", (links) => links.where(isLatest))
        .$if(!seesAll, (links) => links.where(isSeen))
        .select((links) => links.fn.countAll<number>().as("count"))
        .as("count"),
    )
    .where(key === "" ? sql<SqlBool>`topic.id in (select topic_id from article_topic where ${isLatest})` : begins);
  const rows = await db
    .selectFrom(counted.as("counted"))
    .select(["id", "name", "search_key", "count"])
    .where((eb) => eb.or([eb("count", ">", 0), ...(seesAll ? [eb("is_curated", "=", 1)] : [])]))
    .orderBy("count", "desc")
    .orderBy("search_key")
    .limit(limit)
    .execute();
  const byAlias = rows.filter(({ search_key }) => !search_key.startsWith(key)).map(({ id }) => id);
  const aliases = byAlias.length > 0 ? await aliasesOf(db, byAlias) : new Map<number, string[]>();
  return rows.map(({ id, name, count }) => {
    const alias = aliases.get(id)?.find((one) => topicSearchKey(one).startsWith(key));
    return { name, count: Number(count), ...(alias !== undefined && { alias }) };
  });
}
