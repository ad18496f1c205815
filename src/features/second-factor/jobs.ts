import type { Job } from "#platform/scheduler.ts";
import { type ResealParts, resealSecrets } from "./commands.ts";

const RESEAL_INTERVAL_MS = 10 * 60_000;

/** Encrypts secrets of authenticator apps anew that a former key encrypted, so that it can be forgotten. */
export const resealJob = (parts: ResealParts): Job => ({
  name: "authenticator secrets of a former key",
  every: RESEAL_INTERVAL_MS,
  alone: true,
  run: () => resealSecrets(parts),
});
