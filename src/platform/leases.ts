import { randomUUID } from "node:crypto";
import type { Database } from "#db/open.ts";
import type { Clock } from "./clock.ts";
import type { Job } from "./scheduler.ts";

/** The columns of a row that no process works on. */
export const RELEASED = { lease_by: null, lease_until: null } as const;

/**
 * The leases of one process. A row whose `lease_until` (epoch milliseconds) has passed may be taken over, so `ttl` is the longest
 * that the work of a process that died rests.
 */
export function processLeases(clock: Clock, ttl: number) {
  const owner = randomUUID();
  return {
    owner,
    /** The columns of a row that this process takes, or whose lease it renews. */
    taken: () => ({ lease_by: owner, lease_until: clock.now() + ttl }),
  };
}

/** How long the jobs rest at most after the process that did them has died, in milliseconds. */
const LEASE_TTL_MS = 20_000;
const NAME = "upkeep";

type JobLease = {
  /** The job, run by the one process that has the lease; in the others it does nothing. */
  alone: (job: Job) => Job;
  /** Gives the lease back, so that another process goes on at once. */
  release: () => Promise<void>;
};

/**
 * A lease for the jobs that one of all processes does for the whole publication. All of them share it, and it is renewed
 * only when half of it is over: a row written every ten seconds, however many processes there are.
 */
export function jobLease(database: Database, clock: Clock): JobLease {
  const { db } = database;
  const leases = processLeases(clock, LEASE_TTL_MS);
  const holder = leases.owner;
  let until = 0;

  /** Takes or renews the lease; false if another process has it. */
  const hold = async (): Promise<boolean> => {
    const now = clock.now();
    if (until - now > LEASE_TTL_MS / 2) return true;
    // Read first, so that those who do not have it write nothing.
    const held = await db.selectFrom("job_lease").selectAll().where("name", "=", NAME).executeTakeFirst();
    if (held && held.holder !== holder && held.lease_until > now) return false;
    const lease = { holder, lease_until: leases.taken().lease_until };
    const taken = await db
      .insertInto("job_lease")
      .values({ name: NAME, ...lease })
      .onConflict((conflict) =>
        conflict
          .column("name")
          .doUpdateSet(lease)
          .where((eb) => eb.or([eb("job_lease.holder", "=", holder), eb("job_lease.lease_until", "<=", now)])),
      )
      .returning("holder")
      .executeTakeFirst();
    until = taken ? lease.lease_until : 0;
    return taken !== undefined;
  };

  return {
    alone: (job) => ({
      ...job,
      async run(signal) {
        if (!(await hold())) return;
        // A lease that cannot be renewed ends by itself: these jobs may run twice, it is only work for nothing.
        const renewal = setInterval(() => void hold().catch(() => undefined), LEASE_TTL_MS / 4);
        try {
          await job.run(signal);
        } finally {
          clearInterval(renewal);
        }
      },
    }),
    async release() {
      if (until === 0) return;
      until = 0;
      await db.updateTable("job_lease").set({ lease_until: 0 }).where("holder", "=", holder).execute();
    },
  };
}
