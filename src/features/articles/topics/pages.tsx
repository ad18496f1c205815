import type { Database } from "#db/open.ts";
import type { ShownFront } from "#features/articles/fronts/schema.ts";
import { frontOfPage } from "#features/articles/fronts/stories.ts";
import { MIN_INDEXED, type TopicKind, topicHeadline } from "#features/topics/rules.ts";
import { type DocumentPage, headOfNamed, type PageRoutes, type Reading, slugPage } from "#platform/pages.ts";
import type { Head, SiteInfo } from "#shared/page.ts";
import { textIn } from "#shared/translate.ts";
import { documentUrl } from "#shared/urls.ts";
import { readTopicPage } from "./queries.ts";
import { TopicPage, type TopicView } from "./site/topic-page.tsx";

/** The pages of topics. A topic without published articles is not found; former slugs and aliases redirect. */
export const topicPages = (db: Database["db"]): PageRoutes => ({
  topic: slugPage({
    hasNames: true,
    url: documentUrl.topic,
    read: (reading, slug, page) => readArrangedTopic(db, reading, slug, page),
    show: showTopic,
  }),
});

async function readArrangedTopic(db: Database["db"], reading: Reading, slug: string, page: number) {
  const view = await readTopicPage(db, reading, slug, page);
  if (!view || "movedTo" in view || page > 1) return view;
  const { id, name } = view.topic;
  const of = { id, slug, name, path: documentUrl.topic(slug) };
  return { ...view, front: await frontOfPage(db, reading, { kind: "topic", of }) };
}

/** The page of a topic with an arrangement that readers may not have; undefined for a topic without a page. */
export async function previewOfTopic(
  db: Database["db"],
  reading: Reading,
  slug: string,
  front: ShownFront,
): Promise<DocumentPage | undefined> {
  const view = await readTopicPage(db, reading, slug, 1);
  return view && "topic" in view ? showTopic({ ...view, front }, reading.site) : undefined;
}

const showTopic = (view: TopicView, site: SiteInfo) => ({
  head: headOfTopic(site, view),
  view: <TopicPage {...view} />,
});

const TYPES: Record<TopicKind, string> = { topic: "Thing", coin: "Thing", person: "Person", company: "Organization" };

function headOfTopic(site: SiteInfo, { topic, page }: TopicView): Head {
  const { name, kind, aliases, description, count } = topic;
  const head = headOfNamed(site, {
    ...topic,
    title: topicHeadline(name),
    url: documentUrl.topic,
    page,
    fallback: textIn(site.language)("News, explainers and analysis on {name} from {site}.", { name, site: site.name }),
    data: (url, image) => ({
      "@type": "CollectionPage",
      name,
      url,
      about: {
        "@type": TYPES[kind],
        name,
        ...(aliases.length > 0 && { alternateName: aliases }),
        ...(description && { description }),
        ...(image && { image }),
      },
    }),
  });
  return count < MIN_INDEXED ? { ...head, robots: "noindex" } : head;
}
