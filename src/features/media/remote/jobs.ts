import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { type TaskJobDeps, taskJobs } from "#features/tasks/jobs.ts";
import type { Job } from "#platform/scheduler.ts";
import { isRemote } from "#shared/pictures.ts";
import { requestItems } from "./commands.ts";
import { type RemoteStore, remoteTasks } from "./tasks.ts";

/** The pictures that a feature shows by address in a table of few rows. */
export type FindAddresses = (db: Kysely<Tables>) => Promise<string[]>;

/** How soon after a save pictures of other hosts in such a table are asked for. */
const LOOK_INTERVAL_MS = 2_000;

type Deps = { store: RemoteStore; shownAddresses: readonly FindAddresses[]; log: TaskJobDeps["log"] };

/** Fetches what is asked for, and asks for the pictures of features that do not ask themselves. */
export const remoteJobs = ({ store, shownAddresses, log }: Deps): Job[] => [
  ...taskJobs({ ...store, log }, remoteTasks(store)),
  {
    name: "pictures on other hosts",
    every: LOOK_INTERVAL_MS,
    alone: true,
    async run() {
      const { db } = store.database;
      const addresses: string[] = [];
      for (const find of shownAddresses) addresses.push(...(await find(db)).filter(isRemote));
      const items = addresses.map((address) => ({ kind: "picture" as const, address }));
      if (items.length > 0) await db.transaction().execute((trx) => requestItems(trx, store.clock.now(), items));
    },
  },
];
