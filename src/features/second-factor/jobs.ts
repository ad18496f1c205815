import type { Job } from "#platform/scheduler.ts";
import { type ResealParts, resealSecrets } from "./commands.ts";

const RESEAL_INTERVAL_MS = 10 * 60_000;

/** Encrypts secrets of authenticator apps that a former key encrypted with the present one: the former can be forgotten. */
export const secondFactorJobs = (parts: ResealParts): Job[] => [
  {
    name: "authenticator secrets of a former key",
    every: RESEAL_INTERVAL_MS,
    alone: true,
    run: () => resealSecrets(parts),
  },
];
