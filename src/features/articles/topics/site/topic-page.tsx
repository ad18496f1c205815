import type { ShownFront } from "#features/articles/fronts/schema.ts";
import type { ArticleSummary } from "#features/articles/schema.ts";
import { ArrangedPage, listedOn } from "#features/articles/site/front-blocks.tsx";
import { StoriesByMonth } from "#features/articles/site/stories-by-month.tsx";
import { LeadStory } from "#features/articles/site/story-row.tsx";
import type { Topic } from "#features/topics/endpoints.ts";
import { KIND_LABELS, topicHeadline } from "#features/topics/rules.ts";
import { isPaid, withLead } from "#shared/genres.ts";
import { inLanguage } from "#shared/language.ts";
import { useLanguage, useText } from "#shared/site-context.tsx";
import { documentUrl, feedUrl } from "#shared/urls.ts";
import { PageSteps } from "#ui/page-steps.tsx";
import { isOwnPicture, Picture } from "#ui/picture.tsx";

/** `front`: how editors have arranged the first page. */
export type TopicView = {
  topic: Topic;
  articles: ArticleSummary[];
  page: number;
  isLast: boolean;
  front?: ShownFront;
};

/** A topic's page: what it is, and its articles or the blocks that editors have arranged. Works without scripts. */
export function TopicPage({ front, ...view }: TopicView) {
  return (
    <div className="py-8 sm:py-12">
      <TopicHeader topic={view.topic} page={view.page} />
      {front?.blocks ? (
        <ArrangedPage
          blocks={front.blocks}
          stories={<TopicArticles {...view} articles={listedOn(front, view.articles)} />}
        />
      ) : (
        <TopicArticles {...view} />
      )}
    </div>
  );
}

/** A topic's newest article as the lead, and a timeline of the others. */
function TopicArticles({ topic, articles, page, isLast }: Omit<TopicView, "front">) {
  const t = useText();
  const [first, ...others] = page === 1 ? withLead(articles) : articles;
  const lead = page === 1 && first && !isPaid(first) ? first : undefined;
  const listed = lead ? others : articles;
  return (
    <div>
      {lead && <LeadStory article={lead} />}
      {listed.length > 0 && (
        <section aria-labelledby="articles" className="mt-10 lg:mt-12">
          <h2 id="articles" className="headline-md">
            {page === 1 ? t("More on {name}", { name: topic.name }) : t("Page {page}", { page })}
          </h2>
          <StoriesByMonth articles={listed} isTimeline />
        </section>
      )}
      <PageSteps page={page} isLast={isLast} urlOf={(step) => documentUrl.topic(topic.slug, step)} />
    </div>
  );
}

function TopicHeader({ topic, page }: { topic: Topic; page: number }) {
  const t = useText();
  const siteLanguage = useLanguage();
  const { name, slug, kind, description, image_url, count } = topic;
  return (
    <header className="flex items-start gap-5 border-b border-rule pb-6 sm:gap-7 large-text:flex-col">
      {isOwnPicture(image_url) && (
        <Picture
          src={image_url}
          alt=""
          sizes="(min-width: 640px) 112px, 72px"
          ratio="1/1"
          priority
          className={`size-18 shrink-0 sm:size-28 ${kind === "person" || kind === "coin" ? "rounded-full" : ""}`}
        />
      )}
      <div className="min-w-0">
        <p className="kicker">{t(KIND_LABELS[kind])}</p>
        <h1 className="headline-xl mt-2 wrap-anywhere">{topicHeadline(name)}</h1>
        {description && page === 1 && (
          <p
            {...inLanguage("", siteLanguage, description)}
            className="mt-3 max-w-[62ch] whitespace-pre-line rtl:text-right text-pretty wrap-anywhere text-muted"
          >
            {description}
          </p>
        )}
        <p className="meta mt-3 flex flex-wrap gap-x-4">
          <span>{t({ one: "1 article", other: "{count} articles" }, { count })}</span>
          <a href={feedUrl.rss(documentUrl.topic(slug))} className="underline underline-offset-4 hover:text-accent">
            {t("RSS feed")}
          </a>
        </p>
      </div>
    </header>
  );
}
