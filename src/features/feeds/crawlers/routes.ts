import type { FastifyPluginAsync } from "fastify";
import type { Database } from "#db/open.ts";
import { EVERYTHING, shows } from "#db/scopes.ts";
import { listCategories } from "#features/categories/queries.ts";
import { listedPages } from "#features/pages/queries.ts";
import { pathOfPage } from "#features/pages/rules.ts";
import { settingHandlers } from "#features/settings/handlers.ts";
import type { Clock } from "#platform/clock.ts";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import { NotFoundError } from "#shared/errors.ts";
import { feedUrl } from "#shared/urls.ts";
import type { Viewer } from "#shared/viewer.ts";
import type { CachedFile } from "../cached-file.ts";
import type { Site } from "../present.ts";
import { listForAssistants } from "../queries.ts";
import { listCrawlers } from "./counter.ts";
import { crawlerEndpoints } from "./endpoints.ts";
import { licenseXml, llmsTxt, robotsTxt } from "./files.ts";
import { statesTerms } from "./rules.ts";
import { crawlerSetting, readCrawlerPolicy } from "./setting.ts";

type Store = { database: Database; clock: Clock };
type Deps = Store & { siteUrl: string; readSite: () => Promise<Site> };

export const crawlerRoutes =
  (store: Store): ApiPlugin =>
  async (app) =>
    serve(app, crawlerEndpoints, {
      ...settingHandlers(store, crawlerSetting),
      "GET /crawlers": async () => listCrawlers(store, await readCrawlerPolicy(store.database.db)),
    });

/** Cache lifetimes, in seconds. */
const TERMS_AGE = 3600;
const LLMS_AGE = 600;
/** Of `llms.txt`: sections, and articles of each. */
const MAX_SECTIONS = 20;
const NEWEST = 10;

const PLAIN = "text/plain; charset=utf-8";

/** What crawlers read before anything else. */
export function crawlerFiles({ database, clock, siteUrl, readSite }: Deps, keep: CachedFile): FastifyPluginAsync {
  const { db } = database;
  const terms = `public, max-age=${TERMS_AGE}`;
  return async (app) => {
    app.get(feedUrl.robots(), async (_request, reply) => {
      reply.type(PLAIN).header("cache-control", terms);
      return robotsTxt({ url: siteUrl }, await readCrawlerPolicy(db));
    });
    app.get(feedUrl.license(), async (_request, reply) => {
      const policy = await readCrawlerPolicy(db);
      if (!statesTerms(policy)) throw new NotFoundError("not_found", "This site has no terms for crawlers.");
      reply.type("application/rsl+xml; charset=utf-8").header("cache-control", terms);
      return licenseXml(policy);
    });
    app.get(feedUrl.llms(), async (request, reply) => {
      const { ai_answers } = await readCrawlerPolicy(db);
      if (ai_answers === "deny") throw new NotFoundError("not_found", "This site allows no answers by AI.");
      const make = async () =>
        llmsTxt({ site: await readSite(), ...(await contents(db, request.viewer, clock.now())) });
      return keep(request, reply, { key: "llms.txt", type: PLAIN, maxAge: LLMS_AGE, make });
    });
  };
}

async function contents(db: Database["db"], viewer: Viewer, now: number) {
  const pages = (await listedPages(db, now)).map(({ slug, title }) => ({ path: pathOfPage(slug), title }));
  const sections = [];
  for (const { id, name, count } of await listCategories(db, viewer, now)) {
    if (sections.length === MAX_SECTIONS) break;
    if (count > 0) sections.push({ name, articles: await listForAssistants(db, viewer, now, id, NEWEST) });
  }
  // It lists some of everything.
  shows(EVERYTHING);
  return { pages, sections };
}
