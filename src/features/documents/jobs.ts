import type { Job } from "#platform/scheduler.ts";
import { system } from "#shared/actor.ts";
import { DAY } from "#shared/time.ts";
import { forgetStates } from "./history/commands.ts";
import { forgetSaves } from "./history/saves.ts";
import type { Streams } from "./presence/internal/streams.ts";
import { POLL_INTERVAL_MS } from "./presence/rules.ts";
import { removeExpiredPreviews } from "./previews/commands.ts";
import { purgeUntil, type TrashStore } from "./trash/commands.ts";
import { TRASH_TTL_MS } from "./trash/rules.ts";

const CLEANING_INTERVAL_MS = 60 * 60_000;
/** How long a document may stay in the trash beyond its time. */
const PURGE_INTERVAL_MS = 10 * 60_000;
/** How long states of working copies are kept, from which somebody's unsaved changes may have begun. */
const STATE_TTL_MS = DAY;
/** How long a client may repeat a save whose response was lost. */
const SAVE_TTL_MS = 14 * DAY;

export const documentJobs = (store: TrashStore, streams: Pick<Streams, "poll">): Job[] => [
  // Not alone: each process notifies its own windows of what happened in others.
  { name: "presence", every: POLL_INTERVAL_MS, run: streams.poll },
  {
    name: "expired trash",
    every: PURGE_INTERVAL_MS,
    alone: true,
    run: (signal) => purgeUntil(store, system, store.clock.now() - TRASH_TTL_MS, () => signal.aborted),
  },
  {
    name: "old previews and states of working copies",
    every: CLEANING_INTERVAL_MS,
    alone: true,
    async run() {
      const { database, clock } = store;
      await removeExpiredPreviews(store);
      await forgetStates(database.db, clock.now() - STATE_TTL_MS);
      await forgetSaves(database.db, clock.now() - SAVE_TTL_MS);
    },
  },
];
