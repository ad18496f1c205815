import type { FastifyBaseLogger } from "fastify";
import type { Job } from "#platform/scheduler.ts";
import { system } from "#shared/actor.ts";
import { DAY } from "#shared/time.ts";
import { forgetStates } from "./history/commands.ts";
import { forgetSaves } from "./history/saves.ts";
import { publishDue } from "./lifecycle/publishing.ts";
import { stateAppeared } from "./lifecycle/waiting.ts";
import type { Streams } from "./presence/internal/streams.ts";
import { removeExpiredPreviews } from "./previews/commands.ts";
import { POLL_INTERVAL_MS, TRASH_TTL_MS } from "./rules.ts";
import { purgeUntil, type TrashStore } from "./trash/commands.ts";
import type { DocumentType } from "./types.ts";

const CLEANING_INTERVAL_MS = 60 * 60_000;
/** Interval of the deletion of expired documents in the trash. */
const PURGE_INTERVAL_MS = 10 * 60_000;
/** Retention of the states of working copies, from which unsaved changes may have started. */
const STATE_TTL_MS = DAY;
/** Retention of save keys: the time in which a client may repeat a save. */
const SAVE_TTL_MS = 14 * DAY;

/** The maximum delay of a scheduled update, in milliseconds. */
const PUBLICATION_INTERVAL_MS = 2_000;

type Deps = { kinds: readonly DocumentType[]; log: FastifyBaseLogger; streams: Pick<Streams, "poll"> };

export const documentJobs = (store: TrashStore, { kinds, log, streams }: Deps): Job[] => [
  {
    name: "scheduled updates",
    title: "Publish scheduled updates",
    every: PUBLICATION_INTERVAL_MS,
    alone: true,
    async run() {
      await stateAppeared(store, kinds);
      await publishDue(store, kinds, log);
    },
  },
  // Runs in every process: each notifies its own windows of events in others.
  { name: "presence", every: POLL_INTERVAL_MS, run: streams.poll },
  {
    name: "expired trash",
    title: "Delete what has expired in the trash",
    every: PURGE_INTERVAL_MS,
    alone: true,
    run: (signal) => purgeUntil(store, system, store.clock.now() - TRASH_TTL_MS, () => signal.aborted),
  },
  {
    name: "old previews and states of working copies",
    title: "Delete expired previews",
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
