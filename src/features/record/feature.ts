import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import type { Feature } from "#platform/feature.ts";
import { changesHtml } from "./internal/changes-html.tsx";
import { recordJobs } from "./jobs.ts";
import { recordRoutes } from "./routes.ts";

export type RecordFeature = Feature & {
  /** What an article's page says of its changes, as HTML. */
  changesHtml: (articleId: number) => Promise<string>;
};

/** The record of every version of an article that readers could see. */
export const recordFeature = (store: { database: Database; clock: Clock }): RecordFeature => ({
  routes: [recordRoutes(store)],
  jobs: recordJobs(store),
  changesHtml: (id) => changesHtml(store.database.db, store.clock.now(), id),
});
