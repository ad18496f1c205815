import type { FastifyBaseLogger } from "fastify";
import type { PictureStore } from "#features/pictures/commands.ts";
import type { Feature } from "#platform/feature.ts";
import type { ReaderCounter } from "#platform/reader-counter.ts";
import type { ArticleStore } from "./commands.ts";
import { createViewCounter } from "./counters.ts";
import { articleJobs } from "./jobs.ts";
import { articleRoutes } from "./routes.ts";

type Deps = { store: ArticleStore & PictureStore; secretKey: string; log: FastifyBaseLogger };

/** Articles, and their view counts. */
export function articlesFeature({ store, secretKey, log }: Deps): Feature & { views: ReaderCounter } {
  const views = createViewCounter({ ...store, secretKey });
  return {
    routes: [articleRoutes({ store, views })],
    jobs: articleJobs({ store, views, log }),
    close: views.flush,
    views,
  };
}
