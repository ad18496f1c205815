import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import type { Job } from "#platform/scheduler.ts";
import { system } from "#shared/actor.ts";
import { pruneEntries, sealEntries, type TellSealed } from "./internal/sealing.ts";

/** How soon after an event its entry is in the chain and in the server's log. */
const SEAL_INTERVAL_MS = 2_000;
/** Longer than removing a day's entries takes, and short beside a day. */
const PRUNE_INTERVAL_MS = 60 * 60_000;

type Deps = {
  database: Database;
  clock: Clock;
  /** Learns of what was put into the chain. */
  tell: TellSealed;
  /** How many days entries are kept now. */
  daysKept: () => Promise<number>;
};

/** Entries into the chain, and old ones out of it. */
export const auditJobs = ({ daysKept, tell, ...parts }: Deps): Job[] => [
  {
    name: "audit chain",
    every: SEAL_INTERVAL_MS,
    alone: true,
    run: () => sealEntries({ ...parts, tell }),
  },
  {
    name: "old audit entries",
    every: PRUNE_INTERVAL_MS,
    alone: true,
    run: async (signal) => pruneEntries(parts, { days: await daysKept(), actor: system }, () => signal.aborted),
  },
];
