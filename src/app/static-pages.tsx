import type { ReactNode } from "react";
import { type Author, AuthorPage } from "#features/articles/authors/site/author-page.tsx";
import { AuthorsPage, type AuthorsView } from "#features/articles/authors/site/authors-page.tsx";
import type { ArticlesFeature } from "#features/articles/feature.ts";
import { MonthPage } from "#features/articles/months/site/month-page.tsx";
import { isMonth } from "#features/articles/rules.ts";
import { SeriesPage, type SeriesView } from "#features/articles/series/site/series-page.tsx";
import { TopicPage, type TopicView } from "#features/articles/topics/site/topic-page.tsx";
import type { NewsletterFeature } from "#features/newsletter/feature.ts";
import { ArchivePage, IssuePage } from "#features/newsletter/issues/site/issue-page.tsx";
import type { RecordFeature } from "#features/record/feature.ts";
import { ChangesPage, CorrectionsPage, VersionPage } from "#features/record/site/record-pages.tsx";
import { MIN_INDEXED, type TopicKind, topicHeadline } from "#features/topics/rules.ts";
import { monthName } from "#shared/dates.ts";
import { parseId } from "#shared/ids.ts";
import type { Head, SiteInfo } from "#shared/page.ts";
import { namedPicture } from "#shared/pictures.ts";
import { isSlug } from "#shared/slug.ts";
import { breadcrumbList } from "#shared/structured-data.ts";
import { beginningOf, isStorable, nameKey } from "#shared/text.ts";
import { textIn } from "#shared/translate.ts";
import { absoluteUrl, documentUrl, pageUrl } from "#shared/urls.ts";
import type { Viewer } from "#shared/viewer.ts";
import { type DocumentRoutes, pageIn } from "./document-pages.tsx";
import { OfflinePage } from "./site/offline-page.tsx";
import type { ReadSite } from "./site-info.ts";

type PublishedRecord = Pick<RecordFeature, "readCorrections" | "readChanges" | "readVersion">;

/**
 * The pages of all corrections, of an article's changes and of its older texts. Missing ones and those past the end are
 * not found.
 */
export const recordPages = (
  readSite: ReadSite,
  record: PublishedRecord,
): Pick<DocumentRoutes, "corrections" | "changes" | "version"> => ({
  corrections({ query }) {
    const page = pageIn(query);
    const url = documentUrl.corrections(page);
    return {
      url,
      make: async (viewer) => {
        const list = await record.readCorrections(viewer, page);
        if (!list) return undefined;
        const site = await readSite();
        const t = textIn(site.language);
        const head = {
          title: t("Corrections"),
          description: t("Mistakes {name} has corrected, newest first.", { name: site.name }),
          canonical: url,
          jsonLd: [breadcrumbList(site, [{ name: t("Corrections"), path: documentUrl.corrections() }])],
        };
        return { head, view: <CorrectionsPage {...list} /> };
      },
    };
  },

  changes({ id, query }) {
    if (id === null) return undefined;
    const page = pageIn(query);
    const url = documentUrl.changes(id, page);
    return {
      url,
      make: async (viewer) => {
        const list = await record.readChanges(viewer, id, page);
        if (!list) return undefined;
        const t = textIn((await readSite()).language);
        const title = t("Changes: {title}", { title: list.article?.title ?? t("a removed article") });
        const description = t("What was changed since the article was published, and why.");
        return {
          head: { title, description, canonical: url, robots: "noindex" },
          view: <ChangesPage id={id} {...list} />,
        };
      },
    };
  },

  version({ id, n }) {
    if (id === null || n === null) return undefined;
    return {
      url: documentUrl.version(id, n),
      isRare: true,
      make: async (viewer) => {
        const version = await record.readVersion(viewer, id, n);
        if (!version) return undefined;
        const { title, isCurrent } = version;
        const t = textIn((await readSite()).language);
        const description = t("The text of an article as it was published, before later changes.");
        return {
          head: {
            title: isCurrent ? title : t("{title} (older text)", { title }),
            description,
            canonical: pageUrl.article(id),
            robots: "noindex",
          },
          view: <VersionPage id={id} {...version} />,
        };
      },
    };
  },
});

type Authors = Pick<ArticlesFeature, "readAuthor" | "readAuthors">;

/**
 * The list of authors, and their pages. An author who is unknown, was erased or has published nothing is not found;
 * numbers and former slugs redirect.
 */
export const authorPages = (readSite: ReadSite, authors: Authors): Pick<DocumentRoutes, "authors" | "author"> => ({
  authors({ query }) {
    const page = pageIn(query);
    const url = documentUrl.authors(page);
    return {
      url,
      make: async () => {
        const view = await authors.readAuthors(page);
        return view && { head: headOfAuthors(await readSite(), page, view), view: <AuthorsPage {...view} /> };
      },
    };
  },

  author: slugPage({
    url: documentUrl.author,
    read: authors.readAuthor,
    show: async (view, page) => ({
      head: headOf(await readSite(), view.author, page),
      view: <AuthorPage {...view} />,
    }),
  }),
});

type SlugPage<View> = {
  /** Whether an address that is no slug may be a name. */
  hasNames?: boolean;
  url: (slug: string, page: number) => string;
  /** `movedTo`: the slug to redirect to, for a former one. Undefined for an unknown slug. */
  read: (viewer: Viewer, slug: string, page: number) => Promise<View | { movedTo: string } | undefined>;
  show: (view: View, page: number) => Promise<{ head: Head; view: ReactNode }>;
};

/** The numbered pages of something with a slug; its number and former slugs redirect. */
const slugPage =
  <View extends object>({ hasNames = false, url, read, show }: SlugPage<View>): DocumentRoutes["topic"] =>
  ({ slug: given, query }) => {
    const slug = nameKey(given);
    if (hasNames ? !isStorable(slug) || slug === "" : parseId(slug) === null && !isSlug(slug)) return undefined;
    const page = pageIn(query);
    return {
      url: url(slug, page),
      make: async (viewer) => {
        const view = await read(viewer, slug, page);
        if (!view) return undefined;
        return "movedTo" in view ? { moved: url(view.movedTo, page) } : show(view, page);
      },
    };
  };

/** Search engines show about this much of a description. */
const DESCRIPTION_LENGTH = 160;

function headOfAuthors(site: SiteInfo, page: number, { authors }: AuthorsView): Head {
  const t = textIn(site.language);
  const title = t("Authors");
  return {
    title: page > 1 ? t("{name}, page {page}", { name: title, page }) : title,
    description: t("Everyone who writes for {name}.", { name: site.name }),
    canonical: documentUrl.authors(page),
    ...(authors.length === 0 && { robots: "noindex" }),
    jsonLd: [breadcrumbList(site, [{ name: title, path: documentUrl.authors() }])],
  };
}

function headOf(site: SiteInfo, { name, slug, bio, image_url, links }: Author, page: number): Head {
  const t = textIn(site.language);
  const path = documentUrl.author(slug);
  const url = absoluteUrl(site.url, path);
  const person = {
    "@type": "Person",
    name,
    url,
    ...(bio && { description: bio }),
    ...(image_url && { image: absoluteUrl(site.url, image_url) }),
    ...(links.length > 0 && { sameAs: links.map((link) => link.url) }),
  };
  const crumbs = [
    { name: t("Authors"), path: documentUrl.authors() },
    { name, path },
  ];
  return {
    title: page > 1 ? t("{name}, page {page}", { name, page }) : name,
    description:
      beginningOf(bio.replace(/\s+/g, " "), DESCRIPTION_LENGTH) ||
      t("Articles by {name} in {site}.", { name, site: site.name }),
    canonical: documentUrl.author(slug, page),
    image: namedPicture(image_url, name),
    feedOf: path,
    jsonLd: [{ "@type": "ProfilePage", url, mainEntity: person }, breadcrumbList(site, crumbs)],
  };
}

type Topics = Pick<ArticlesFeature, "readTopic">;

/** The pages of topics. A topic without published articles is not found; former slugs and aliases redirect. */
export const topicPages = (readSite: ReadSite, topics: Topics): Pick<DocumentRoutes, "topic"> => ({
  topic: slugPage({
    hasNames: true,
    url: documentUrl.topic,
    read: topics.readTopic,
    show: async (view) => ({ head: headOfTopic(await readSite(), view), view: <TopicPage {...view} /> }),
  }),
});

type SeriesReader = Pick<ArticlesFeature, "readSeries">;

/** The pages of series. A series without published articles is not found; a former slug redirects. */
export const seriesPages = (readSite: ReadSite, series: SeriesReader): Pick<DocumentRoutes, "series"> => ({
  series: slugPage({
    url: documentUrl.series,
    read: series.readSeries,
    show: async (view) => ({ head: headOfSeries(await readSite(), view), view: <SeriesPage {...view} /> }),
  }),
});

function headOfSeries(site: SiteInfo, { series, page }: SeriesView): Head {
  const t = textIn(site.language);
  const { name, slug, description, image_url } = series;
  const path = documentUrl.series(slug);
  const url = absoluteUrl(site.url, path);
  const data = {
    "@type": "CreativeWorkSeries",
    name,
    url,
    ...(description && { description }),
    ...(image_url && { image: absoluteUrl(site.url, image_url) }),
  };
  return {
    title: page > 1 ? t("{name}, page {page}", { name, page }) : name,
    description:
      beginningOf(description.replace(/\s+/g, " "), DESCRIPTION_LENGTH) ||
      t("{name}, a series of {site}.", { name, site: site.name }),
    canonical: documentUrl.series(slug, page),
    image: namedPicture(image_url, name),
    feedOf: path,
    jsonLd: [data, breadcrumbList(site, [{ name, path }])],
  };
}

const TYPES: Record<TopicKind, string> = { topic: "Thing", coin: "Thing", person: "Person", company: "Organization" };

function headOfTopic(site: SiteInfo, { topic, page }: TopicView): Head {
  const { name, slug, kind, aliases, description, image_url, count } = topic;
  const t = textIn(site.language);
  const path = documentUrl.topic(slug);
  const url = absoluteUrl(site.url, path);
  const about = {
    "@type": TYPES[kind],
    name,
    ...(aliases.length > 0 && { alternateName: aliases }),
    ...(description && { description }),
    ...(image_url && { image: absoluteUrl(site.url, image_url) }),
  };
  const title = topicHeadline(name);
  return {
    title: page > 1 ? t("{name}, page {page}", { name: title, page }) : title,
    description:
      beginningOf(description.replace(/\s+/g, " "), DESCRIPTION_LENGTH) ||
      t("News, explainers and analysis on {name} from {site}.", { name, site: site.name }),
    canonical: documentUrl.topic(slug, page),
    image: namedPicture(image_url, name),
    ...(count < MIN_INDEXED && { robots: "noindex" }),
    feedOf: path,
    jsonLd: [{ "@type": "CollectionPage", name, url, about }, breadcrumbList(site, [{ name, path }])],
  };
}

/** The articles of a month, where there are any, and of the newest month that has some. */
export function monthPages(
  readSite: ReadSite,
  articles: Pick<ArticlesFeature, "readMonth">,
): Pick<DocumentRoutes, "archive" | "month"> {
  const make = (of: { month?: string; page: number }) => async (viewer: Viewer) => {
    const view = await articles.readMonth(viewer, of);
    if (!view) return undefined;
    const { month, page } = view;
    const site = await readSite();
    const name = monthName(month, site.language);
    const t = textIn(site.language);
    const head = {
      title: page > 1 ? t("{name}, page {page}", { name, page }) : name,
      description: t("Articles of {month} in {site}.", { month: name, site: site.name }),
      canonical: documentUrl.month(month, page),
      jsonLd: [breadcrumbList(site, [{ name, path: documentUrl.month(month) }])],
    };
    return { head, view: <MonthPage {...view} /> };
  };
  return {
    archive: () => ({ url: documentUrl.archive(), make: make({ page: 1 }) }),
    month({ month, query }) {
      if (!isMonth(month)) return undefined;
      const page = pageIn(query);
      // There are many months.
      return { url: documentUrl.month(month, page), isRare: true, make: make({ month, page }) };
    },
  };
}

/** The page that the service worker keeps for times without a connection. */
export const offlinePage = (readSite: ReadSite): Pick<DocumentRoutes, "offline"> => ({
  offline: () => ({
    url: documentUrl.offline(),
    make: async () => {
      const t = textIn((await readSite()).language);
      const head: Head = {
        title: t("You are offline"),
        description: t("This page opens as soon as the connection is back."),
        canonical: documentUrl.offline(),
        robots: "noindex",
      };
      return { head, view: <OfflinePage /> };
    },
  }),
});

type Issues = Pick<NewsletterFeature, "readIssue" | "readArchive">;

/**
 * The pages of sent newsletter issues, and the list of them: cached like all pages, but rendered on the server only,
 * without code in the readers' scripts (decision 58). Any other issue is not found.
 */
export const issuePages = (readSite: ReadSite, issues: Issues): Pick<DocumentRoutes, "issue" | "issues"> => ({
  issue({ id }) {
    if (id === null) return undefined;
    const url = documentUrl.issue(id);
    return {
      url,
      make: async (viewer) => {
        const issue = await issues.readIssue(viewer, id);
        if (!issue) return undefined;
        const { view, description } = issue;
        const about = { title: view.subject, description, sentAt: view.sentAt, url };
        return { head: issueHead(await readSite(), about), view: <IssuePage issue={view} /> };
      },
    };
  },

  issues({ query: { before } }) {
    const after = typeof before === "string" ? parseId(before) : null;
    const url = documentUrl.issues(after ?? undefined);
    return {
      url,
      make: async () => {
        const archive = await issues.readArchive(after);
        const site = await readSite();
        return (
          archive && { head: archiveHead(site, url), view: <ArchivePage siteName={site.name} archive={archive} /> }
        );
      },
    };
  },
});

function archiveHead(site: SiteInfo, url: string): Head {
  const t = textIn(site.language);
  return {
    title: t("Newsletter"),
    description: t("{name} by email: all issues.", { name: site.name }),
    canonical: url,
    jsonLd: [breadcrumbList(site, [{ name: t("Newsletter"), path: documentUrl.issues() }])],
  };
}

type About = { title: string; description: string; sentAt: string; url: string };

/** With the issue as search engines know it (schema.org PublicationIssue). */
function issueHead(site: SiteInfo, { title, description, sentAt, url }: About): Head {
  const crumbs = [
    { name: textIn(site.language)("Newsletter"), path: documentUrl.issues() },
    { name: title, path: url },
  ];
  return {
    title,
    description,
    canonical: url,
    jsonLd: [
      {
        "@type": "PublicationIssue",
        name: title,
        url: absoluteUrl(site.url, url),
        datePublished: sentAt,
        isPartOf: { "@type": "Periodical", name: site.name },
      },
      breadcrumbList(site, crumbs),
    ],
  };
}
