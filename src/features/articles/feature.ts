import type { FastifyBaseLogger } from "fastify";
import type { PictureStore } from "#features/media/pictures/commands.ts";
import type { Feature } from "#platform/feature.ts";
import type { ReaderCounter } from "#platform/reader-counter.ts";
import type { ArticleStore } from "./commands.ts";
import { createViewCounter } from "./counters.ts";
import { knownArticles } from "./internal/known-articles.ts";
import { viewFastPath } from "./internal/view-fast-path.ts";
import { articleJobs } from "./jobs.ts";
import {
  articleRoutes,
  type FindDisclosures,
  type FindHomeList,
  type FindPageRecord,
  type FindRemoval,
} from "./routes.ts";

type Deps = {
  store: ArticleStore & PictureStore;
  secretKey: string;
  log: FastifyBaseLogger;
  pageRecord: FindPageRecord;
  findRemoval: FindRemoval;
  findDisclosures: FindDisclosures;
  findHomeList: FindHomeList;
};

export type ArticlesFeature = Feature & {
  views: ReaderCounter;
  /** Counts views before the framework. */
  viewFastPath: ReturnType<typeof viewFastPath>;
};

/** Articles, and their view counts. */
export function articlesFeature({ store, secretKey, log, ...record }: Deps): ArticlesFeature {
  const views = createViewCounter({ ...store, secretKey });
  const known = knownArticles(store);
  return {
    routes: [articleRoutes({ store, views, known, ...record })],
    viewFastPath: viewFastPath(known, views),
    jobs: articleJobs({ store, views, log }),
    close: views.flush,
    views,
  };
}
