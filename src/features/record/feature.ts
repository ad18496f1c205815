import type { Database } from "#db/open.ts";
import type { HoldingsOfAuthor } from "#features/articles/authors/queries.ts";
import type { FindDisclosures, FindPageRecord, FindRemoval } from "#features/articles/routes.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { isRemoved } from "#features/documents/trash/queries.ts";
import type { Clock } from "#platform/clock.ts";
import type { Feature } from "#platform/feature.ts";
import type { Job } from "#platform/scheduler.ts";
import type { SiteInfo } from "#shared/page.ts";
import { documentUrl } from "#shared/urls.ts";
import { recordStored, sealDays } from "./commands.ts";
import { heldAt } from "./holdings/queries.ts";
import { holdingRoutes } from "./holdings/routes.ts";
import { pageRecord } from "./internal/pages.tsx";
import { recordPages } from "./pages.tsx";
import { presentDisclosures } from "./present.ts";
import { disclosuresOf, lastRemoval } from "./queries.ts";
import { recordRoutes } from "./routes.ts";

export type RecordFeature = Feature & {
  /** What articles, a feature below, show of the record. */
  forArticles: {
    pageRecord: FindPageRecord;
    findDisclosures: FindDisclosures;
    findRemoval: FindRemoval;
    heldAt: HoldingsOfAuthor;
  };
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
    pages: recordPages({ db, content: store.content, language }),
    sitemap: async () => [{ path: documentUrl.corrections() }],
    jobs: recordJobs(store),
    forArticles: {
      pageRecord: (id) => pageRecord({ db, language }, now(), id),
      findDisclosures: async (id) => presentDisclosures((await disclosuresOf(db, now(), [id])).get(id) ?? []),
      findRemoval: async (id) =>
        (await isRemoved(db, { type: "article", id })) ? { at: await lastRemoval(db, now(), id) } : undefined,
      heldAt,
    },
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
