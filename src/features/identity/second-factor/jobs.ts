import type { Job } from "#platform/scheduler.ts";
import { type ResealParts, resealSecrets } from "./commands.ts";

const RESEAL_INTERVAL_MS = 10 * 60_000;

/** Re-encrypts secrets of authenticator apps that still need a former key, so that it can be forgotten. */
export const secondFactorJobs = (parts: ResealParts): Job[] => [
  {
    name: "authenticator secrets of a former key",
    every: RESEAL_INTERVAL_MS,
    alone: true,
    run: () => resealSecrets(parts),
  },
];
