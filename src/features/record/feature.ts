import type { Database } from "#db/open.ts";
import type { PageRecord } from "#features/articles/schema.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Feature } from "#platform/feature.ts";
import type { Job } from "#platform/scheduler.ts";
import type { SiteInfo } from "#shared/page.ts";
import type { Viewer } from "#shared/viewer.ts";
import { recordStored, sealDays } from "./commands.ts";
import { holdingRoutes } from "./holdings/routes.ts";
import { pageRecord, readChanges, readCorrections, readVersion } from "./internal/pages.tsx";
import { presentDisclosures } from "./present.ts";
import { disclosuresOf } from "./queries.ts";
import { recordRoutes } from "./routes.ts";
import type { ChangesView, CorrectionsView, VersionView } from "./site/record-pages.tsx";

export type RecordFeature = Feature & {
  pageRecord: (articleId: number) => Promise<PageRecord>;
  findDisclosures: (articleId: number) => Promise<{ name: string; symbols: string[] }[]>;
  /** Pages of all corrections, and of all changes of an article, counted from 1; undefined beyond the last. */
  readCorrections: (viewer: Viewer, page: number) => Promise<CorrectionsView | undefined>;
  readChanges: (viewer: Viewer, articleId: number, page: number) => Promise<ChangesView | undefined>;
  /** The full text of one version; undefined if it was never public, or if the article is not public now. */
  readVersion: (viewer: Viewer, articleId: number, n: number) => Promise<VersionView | undefined>;
};

export function recordFeature(store: {
  database: Database;
  clock: Clock;
  content: ContentPreparer;
  /** Of the site, unless the newsroom has set another. */
  language: SiteInfo["language"];
}): RecordFeature {
  const { language } = store;
  const { db } = store.database;
  const now = () => store.clock.now();
  return {
    routes: [recordRoutes(store), holdingRoutes(store)],
    jobs: recordJobs(store),
    pageRecord: (id) => pageRecord({ db, language }, now(), id),
    findDisclosures: async (id) => presentDisclosures((await disclosuresOf(db, now(), [id])).get(id) ?? []),
    readCorrections: (viewer, page) => readCorrections(db, viewer, now(), page),
    readChanges: (viewer, id, page) => readChanges({ db, language }, { viewer, now: now() }, id, page),
    readVersion: (viewer, id, n) => readVersion({ db, content: store.content }, { viewer, now: now() }, id, n),
  };
}

const RECORD_INTERVAL_MS = 2_000;
const SEALING_INTERVAL_MS = 60_000;

export function recordJobs(store: { database: Database; clock: Clock }): Job[] {
  let last: number | null = 0;
  return [
    {
      name: "articles to record",
      title: "Record published articles",
      every: RECORD_INTERVAL_MS,
      alone: true,
      async run(signal) {
        while (last !== null && !signal.aborted) {
          last = await recordStored(store, last);
          await new Promise(setImmediate);
        }
      },
    },
    {
      name: "days to seal",
      title: "Seal the days of the record",
      every: SEALING_INTERVAL_MS,
      alone: true,
      run: () => sealDays(store),
    },
  ];
}
