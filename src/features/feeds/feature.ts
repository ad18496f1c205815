import { Readable } from "node:stream";
import etag from "@fastify/etag";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "#db/open.ts";
import { EVERYTHING, shows } from "#db/scopes.ts";
import { findFeedOwner } from "#features/articles/authors/queries.ts";
import { relatedEndpoints } from "#features/articles/endpoints.ts";
import { presentSummaries } from "#features/articles/present.ts";
import { NO_ARTICLE } from "#features/articles/rules.ts";
import { readSeries } from "#features/articles/series/queries.ts";
import { NO_SERIES } from "#features/articles/series/rules.ts";
import { resolveCategory } from "#features/categories/queries.ts";
import { NO_CATEGORY } from "#features/categories/rules.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { NO_AUTHOR } from "#features/identity/authors/rules.ts";
import { listDays } from "#features/record/queries.ts";
import { startOfDay } from "#features/record/rules.ts";
import { readContactEmail, readHasTeasers } from "#features/settings/facts/queries.ts";
import { readAddressSite } from "#features/settings/queries.ts";
import { readTopic } from "#features/topics/queries.ts";
import { NO_TOPIC } from "#features/topics/rules.ts";
import type { Clock } from "#platform/clock.ts";
import { compressReplies } from "#platform/compression.ts";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import { rejectUnstorableText } from "#platform/idempotency.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import { NotFoundError } from "#shared/errors.ts";
import { parseId } from "#shared/ids.ts";
import {
  absoluteUrl,
  documentPattern,
  documentUrl,
  fallbackPicture,
  feedUrl,
  pagePattern,
  pageUrl,
} from "#shared/urls.ts";
import type { Viewer } from "#shared/viewer.ts";
import { indexNowKey, isPublicSite, keyPath } from "./announcements/rules.ts";
import { type AnnouncementDeps, announcementJobs } from "./announcements/tasks.ts";
import { type CachedFile, cachedFile } from "./cached-file.ts";
import { crawlerFiles, crawlerRoutes } from "./crawlers/routes.ts";
import { type Crawlers, linkWithTerms } from "./crawlers/setting.ts";
import { type Feed, type FeedOwner, jsonFeed, recordFeed, recordJson, rss, type Site } from "./present.ts";
import {
  type FeedList,
  findSitemapPart,
  listForFeed,
  listNews,
  listRelated,
  listSitemapParts,
  streamSitemapPart,
} from "./queries.ts";
import { newsSitemap, securityTxt, sitemapIndex, sitemapOfArticles, sitemapOfPages } from "./sitemaps.ts";

export type DiscoveryFeature = Feature & { crawlers: Crawlers };

export const discoveryFeature = ({
  log,
  announce,
  crawlers,
  ...deps
}: DiscoveryDeps & Omit<AnnouncementDeps, "site"> & { crawlers: Crawlers }): DiscoveryFeature => ({
  routes: [relatedRoutes(deps), crawlerRoutes(deps)],
  siteRoutes: [discoveryRoutes({ ...deps, hub: isPublicSite(deps.siteUrl) ? announce.hub : undefined })],
  jobs: [
    ...announcementJobs({ ...deps, site: { url: deps.siteUrl }, log, announce }),
    { name: "crawler counters", title: "Store what crawlers fetched", every: COUNTER_INTERVAL_MS, run: crawlers.flush },
  ],
  close: crawlers.flush,
  crawlers,
});

const COUNTER_INTERVAL_MS = 10_000;
/** Two rows of the article page, and its next story. */
const MAX_RELATED = 7;
const FEED_ITEMS = 20;
/** Limits of the sitemap protocol and of Google News: addresses per file, age in milliseconds. */
const SITEMAP_SIZE = 50_000;
const NEWS_AGE = 48 * 60 * 60 * 1000;
const NEWS_SIZE = 1_000;

/** Cache lifetimes of the responses, in seconds. */
const FEED_AGE = 60;
const SITEMAP_AGE = 600;
const TEXT_AGE = 3600;
const XML = "application/xml; charset=utf-8";
const ATOM = "application/atom+xml; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";
const RECORD_DAYS = 366;
/** Scripts of other sites may read feeds, which are the same for everybody. */
const FOR_ALL_SITES = { "access-control-allow-origin": "*" };

/** At most seven related articles, never the article itself. */
function relatedRoutes({ database, clock }: { database: Database; clock: Clock }): ApiPlugin {
  return async (app) =>
    serve(app, relatedEndpoints, {
      "GET /articles/:id/related": async ({ params, viewer, isForPage = false }) => {
        const id = idIn(params.id, "article_not_found", NO_ARTICLE);
        const rows = await listRelated(database, viewer, clock.now(), id, MAX_RELATED);
        if (!rows) throw new NotFoundError("article_not_found", NO_ARTICLE);
        return presentSummaries(rows, { fallback: fallbackPicture.related, isForPage });
      },
    });
}

type DiscoveryDeps = {
  database: Database;
  clock: Clock;
  siteUrl: string;
  /** The pages of all features in the sitemap. */
  listPages: NonNullable<Feature["sitemap"]>;
  /** The publication with the newsroom's settings. */
  readSite: () => Promise<Site>;
  secretKey: string;
  /** The operator's address for readers, which the newsroom can change; empty for none. */
  contactEmail: string;
  /** The hub that sends feeds on, if any. */
  hub?: string | undefined;
  content: ContentPreparer;
  sitemapSize?: number;
};

export function discoveryRoutes(deps: DiscoveryDeps): FastifyPluginAsync {
  return async (app) => {
    const headers = securityHeaders("file", deps.siteUrl.startsWith("https:"));
    app.addHook("onRequest", async (_request, reply) => {
      reply.headers(headers);
    });
    rejectUnstorableText(app);
    // The ETag is computed before compression. There is no Last-Modified: a date does not change when an article is
    // withdrawn or deleted.
    await app.register(etag, { weak: true });
    compressReplies(app);
    const keep = cachedFile(app, headers);
    await app.register(sitemapRoutes(deps, keep));
    await app.register(feedRoutes(deps, keep));
    await app.register(recordRoutes(deps, keep));
    await app.register(crawlerFiles(deps, keep));
  };
}

function sitemapRoutes(
  { database, clock, siteUrl, listPages, readSite, secretKey, contactEmail, sitemapSize = SITEMAP_SIZE }: DiscoveryDeps,
  keep: CachedFile,
): FastifyPluginAsync {
  const site = { url: siteUrl };
  const { db, contentVersion } = database;
  const xml = { type: XML, maxAge: SITEMAP_AGE };
  // Their sizes grow with the archive.
  const config = { cost: "file" } as const;
  return async (app) => {
    app.get(feedUrl.security(), async (_request, reply) => {
      const email = await readContactEmail(db, contactEmail);
      if (email === "") throw new NotFoundError("not_found", "This site has no contact address.");
      reply.type("text/plain; charset=utf-8").header("cache-control", `public, max-age=${TEXT_AGE}`);
      return securityTxt(site, email, clock.now());
    });
    app.get(keyPath(indexNowKey(secretKey)), async (_request, reply) => {
      reply.type("text/plain; charset=utf-8").header("cache-control", `public, max-age=${TEXT_AGE}`);
      return indexNowKey(secretKey);
    });
    app.get(feedUrl.sitemapIndex(), (request, reply) => {
      const make = async () => sitemapIndex(site, await listSitemapParts(db, request.viewer, clock.now(), sitemapSize));
      return keep(request, reply, { ...xml, key: "sitemap index", make });
    });
    app.get(feedUrl.sitemapPages(), (request, reply) => {
      const make = async () => {
        // It lists some of everything.
        shows(EVERYTHING);
        return sitemapOfPages(site, await listPages({ viewer: request.viewer, now: clock.now() }));
      };
      return keep(request, reply, { ...xml, key: "sitemap of pages", make });
    });
    app.get(feedUrl.newsSitemap(), (request, reply) => {
      const now = clock.now();
      const make = async () =>
        newsSitemap(await readSite(), await listNews(db, request.viewer, now, now - NEWS_AGE, NEWS_SIZE));
      return keep(request, reply, { ...xml, key: "news sitemap", make });
    });
    app.get<{ Params: { file: string } }>("/sitemaps/:file", { config }, async (request, reply) => {
      const part = parseId(/^articles-(\d+)\.xml$/.exec(request.params.file)?.[1] ?? "");
      const { viewer } = request;
      const now = clock.now();
      const version = contentVersion();
      const found = part === null ? undefined : await findSitemapPart(db, viewer, now, sitemapSize, part);
      if (!found) throw new NotFoundError("not_found", "Sitemap not found.");
      // A stream has no bytes to hash. Every write raises the version; time alone only adds articles.
      reply.header("etag", `W/"${version}-${found.articles}"`);
      asXml(reply);
      const addressed = { ...site, ...(await readAddressSite(db)) };
      return reply.send(
        Readable.from(sitemapOfArticles(addressed, streamSitemapPart(db, viewer, now, sitemapSize, found.part)), {
          objectMode: false,
        }),
      );
    });
  };
}

/** The lists that have feeds, with the patterns of their pages. */
const FEED_PAGES = {
  site: "",
  category: pagePattern.category,
  topic: documentPattern.topic,
  author: documentPattern.author,
  series: documentPattern.series,
} as const;
type FeedKind = keyof typeof FEED_PAGES;
type FoundOwner = NonNullable<FeedOwner> & { slug: string; list: FeedList };

/** Finds the list of a feed by its slug. Throws NotFoundError. */
function ownersOfFeeds({ database: { db }, clock }: Pick<DiscoveryDeps, "database" | "clock">) {
  return {
    site: async () => undefined,
    category: async (given, viewer) => {
      const category = await resolveCategory(db, viewer, clock.now(), given);
      if (!category) throw new NotFoundError("category_not_found", NO_CATEGORY);
      const { id, name, slug } = category;
      return { name, slug, path: pageUrl.category(slug), list: { categoryId: id } };
    },
    topic: async (given, viewer) => {
      const topic = await readTopic(db, { viewer, now: clock.now() }, given);
      if (!topic) throw new NotFoundError("topic_not_found", NO_TOPIC);
      const { name, slug } = topic;
      return { name, slug, path: documentUrl.topic(slug), list: { topic } };
    },
    series: async (given, viewer) => {
      const series = await readSeries(db, { viewer, now: clock.now() }, given);
      if (!series) throw new NotFoundError("series_not_found", NO_SERIES);
      const { id, name, slug } = series;
      return { name, slug, path: documentUrl.series(slug), list: { seriesId: id } };
    },
    author: async (given) => {
      const author = await findFeedOwner(db, clock.now(), given);
      if (!author) throw new NotFoundError("author_not_found", NO_AUTHOR);
      const { id, name, slug } = author;
      return { name, slug, path: documentUrl.author(slug), list: { authorId: id } };
    },
  } satisfies Record<FeedKind, (slug: string, viewer: Viewer) => Promise<FoundOwner | undefined>>;
}

function feedRoutes(
  { database, clock, siteUrl, readSite, content, hub }: DiscoveryDeps,
  keep: CachedFile,
): FastifyPluginAsync {
  const findOwner = ownersOfFeeds({ database, clock });
  const response =
    (kind: FeedKind, type: string, write: (feed: Feed) => string, urlOf: (page: string) => string) =>
    async (request: FastifyRequest<{ Params: { slug?: string } }>, reply: FastifyReply) => {
      const { viewer } = request;
      const { slug = "" } = request.params;
      const found = await findOwner[kind](slug, viewer);
      const [, query] = (request.raw.url ?? "").split("?");
      if (found && found.slug !== slug)
        return reply.redirect(urlOf(found.path) + (query === undefined ? "" : `?${query}`), 308);
      const make = async () => {
        const part = { limit: FEED_ITEMS, list: found?.list };
        const rows = await listForFeed(database, content, viewer, clock.now(), part);
        const hasTeasers = await readHasTeasers(database.db);
        return write({ site: await readSite(), owner: found, rows, hasTeasers, hub });
      };
      const self = absoluteUrl(siteUrl, urlOf(found?.path ?? ""));
      const own = hub && `<${hub}>; rel="hub", <${self}>; rel="self"`;
      const headers = async () => {
        const link = await linkWithTerms(database.db, siteUrl, own);
        return { ...FOR_ALL_SITES, ...(link && { link }) };
      };
      return keep(request, reply, { key: `${type} ${found?.path}`, type, maxAge: FEED_AGE, headers, make });
    };
  return async (app) => {
    for (const [kind, page] of Object.entries(FEED_PAGES) as [FeedKind, string][]) {
      app.get(feedUrl.rss(page), response(kind, "application/rss+xml; charset=utf-8", rss, feedUrl.rss));
      app.get(
        feedUrl.json(page),
        response(kind, "application/feed+json; charset=utf-8", (feed) => JSON.stringify(jsonFeed(feed)), feedUrl.json),
      );
    }
  };
}

/** The heads of the record's days, which prove that nothing was rewritten (docs/record.md). */
function recordRoutes({ database: { db }, clock, readSite }: DiscoveryDeps, keep: CachedFile): FastifyPluginAsync {
  const daysBefore = (before: string | undefined, limit: number) => listDays(db, clock.now(), { before, limit });
  return async (app) => {
    app.get<{ Querystring: { before?: unknown } }>(feedUrl.record(), (request, reply) => {
      const { before: given } = request.query;
      const before = typeof given === "string" && startOfDay(given) !== null ? given : undefined;
      const make = async () => recordJson(await readSite(), await daysBefore(before, RECORD_DAYS + 1), RECORD_DAYS);
      // There are millions of days.
      const partition = before === undefined ? "pages" : "requests";
      return keep(request, reply, { key: feedUrl.record(before), type: JSON_TYPE, maxAge: FEED_AGE, partition, make });
    });
    app.get(feedUrl.recordFeed(), (request, reply) => {
      const make = async () => recordFeed(await readSite(), await daysBefore(undefined, FEED_ITEMS));
      return keep(request, reply, { key: "record feed", type: ATOM, maxAge: FEED_AGE, make });
    });
  };
}

function asXml(reply: FastifyReply): void {
  reply.type(XML).header("cache-control", `public, max-age=${SITEMAP_AGE}`);
}
