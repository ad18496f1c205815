import { TRASH_TTL_MS } from "#features/documents/rules.ts";
import type { RemovalStore } from "#features/media/pictures/commands.ts";
import { deleteHidden } from "#features/media/pictures/hidden.ts";
import type { Feature } from "#platform/feature.ts";
import type { Job } from "#platform/scheduler.ts";
import { DAY } from "#shared/time.ts";
import { type DemoStore, forgetRemoval } from "./demo/commands.ts";
import { demoRoutes } from "./demo/routes.ts";
import { type MailCheckParts, mailCheckRoutes } from "./mail-check/routes.ts";
import type { BackupStore } from "./state/backups.ts";
import { stateRoutes } from "./state/routes.ts";

const CLEANING_INTERVAL_MS = 60 * 60_000;

type Deps = { demo: DemoStore & RemovalStore; state: BackupStore; mail: MailCheckParts };

export const systemFeature = ({ demo, state, mail }: Deps): Feature => ({
  routes: [demoRoutes(demo), stateRoutes(state), mailCheckRoutes(mail)],
  jobs: [demoJob(demo)],
});

/** Deletes what a removal of the demo content has hidden, after the trash has been emptied of its articles. */
const demoJob = (store: Deps["demo"]): Job => ({
  name: "removed demo content",
  every: CLEANING_INTERVAL_MS,
  alone: true,
  async run(signal) {
    await forgetRemoval(store);
    await deleteHidden(store, store.clock.now() - TRASH_TTL_MS - DAY, signal);
  },
});
