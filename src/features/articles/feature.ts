import type { FastifyBaseLogger } from "fastify";
import { storedIds } from "#features/content/own-cards.ts";
import type { PictureStore } from "#features/media/pictures/commands.ts";
import type { Feature } from "#platform/feature.ts";
import type { ReaderCounter } from "#platform/reader-counter.ts";
import { NotFoundError, RemovedError } from "#shared/errors.ts";
import type { SiteInfo } from "#shared/page.ts";
import type { Viewer } from "#shared/viewer.ts";
import type { AuthorStore } from "./authors/manage.ts";
import { type HoldingsOfAuthor, readAuthor, readAuthors } from "./authors/queries.ts";
import { authorRoutes } from "./authors/routes.ts";
import type { AuthorsView } from "./authors/site/authors-page.tsx";
import type { ArticleStore } from "./commands.ts";
import { previewOfArticle } from "./desk/queries.ts";
import { deskRoutes } from "./desk/routes.ts";
import { readHomeList } from "./home/queries.ts";
import { frontPageRoutes } from "./home/routes.ts";
import { articleJobs } from "./jobs.ts";
import { listDeskRoutes } from "./list/desk.ts";
import { type ArticleMarkdown, articleMarkdown, contentOfArticle } from "./markdown.ts";
import { readMonthPage } from "./months/queries.ts";
import { inItsLanguage } from "./page-content.ts";
import { presentPage } from "./present.ts";
import { findPage, findSlug } from "./queries.ts";
import { readOwnCards } from "./readers-content.ts";
import {
  articleRoutes,
  type FindDisclosures,
  type FindHomeList,
  type FindPageRecord,
  type FindRemoval,
} from "./routes.ts";
import { NO_ARTICLE, removedNotice } from "./rules.ts";
import type { ArticlePage } from "./schema.ts";
import { readSeriesPage } from "./series/queries.ts";
import { seriesRoutes } from "./series/routes.ts";
import { readTopicPage } from "./topics/queries.ts";
import { topicArticlesRoutes } from "./topics/routes.ts";
import { createViewCounter, knownArticles, viewFastPath } from "./views.ts";

type Deps = {
  store: ArticleStore & PictureStore & AuthorStore;
  secretKey: string;
  log: FastifyBaseLogger;
  /** Of the site, unless the newsroom has set another. */
  siteLanguage: SiteInfo["language"];
  pageRecord: FindPageRecord;
  findRemoval: FindRemoval;
  findDisclosures: FindDisclosures;
  heldAt: HoldingsOfAuthor;
};

export type ArticlesFeature = Feature & {
  views: ReaderCounter;
  /** Counts views before the framework. */
  viewFastPath: ReturnType<typeof viewFastPath>;
  /** The page of an article with its working copy; undefined for a deleted article. */
  previewOfArticle: (viewer: Viewer, id: number) => Promise<ArticlePage | undefined>;
  /** An article that readers see as Markdown. Throws NotFoundError and RemovedError. */
  readMarkdown: (viewer: Viewer, id: number, site: SiteInfo) => Promise<ArticleMarkdown>;
  /** A page of an author's articles, or the slug that the author has now; undefined beyond the last page. */
  readAuthor: (viewer: Viewer, slug: string, page: number) => ReturnType<typeof readAuthor>;
  /** A page of everyone who has published; undefined beyond the last page. */
  readAuthors: (page: number) => Promise<AuthorsView | undefined>;
  /** The slug of an article that readers see. */
  readSlug: (viewer: Viewer, id: number) => Promise<string | undefined>;
  /** A page of the articles of a month; undefined beyond the last page, and for months without any. */
  readMonth: (viewer: Viewer, of: Parameters<typeof readMonthPage>[2]) => ReturnType<typeof readMonthPage>;
  /** A page of a series, or the slug that it has now; undefined for series that readers don't see. */
  readSeries: (viewer: Viewer, slug: string, page: number) => ReturnType<typeof readSeriesPage>;
  /** A page of a topic's articles, or the slug that it has now; undefined for topics that readers don't see. */
  readTopic: (viewer: Viewer, slug: string, page: number) => ReturnType<typeof readTopicPage>;
};

export function articlesFeature({ store, secretKey, log, siteLanguage, heldAt, ...record }: Deps): ArticlesFeature {
  const views = createViewCounter({ ...store, secretKey });
  const known = knownArticles(store);
  const { database, clock } = store;
  const seen = (viewer: Viewer) => ({ viewer, now: clock.now() });
  const findHomeList: FindHomeList = (viewer, list) => readHomeList(database.db, viewer, clock.now(), list);
  return {
    routes: [
      articleRoutes({ store, views, known, findHomeList, siteLanguage, ...record }),
      frontPageRoutes(store),
      listDeskRoutes(store),
      deskRoutes(store),
      topicArticlesRoutes(store),
      authorRoutes(store),
      seriesRoutes(store),
    ],
    viewFastPath: viewFastPath(known, views),
    jobs: articleJobs({ store, views, log }),
    close: views.flush,
    views,
    previewOfArticle: async (viewer, id) => {
      const page = await previewOfArticle(store, viewer, id);
      return page && inItsLanguage(database.db, page, siteLanguage);
    },
    readMarkdown: async (viewer, id, site) => {
      const row = await findPage(database.db, store.content, { ...seen(viewer), isForPage: true }, id);
      const removal = row ? undefined : await record.findRemoval(id);
      if (removal) throw new RemovedError("article_removed", removedNotice(removal.at, site.timeZone ?? "UTC"));
      if (!row) throw new NotFoundError("article_not_found", NO_ARTICLE);
      const page = presentPage(row, await record.pageRecord(id));
      const content = await contentOfArticle(database.db, id);
      const cards = await readOwnCards(database.db, seen(viewer), storedIds(content));
      return articleMarkdown(store.content, site, page, { html: content, cards });
    },
    readAuthor: (viewer, slug, page) => readAuthor(database.db, seen(viewer), slug, page, heldAt),
    readAuthors: (page) => readAuthors(database.db, clock.now(), page),
    readSlug: (viewer, id) => findSlug(database.db, viewer, clock.now(), id),
    readMonth: (viewer, of) => readMonthPage(database.db, seen(viewer), of),
    readSeries: (viewer, slug, page) => readSeriesPage(database.db, seen(viewer), slug, page),
    readTopic: (viewer, slug, page) => readTopicPage(database.db, seen(viewer), slug, page),
  };
}
