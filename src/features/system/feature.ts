import { TRASH_TTL_MS } from "#features/documents/rules.ts";
import type { DocumentType } from "#features/documents/types.ts";
import type { Downloads } from "#features/identity/credentials/downloads.ts";
import type { RemovalStore } from "#features/media/pictures/commands.ts";
import { deleteHidden } from "#features/media/pictures/hidden.ts";
import type { Staging } from "#features/settings/staging.ts";
import type { Feature } from "#platform/feature.ts";
import type { Job } from "#platform/scheduler.ts";
import { DAY } from "#shared/time.ts";
import { clientErrorRoutes } from "./client-errors/routes.ts";
import { type DemoStore, forgetRemoval } from "./demo/commands.ts";
import { demoRoutes } from "./demo/routes.ts";
import { type MailCheckParts, mailCheckRoutes } from "./mail-check/routes.ts";
import type { BackupStore } from "./state/backups.ts";
import { backupDownloads } from "./state/downloads.ts";
import { type JobRuns, jobRuns } from "./state/job-runs.ts";
import { backupJobs } from "./state/jobs.ts";
import { downloadRoutes, stateRoutes } from "./state/routes.ts";
import { type ToDoParts, toDoRoutes } from "./to-do/routes.ts";

const CLEANING_INTERVAL_MS = 60 * 60_000;

type Deps = DemoStore &
  RemovalStore &
  BackupStore &
  MailCheckParts &
  ToDoParts & {
    /** Updates the pages that follow the publication's settings. */
    onSiteChange: () => Promise<void>;
    staging: Staging;
    /** The types of documents, for the titles of what failed tasks were about. */
    kinds: readonly Pick<DocumentType, "type" | "titles">[];
    downloads: Downloads;
  };

export type SystemFeature = Feature & {
  /** Returns a job with its runs recorded, if the admin area lists it. */
  watchJob: JobRuns["watch"];
  staging: Staging;
};

export function systemFeature(deps: Deps): SystemFeature {
  const runs = jobRuns(deps);
  const downloads = backupDownloads(deps);
  return {
    routes: [
      demoRoutes(deps),
      stateRoutes({ ...deps, listJobs: runs.list, backupDownloads: downloads }),
      downloadRoutes(downloads),
      mailCheckRoutes(deps),
      toDoRoutes(deps),
      clientErrorRoutes(deps.log),
    ],
    jobs: [demoJob(deps), ...backupJobs(deps), runs.job],
    close: runs.write,
    watchJob: runs.watch,
    staging: deps.staging,
  };
}

/** Deletes what a removal of the demo content has hidden, after the trash has been emptied of its articles. */
const demoJob = (store: DemoStore & RemovalStore): Job => ({
  name: "removed demo content",
  title: "Delete removed demo content",
  every: CLEANING_INTERVAL_MS,
  alone: true,
  async run(signal) {
    await forgetRemoval(store);
    await deleteHidden(store, store.clock.now() - TRASH_TTL_MS - DAY, signal);
  },
});
