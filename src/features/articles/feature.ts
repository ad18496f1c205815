import type { FastifyBaseLogger } from "fastify";
import { storedPaths } from "#features/content/own-cards.ts";
import type { Feature } from "#platform/feature.ts";
import type { DocumentPage, Reading } from "#platform/pages.ts";
import { NotFoundError, RemovedError } from "#shared/errors.ts";
import type { SiteInfo } from "#shared/page.ts";
import type { Viewer } from "#shared/viewer.ts";
import { authorPages } from "./authors/pages.tsx";
import type { HoldingsOfAuthor } from "./authors/queries.ts";
import { authorRoutes } from "./authors/routes.ts";
import { previewOfArticle } from "./desk/queries.ts";
import { deskRoutes } from "./desk/routes.ts";
import type { FrontPlace } from "./fronts/places.ts";
import { frontPreviews } from "./fronts/previews.ts";
import { frontRoutes } from "./fronts/routes.ts";
import type { ShownFront } from "./fronts/schema.ts";
import { previewOfFront } from "./fronts/stories.ts";
import { readHomeList } from "./home/queries.ts";
import { frontPageRoutes } from "./home/routes.ts";
import { articleJobs } from "./jobs.ts";
import { listDeskRoutes } from "./list/desk.ts";
import { type ArticleMarkdown, articleMarkdown, contentOfArticle } from "./markdown.ts";
import { monthPages } from "./months/pages.tsx";
import { numbersRoutes } from "./numbers/routes.ts";
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
import { previewOfSeries, seriesPages } from "./series/pages.tsx";
import { seriesRoutes } from "./series/routes.ts";
import { listArticlePages } from "./sitemap.ts";
import { previewOfTopic, topicPages } from "./topics/pages.tsx";
import { topicArticlesRoutes } from "./topics/routes.ts";
import type { DeskStore } from "./type.ts";
import { type ArticleCounters, createArticleCounters, knownArticles, viewFastPath } from "./views.ts";

type Deps = DeskStore & {
  secretKey: string;
  log: FastifyBaseLogger;
  /** Of the site, unless the newsroom has set another. */
  language: SiteInfo["language"];
  pageRecord: FindPageRecord;
  findRemoval: FindRemoval;
  findDisclosures: FindDisclosures;
  heldAt: HoldingsOfAuthor;
  siteUrl: string;
  previousKeys?: readonly string[];
};

export type ArticlesFeature = Feature & {
  views: ArticleCounters;
  /** Counts views before the framework. */
  viewFastPath: ReturnType<typeof viewFastPath>;
  /** The page of an article with its working copy; undefined for a deleted article. */
  previewOfArticle: (viewer: Viewer, id: number) => Promise<ArticlePage | undefined>;
  /** A front page with the arrangement that a link shows. */
  previewOfFront: (viewer: Viewer, token: string) => ReturnType<typeof previewOfFront>;
  /** The page of a topic or series with such an arrangement; undefined for one without a page, and for other pages. */
  pageOfFront: (reading: Reading, place: FrontPlace, front: ShownFront) => Promise<DocumentPage | undefined>;
  /** An article that readers see as Markdown. Throws NotFoundError and RemovedError. */
  readMarkdown: (viewer: Viewer, id: number, site: SiteInfo) => Promise<ArticleMarkdown>;
  /** The slug of an article that readers see. */
  readSlug: (viewer: Viewer, id: number) => Promise<string | undefined>;
};

export function articlesFeature(store: Deps): ArticlesFeature {
  const { database, clock, log, language: siteLanguage, pageRecord, findRemoval, findDisclosures } = store;
  const { db } = database;
  const fronts = frontPreviews({ ...store, previousKeys: store.previousKeys ?? [] });
  const views = createArticleCounters(store);
  const known = knownArticles(store);
  const seen = (viewer: Viewer) => ({ viewer, now: clock.now() });
  const findHomeList: FindHomeList = (viewer, list) => readHomeList(db, viewer, clock.now(), list);
  const finds = { pageRecord, findRemoval, findDisclosures, findHomeList };
  return {
    routes: [
      articleRoutes({ store, views, known, siteLanguage, ...finds }),
      frontPageRoutes(store),
      frontRoutes(store, fronts.linkOf),
      listDeskRoutes(store),
      deskRoutes(store),
      numbersRoutes(store),
      topicArticlesRoutes(store),
      authorRoutes(store),
      seriesRoutes(store),
    ],
    pages: { ...authorPages(db, store.heldAt), ...topicPages(db), ...seriesPages(db), ...monthPages(db) },
    sitemap: (seen) => listArticlePages(db, seen),
    viewFastPath: viewFastPath(known, views),
    jobs: articleJobs({ store, views, log }),
    close: views.flush,
    views,
    previewOfArticle: async (viewer, id) => {
      const page = await previewOfArticle(store, viewer, id);
      return page && inItsLanguage(db, page, siteLanguage);
    },
    previewOfFront: async (viewer, token) => previewOfFront(db, seen(viewer), await fronts.versionOf(token)),
    pageOfFront: async (reading, { kind, of }, front) => {
      if (of === undefined || (kind !== "topic" && kind !== "series")) return undefined;
      const preview = { topic: previewOfTopic, series: previewOfSeries }[kind];
      return preview(db, reading, of.slug, front);
    },
    readMarkdown: async (viewer, id, site) => {
      const row = await findPage(db, store.content, { ...seen(viewer), isForPage: true }, id);
      const removal = row ? undefined : await findRemoval(id);
      if (removal) throw new RemovedError("article_removed", removedNotice(removal.at, site.timeZone ?? "UTC"));
      if (!row) throw new NotFoundError("article_not_found", NO_ARTICLE);
      const page = presentPage(row, await pageRecord(id));
      const content = await contentOfArticle(db, id);
      const cards = await readOwnCards(db, seen(viewer), storedPaths(content));
      return articleMarkdown(store.content, site, page, { html: content, cards });
    },
    readSlug: (viewer, id) => findSlug(db, viewer, clock.now(), id),
  };
}
