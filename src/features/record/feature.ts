import type { Database } from "#db/open.ts";
import type { PageRecord } from "#features/articles/schema.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Feature } from "#platform/feature.ts";
import type { CorrectionGuard } from "./commands.ts";
import type { HoldingListener } from "./holdings/commands.ts";
import { holdingRoutes } from "./holdings/routes.ts";
import { pageRecord, readChanges, readCorrections } from "./internal/pages.tsx";
import { readVersion } from "./internal/versions.ts";
import { recordJobs } from "./jobs.ts";
import { presentDisclosures } from "./present.ts";
import { disclosuresOf } from "./queries.ts";
import { recordRoutes } from "./routes.ts";
import type { ChangesView } from "./site/changes-page.tsx";
import type { CorrectionsView } from "./site/corrections-page.tsx";
import type { VersionView } from "./site/version-page.tsx";

export type RecordFeature = Feature & {
  /** What an article's page shows of the record. */
  pageRecord: (articleId: number) => Promise<PageRecord>;
  /** What an article discloses of its authors' holdings. */
  findDisclosures: (articleId: number) => Promise<{ name: string; symbols: string[] }[]>;
  /** The pages of all corrections and of all changes of an article, counted from 1; undefined where there is none. */
  readCorrections: (page: number) => Promise<CorrectionsView | undefined>;
  readChanges: (articleId: number, page: number) => Promise<ChangesView | undefined>;
  /** The full text of one version; undefined for what readers never saw, and while they do not see the article. */
  readVersion: (articleId: number, n: number) => Promise<VersionView | undefined>;
};

/** The record of every version of an article that readers could see, and what the people of the newsroom hold. */
export function recordFeature(store: {
  database: Database;
  clock: Clock;
  content: ContentPreparer;
  guardCorrection: CorrectionGuard;
  holdingListeners: readonly HoldingListener[];
}): RecordFeature {
  const { db } = store.database;
  const now = () => store.clock.now();
  return {
    routes: [recordRoutes(store), holdingRoutes(store)],
    jobs: recordJobs(store),
    pageRecord: (id) => pageRecord(db, now(), id),
    findDisclosures: async (id) => presentDisclosures((await disclosuresOf(db, now(), [id])).get(id) ?? []),
    readCorrections: (page) => readCorrections(db, now(), page),
    readChanges: (id, page) => readChanges(db, now(), id, page),
    readVersion: (id, n) => readVersion({ db, content: store.content }, now(), id, n),
  };
}
