import { randomUUID } from "node:crypto";
import type { Clock } from "./clock.ts";

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
