import type { QueryClient } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, use, useEffect, useMemo, useRef, useState } from "react";
import { adSpacesAt } from "#features/ads/rules.ts";
import { AdSlot } from "#features/ads/site/ad-slot.tsx";
import { AuthorLinks } from "#features/identity/accounts/site/author-links.tsx";
import { NetworkError, statusOf } from "#shared/api-client.ts";
import type { ApiQuery } from "#shared/api-query.ts";
import { parseId } from "#shared/ids.ts";
import { articlePath, onDemand, type PageContext, type PageModule } from "#shared/page.ts";
import { Link, useParams } from "#shared/router.tsx";
import { Text, useText } from "#shared/site-context.tsx";
import { documentUrl, pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { Picture } from "#ui/picture.tsx";
import { Skeleton, SkeletonLines } from "#ui/skeleton.tsx";
import { ConnectionError } from "#ui/state-screen.tsx";
import { AUTO_UPDATE_INTERVAL_MS, articleDetail, editorsPicks, relatedArticles } from "../calls.ts";
import { GENERIC_TAGS, ownTags } from "../rules.ts";
import type { ArticleResponse, PageAuthor } from "../schema.ts";
import { SeriesSteps } from "../series/site/series-steps.tsx";
import type { Announcement } from "./announcement.ts";
import { StoryTitle } from "./article-card.tsx";
import { ContentsBox, ContentsToggle } from "./article-contents.tsx";
import { ArticleOpening, AuthorName, placeOfPicture } from "./article-opening.tsx";
import {
  ArticleChanges,
  ArticleContent,
  ArticleCorrections,
  NextStory,
  RelatedArticles,
  SidebarPicks,
} from "./article-parts.tsx";
import { completeArticle, type ShownArticle } from "./complete-article.ts";
import { reportView, watchEnd } from "./report-reading.ts";
import { ShareBox } from "./share-box.tsx";

function AuthorBox({ author }: { author: PageAuthor }) {
  const t = useText();
  if (!author.bio && author.links.length === 0 && !author.more) return null;
  const about = t("About {name}", { name: author.name });
  return (
    <section aria-label={about} className="ruled flex gap-5 pt-6 large-text:flex-col">
      {author.image_url && (
        <Picture
          src={author.image_url}
          alt=""
          sizes="80px"
          ratio="1/1"
          className="size-16 shrink-0 self-start rounded-full sm:size-20"
        />
      )}
      <div className="min-w-0 grow">
        <h2 className="headline-sm">
          <Text of="About {name}" name={<AuthorName author={author} />} />
        </h2>
        {author.bio && (
          <p dir="auto" className="mt-2 text-[0.9375rem] leading-relaxed text-pretty text-muted rtl:text-right">
            {author.bio}
          </p>
        )}
        <AuthorLinks name={author.name} links={author.links} />
        <MoreByAuthor author={author} />
      </div>
    </section>
  );
}

function MoreByAuthor({ author: { name, more } }: { author: PageAuthor }) {
  const t = useText();
  if (!more) return null;
  return (
    <nav aria-label={t("More by {name}", { name })} className="mt-4 print:hidden">
      <h3 className="text-[0.9375rem] font-bold">{t("More by {name}", { name })}</h3>
      <ul className="mt-1 divide-y divide-rule">
        {more.map((article) => (
          <li key={article.id} className="relative py-2.5">
            <StoryTitle as="h4" article={{ language: "", ...article }} className="headline-xs" />
          </li>
        ))}
      </ul>
    </nav>
  );
}

const LABEL = "corner inline-flex min-h-9 items-center border border-rule px-3 py-1 text-sm text-muted";
const TAG = `${LABEL} transition-colors hover:border-ink hover:text-ink`;

type TaggedArticle = Pick<ShownArticle, "tags" | "topics" | "category" | "category_slug">;

/** The names of the article's topics, which lead to their pages; other labels lead to a search. */
function ArticleTags({ tags, topics = [], category, category_slug }: TaggedArticle) {
  const t = useText();
  if (ownTags(tags, category).length === 0) return <DefaultTags category={category} slug={category_slug} />;
  const slugs = new Map(topics.map(({ name, slug }) => [name, slug]));
  return (
    <section aria-labelledby="tags-heading" className="print:hidden">
      <h2 id="tags-heading" className="sr-only">
        {t("Tags")}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {tags.map((tag) => (
          <li key={tag}>
            <TagLink tag={tag} slug={slugs.get(tag)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The labels of an untagged article: its category, and two for any subject, which are no links. */
function DefaultTags({ category, slug }: { category: string; slug: string | null | undefined }) {
  const t = useText();
  const generic = GENERIC_TAGS.filter((tag) => tag !== category);
  return (
    <section aria-labelledby="tags-heading" className="print:hidden">
      <h2 id="tags-heading" className="sr-only">
        {t("Tags")}
      </h2>
      <ul className="flex flex-wrap gap-2">
        <li>
          {slug ? (
            <Link to={pageUrl.category(slug)} className={TAG}>
              {category}
            </Link>
          ) : (
            <span className={LABEL}>{category}</span>
          )}
        </li>
        {generic.map((tag) => (
          <li key={tag}>
            <span className={LABEL}>{t(tag)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TagLink({ tag, slug }: { tag: string; slug: string | undefined }) {
  if (slug === undefined)
    return (
      <Link to={pageUrl.search(tag)} className={TAG}>
        {tag}
      </Link>
    );
  return (
    <a href={documentUrl.topic(slug)} className={TAG}>
      {tag}
    </a>
  );
}

function ArticleDisclosures({ sentences }: { sentences: readonly string[] }) {
  const t = useText();
  return sentences.length === 0 ? null : (
    <p className="my-7 max-w-[41.5rem] border-t border-rule pt-3 text-[0.9375rem] wrap-anywhere text-muted">
      <b className="text-ink">{t("Disclosure:")}</b> {sentences.join(" ")}
    </p>
  );
}

const AD_LOCATION = "article";

/** The page with what follows its text, such as a newsletter form. */
export const articlePage = (AfterText: ComponentType): PageModule => ({
  Page: () => <Page afterText={<AfterText />} />,
  queries,
  // The server renders to a string and waits for nothing.
  load: () => (typeof document === "undefined" ? loadFailed() : undefined),
  head,
  movedTo,
  movedStatus: 301,
  status,
});

type PageProps = { afterText?: ReactNode };

export function Page({ afterText }: PageProps) {
  const { id = "" } = useParams();
  const article = useApi(articleDetail(id), {
    enabled: id !== "",
    refetchInterval: ({ state }) => (state.data?.is_auto_update ? AUTO_UPDATE_INTERVAL_MS : false),
  });
  const shown = useMemo(() => article.data && completeArticle(article.data), [article.data]);
  if (shown) return <ArticleView article={shown} afterText={afterText} />;
  // Without a connection no other code could be loaded.
  if (article.error instanceof NetworkError) return <ConnectionError onRetry={() => article.refetch()} />;
  if (id === "" || article.error) return <Failed error={article.error} />;
  return <ArticleLoading />;
}

/** The page without an article, whose code most readers never load. */
export const loadFailed = onDemand(() => import("./article-failed.tsx"));

function Failed(props: { error: Error | null }) {
  const { ArticleFailed } = use(loadFailed());
  return <ArticleFailed {...props} />;
}

const SIDE_BY_SIDE = "lg:grid lg:grid-cols-[minmax(0,46rem)_21rem] lg:justify-between lg:gap-x-10";

function ArticleView({ article, afterText }: { article: ShownArticle } & PageProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    reportView(article.id);
    return end.current ? watchEnd(end.current, article.id) : undefined;
  }, [article.id]);
  useEffect(() => {
    addEventListener("beforeprint", nameTargets);
    return () => removeEventListener("beforeprint", nameTargets);
  }, []);
  const opening = <ArticleOpening article={article} />;
  const { layout = "news" } = article;
  const place = placeOfPicture(article);
  const isAcross = place === "wide" || place === "beside";
  // A text to look at or to read at length has the page to itself.
  const columns = {
    news: SIDE_BY_SIDE,
    live: SIDE_BY_SIDE,
    long_read: "one-column",
    photo_essay: "one-column photo-essay",
  }[layout];
  return (
    <div className="page-width pt-6 pb-16 lg:pt-3">
      <AdSlot location={AD_LOCATION} type="leaderboard" />
      <article className="mt-8 lg:mt-7">
        {article.is_auto_update && <Announcer article={article} />}
        {isAcross && opening}
        <div className={`article-columns ${columns}`}>
          <div>
            {!isAcross && opening}
            <ArticleCorrections article={article} position="top" />
            <ContentsToggle {...article} />
            <ArticleContent
              key={article.id}
              html={article.content}
              hasRest={article.has_rest}
              language={article.language}
            />
            <div ref={end} />
            <ArticleCorrections article={article} position="bottom" />
            <ArticleDisclosures sentences={article.disclosure_sentences} />
            <div className="mt-12 max-w-[41.5rem] space-y-10">
              <AdSlot location={AD_LOCATION} type="rectangle" />
              <SeriesSteps series={article.series} />
              <ArticleTags {...article} />
              {article.authors.map((author) => (
                <AuthorBox key={author.name} author={author} />
              ))}
              <ArticleChanges html={article.changes_html} />
              <NextStory id={article.id} />
            </div>
          </div>
          <div className="mt-14 flex flex-col gap-12 print:hidden lg:mt-0 lg:border-s lg:border-rule lg:ps-8">
            {article.contents && (
              <div className="contents-room grow">
                <ContentsBox {...article} />
              </div>
            )}
            <SidebarPicks exceptId={article.id} />
            <div className="space-y-12 lg:sticky lg:top-8">
              <ShareBox article={article} />
              <AdSlot location={AD_LOCATION} type="sidebar" />
            </div>
          </div>
        </div>
      </article>
      <div className="mt-16 space-y-16 print:hidden">
        <RelatedArticles id={article.id} />
        {afterText && <div className="mx-auto max-w-[41.5rem]">{afterText}</div>}
        <AdSlot location={AD_LOCATION} type="leaderboard" index={1} isLast />
      </div>
    </div>
  );
}

/** Announces changes of an article that is updated while it is open, politely to assistive technology. */
function Announcer({ article }: { article: ShownArticle }) {
  const t = useText();
  const shown = useRef(article);
  const [update, setUpdate] = useState<{ count: number; words?: Announcement }>({ count: 0 });
  useEffect(() => {
    const before = shown.current;
    shown.current = article;
    if (before === article) return;
    const announce = ({ announcementOf }: typeof import("./announcement.ts")) => {
      const words = announcementOf(before, article);
      if (words !== null) setUpdate(({ count }) => ({ count: count + 1, words }));
    };
    // If the code cannot be loaded, the text has changed nevertheless, and the next change is announced.
    import("./announcement.ts").then(announce, () => undefined);
  }, [article]);
  return (
    <p role="status" className="sr-only">
      {/* A new element each time: screen readers would not announce the same text again. */}
      {update.words && <span key={update.count}>{t(update.words)}</span>}
    </p>
  );
}

/** Printed pages show where links lead (print.css); for internal links, CSS knows only the path. */
function nameTargets() {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("#article-text a[href^='/']"))
    link.dataset.target = link.href;
}

export function queries({ params }: PageContext): ApiQuery<unknown>[] {
  const id = parseId(params.id ?? "");
  const always = [articleDetail(params.id ?? ""), editorsPicks(), adSpacesAt(AD_LOCATION)];
  return id === null ? always : [...always, relatedArticles(id)];
}

const head: PageModule["head"] = async (context, client) =>
  (await import("./article-head.ts")).articleHead(context, client);

/** The canonical address, with the article's slug or without, as the settings say. A navigation leaves the address as it is. */
export function movedTo({ params, site }: PageContext, client: QueryClient): string | undefined {
  const response = client.getQueryData<ArticleResponse>(articleDetail(params.id ?? "").queryKey);
  if (!response) return undefined;
  const canonical = articlePath(site, response);
  return canonical === articlePath({ hasSlugs: true }, { id: response.id, slug: params.slug }) ? undefined : canonical;
}

/** 404 for a missing article; 503 if it cannot be determined, so that search engines keep the page. */
export function status({ params }: PageContext, client: QueryClient): number {
  const error = client.getQueryState(articleDetail(params.id ?? "").queryKey)?.error;
  return error ? statusOf(error) : 200;
}

export function ArticleLoading() {
  const t = useText();
  return (
    <div className="page-width py-8">
      <p role="status" className="meta">
        {t("Loading article...")}
      </p>
      <div aria-hidden="true" className="mt-6 max-w-4xl">
        <Skeleton className="h-4 w-28" />
        <Skeleton className="mt-5 h-12 w-full" />
        <Skeleton className="mt-3 h-12 w-2/3" />
        <Skeleton className="mt-8 h-12 w-64" />
      </div>
      <div className="mt-10 max-w-3xl">
        <Skeleton className="aspect-video w-full" />
        <SkeletonLines lines={6} className="mt-10" />
      </div>
    </div>
  );
}
