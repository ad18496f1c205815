import { randomUUID } from "node:crypto";
import type { Database } from "#db/open.ts";
import type { Clock } from "./clock.ts";
import type { Job } from "./scheduler.ts";

/** The columns of a row that no process works on. */
export const RELEASED = { lease_by: null, lease_until: null } as const;

/**
 * The leases of one process. Another process may take over a row whose `lease_until` (epoch milliseconds) has passed,
 * so `ttl` is the longest pause after a process died.
 */
export function processLeases(clock: Clock, ttl: number) {
  const owner = randomUUID();
  return {
    owner,
    /** The columns of a row that this process acquires, or whose lease it renews. */
    taken: () => ({ lease_by: owner, lease_until: clock.now() + ttl }),
  };
}

/** The longest pause of the jobs after their process has died, in milliseconds. */
const LEASE_TTL_MS = 20_000;
const NAME = "upkeep";

type JobLease = {
  /** Runs the job in the process that has the lease; does nothing in the others. */
  alone: (job: Job) => Job;
  /** Releases the lease, so that another process continues immediately. */
  release: () => Promise<void>;
};

/**
 * A lease for the jobs that only one process runs. All of them share it, and it is renewed only when half of it is
 * over: one write every ten seconds, however many processes there are.
 */
export function jobLease(database: Database, clock: Clock): JobLease {
  const { db } = database;
  const leases = processLeases(clock, LEASE_TTL_MS);
  const holder = leases.owner;
  let until = 0;

  /** Acquires or renews the lease; false if another process has it. */
  const hold = async (): Promise<boolean> => {
    const now = clock.now();
    if (until - now > LEASE_TTL_MS / 2) return true;
    // Read first, so that processes without the lease write nothing.
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
        // A lease that cannot be renewed expires: the jobs may then run twice, which only wastes work.
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
