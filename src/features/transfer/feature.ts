import { taskJobs } from "#features/tasks/jobs.ts";
import type { Feature } from "#platform/feature.ts";
import { type ExportStore, removeOldExports } from "./exports/commands.ts";
import { exportDownloadRoutes, exportRoutes } from "./exports/routes.ts";
import { exportTask } from "./exports/tasks.ts";

const CLEANUP_INTERVAL_MS = 60 * 60_000;

export function transferFeature(store: ExportStore): Feature {
  const { kind, stop } = exportTask(store);
  return {
    routes: [exportRoutes(store), exportDownloadRoutes(store)],
    jobs: [
      ...taskJobs(store, [kind]),
      {
        name: "old exports",
        title: "Delete old exports",
        // On each machine, which has its own zips.
        every: CLEANUP_INTERVAL_MS,
        run: () => removeOldExports(store),
      },
    ],
    close: async () => stop(),
  };
}
