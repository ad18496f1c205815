import type { FastifyBaseLogger } from "fastify";
import type { PictureStore } from "#features/pictures/commands.ts";
import type { Feature } from "#platform/feature.ts";
import type { ReaderCounter } from "#platform/reader-counter.ts";
import type { ArticleStore } from "./commands.ts";
import { createViewCounter } from "./counters.ts";
import { knownArticles } from "./internal/known-articles.ts";
import { viewFastPath } from "./internal/view-fast-path.ts";
import { articleJobs } from "./jobs.ts";
import { articleRoutes } from "./routes.ts";

type Deps = {
  store: ArticleStore & PictureStore;
  secretKey: string;
  log: FastifyBaseLogger;
  /** Whether readers have seen an article that is not there any more. */
  isRemoved: (id: number) => Promise<boolean>;
};

export type ArticlesFeature = Feature & {
  views: ReaderCounter;
  /** Counts views before the framework. */
  viewFastPath: ReturnType<typeof viewFastPath>;
};

/** Articles, and their view counts. */
export function articlesFeature({ store, secretKey, log, isRemoved }: Deps): ArticlesFeature {
  const views = createViewCounter({ ...store, secretKey });
  const known = knownArticles(store);
  return {
    routes: [articleRoutes({ store, views, known, isRemoved })],
    viewFastPath: viewFastPath(known, views),
    jobs: articleJobs({ store, views, log }),
    close: views.flush,
    views,
  };
}
