import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import type { Outcome } from "./outcome.ts";

/** Time of all processors since the machine's start. `stolen`: what the host gave to other machines, on Linux. */
export type Times = { busy: number; stolen: number; total: number };

/** Shares of all processors, from 0 to 1. `before` and `after`: other programs, while the measurement did nothing. */
export type Disturbance = { before: number; after: number; stolen: number };

/** What a quiet machine still does by itself. */
const MAX_BUSY = 0.05;
const MAX_STOLEN = 0.02;
const SAMPLE_MS = 1_000;
/** The least of some samples: programs of the measurement may still be ending. */
const SAMPLES = 2;

/** Reads the first line of Linux's `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal. */
export function timesIn(stat: string): Times {
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, stolen = 0] = (
    stat.split("\n")[0] ?? ""
  )
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const busy = user + nice + system + irq + softirq;
  return { busy, stolen, total: busy + idle + iowait + stolen };
}

function readTimes(): Times {
  if (process.platform === "linux") return timesIn(readFileSync("/proc/stat", "utf8"));
  const all = cpus().flatMap(({ times }) => Object.entries(times));
  const sum = (entries: [string, number][]) => entries.reduce((total, [, time]) => total + time, 0);
  return { busy: sum(all.filter(([kind]) => kind !== "idle")), stolen: 0, total: sum(all) };
}

const share = (from: Times, to: Times, kind: "busy" | "stolen") =>
  (to[kind] - from[kind]) / Math.max(1, to.total - from.total);

async function busyNow(): Promise<number> {
  const shares: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const from = readTimes();
    await delay(SAMPLE_MS);
    shares.push(share(from, readTimes(), "busy"));
  }
  return Math.min(...shares);
}

/** Measures, and marks the outcome if something else used the machine before, during or after it. */
export async function watched(measure: () => Promise<Outcome>): Promise<Outcome> {
  const before = await busyNow();
  const from = readTimes();
  const outcome = await measure();
  const stolen = share(from, readTimes(), "stolen");
  return marked(outcome, { before, after: await busyNow(), stolen });
}

/** The outcome with a note, and a mark on each of its numbers, if the machine was not quiet. */
export function marked(outcome: Outcome, { before, after, stolen }: Disturbance): Outcome {
  if (Math.max(before, after) <= MAX_BUSY && stolen <= MAX_STOLEN) return outcome;
  const percent = (part: number) => `${Math.round(part * 100)} %`;
  const note =
    `NOT QUIET: other programs used ${percent(before)} of the processors before this measurement and ${percent(after)} after it, ` +
    `and the host took ${percent(stolen)} during it. Times may be several times too long; ratios too, if the two sides don't take turns.`;
  const figures = outcome.figures?.map((figure) => ({ ...figure, measured: `${figure.measured} (machine not quiet)` }));
  return { ...outcome, notes: [note, ...(outcome.notes ?? [])], ...(figures && { figures }) };
}
