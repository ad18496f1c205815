import type { Database } from "#db/open.ts";
import { MIN_INDEXED, type TopicKind, topicHeadline } from "#features/topics/rules.ts";
import { headOfNamed, type PageRoutes, slugPage } from "#platform/pages.ts";
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
    read: (reading, slug, page) => readTopicPage(db, reading, slug, page),
    show: (view, site) => ({ head: headOfTopic(site, view), view: <TopicPage {...view} /> }),
  }),
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
