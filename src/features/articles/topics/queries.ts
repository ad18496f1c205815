import type { Kysely } from "kysely";
import { readable, TOPIC } from "#db/readable.ts";
import { shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { isRedirected } from "#features/addresses/redirects/queries.ts";
import { ownerAt } from "#features/addresses/register.ts";
import { presentSummaries } from "#features/articles/present.ts";
import { newestOfCategory, summariesByIds } from "#features/articles/queries.ts";
import { ARTICLES_PER_PAGE } from "#features/articles/rules.ts";
import { articleScope } from "#features/articles/scopes.ts";
import { focusedUrls } from "#features/media/pictures/queries.ts";
import type { Topic } from "#features/topics/endpoints.ts";
import { readTopic } from "#features/topics/queries.ts";
import { ownUrl } from "#shared/pictures.ts";
import type { Page } from "#shared/schema.ts";
import { nameKey } from "#shared/text.ts";
import { documentUrl } from "#shared/urls.ts";
import type { Viewer } from "#shared/viewer.ts";
import type { TopicView } from "./site/topic-page.tsx";

type Db = Kysely<Tables>;

/** The ids of a topic's articles that readers see, the newest first. */
export async function idsOfTopic(
  db: Db,
  viewer: Viewer,
  now: number,
  topic: Pick<Topic, "id" | "name">,
  { limit, offset }: Page,
) {
  shows(articleScope.tag(nameKey(topic.name)));
  const rows = await db
    .selectFrom("article_topic")
    .select("article_id")
    .where("topic_id", "=", topic.id)
    .where(readable(viewer, now, TOPIC))
    .orderBy("published_at", "desc")
    .orderBy("article_id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ article_id }) => article_id);
}

/** Those of the topics that other articles than these have, drafts included. */
export async function topicsOutside(db: Db, topics: readonly number[], articles: readonly number[]) {
  if (topics.length === 0) return new Set<number>();
  const rows = await db
    .selectFrom("article_topic")
    .select("topic_id")
    .distinct()
    .where("topic_id", "in", topics)
    .$if(articles.length > 0, (query) => query.where("article_id", "not in", articles))
    .execute();
  return new Set(rows.map(({ topic_id }) => topic_id));
}

/** How many of the newest articles decide which topics are the busiest, and how many these are. */
export const MAX_WEIGHED = 100;
const MAX_BUSY = 5;

/** The topics that most of the newest articles of a category have. */
export async function busiestTopics(db: Db, viewer: Viewer, now: number, categoryId: number) {
  return busiestAmong(db, await newestOfCategory(db, viewer, now, { categoryId, limit: MAX_WEIGHED, except: [] }));
}

/** The topics that most of these articles have. */
export async function busiestAmong(db: Db, ids: readonly number[]): Promise<{ name: string; slug: string }[]> {
  shows(...ids.map(articleScope.card));
  if (ids.length === 0) return [];
  return db
    .selectFrom("article_topic")
    .innerJoin("topic", "topic.id", "article_topic.topic_id")
    .where("article_topic.article_id", "in", ids)
    .groupBy(["topic.id", "topic.name", "topic.slug"])
    .select(["topic.name", "topic.slug"])
    .orderBy((eb) => eb.fn.countAll(), "desc")
    .orderBy("topic.name")
    .limit(MAX_BUSY)
    .execute();
}

/** A topic's articles that readers see, the newest first. */
export const pageOfTopic = async (db: Db, viewer: Viewer, now: number, topic: Topic, page: Page) =>
  summariesByIds(db, viewer, now, await idsOfTopic(db, viewer, now, topic, page));

/** A page of a topic, counted from 1; undefined beyond the last one, and for topics that readers don't see. */
export async function readTopicPage(
  db: Db,
  seen: { viewer: Viewer; now: number },
  slug: string,
  page: number,
): Promise<TopicView | { movedTo: string } | undefined> {
  const topic = await readTopic(db, seen, slug);
  if (!topic) return undefined;
  if (topic.slug !== slug) {
    // An alias is no address that the topic ever had: an editor's redirect from there comes first.
    const isAlias = (await ownerAt(db, "topic", slug)) === undefined;
    return isAlias && (await isRedirected(db, documentUrl.topic(slug))) ? undefined : { movedTo: topic.slug };
  }
  const offset = (page - 1) * ARTICLES_PER_PAGE;
  if (offset >= topic.count) return undefined;
  const rows = await pageOfTopic(db, seen.viewer, seen.now, topic, { limit: ARTICLES_PER_PAGE, offset });
  const focused = await focusedUrls(db, [topic.image_url]);
  return {
    topic: { ...topic, image_url: focused(ownUrl(topic.image_url)) },
    articles: presentSummaries(rows),
    page,
    isLast: offset + ARTICLES_PER_PAGE >= topic.count,
  };
}
