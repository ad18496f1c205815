import { pbkdf2Sync } from "node:crypto";

/** What a round takes on an idle machine with two cores, in milliseconds of wall time. */
const IDLE_ROUND_MS = 10;
const ITERATIONS = 60_000;
const ROUNDS = 10;
/** The measurement ends early on a slow machine. */
const MAX_MEASURED_MS = 700;
const MAX = 20;
/** Processes that a run starts don't measure again: each would measure the others. */
const VARIABLE = "TEST_SLOWNESS";

/** How many times slower than an idle machine something is that took so long; 1 to 20. */
export const slownessOf = (rounds: number, tookMs: number): number =>
  Math.min(MAX, Math.max(1, Math.round((tookMs / rounds / IDLE_ROUND_MS) * 10) / 10));

/** The slowness of this machine at the start of the run: its processors, and what else uses them. */
export function slowness(): number {
  const known = Number(process.env[VARIABLE]);
  if (known >= 1) return known;
  const began = performance.now();
  let rounds = 0;
  while (rounds < ROUNDS && performance.now() - began < MAX_MEASURED_MS) {
    pbkdf2Sync("password", "salt", ITERATIONS, 32, "sha256");
    rounds += 1;
  }
  const measured = slownessOf(rounds, performance.now() - began);
  process.env[VARIABLE] = String(measured);
  if (measured > 1) process.stderr.write(`${slownessInWords(measured)}\n`);
  return measured;
}

/** For the start of a run, and for failures by a time limit. */
export const slownessInWords = (factor = slowness()): string =>
  `Slow machine, factor ${factor}: limits of time in tests are multiplied by it.`;

/** A limit for an idle machine, in milliseconds, for this one. */
export const patient = (milliseconds: number): number => Math.round(milliseconds * slowness());
