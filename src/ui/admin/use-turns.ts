import { useRef } from "react";
import { type Call, type Failure, useCall } from "./use-call.ts";

type Turns = Pick<Call, "isBusy"> & {
  /**
   * Runs `job` after those before it, and resolves with its result. A failure shows a toast and resolves with undefined, as
   * do the jobs of the same `subject` that wait for it: they were made on top of it, and are not run.
   */
  inTurn: <T>(job: () => Promise<T>, failure: Failure, subject?: string) => Promise<T | undefined>;
  /** As `inTurn`, unless a job of this name waits or runs: for a button in every row of a list. */
  once: <T>(name: string | number, job: () => Promise<T>, failure: Failure) => Promise<T | undefined>;
};

/**
 * Stores changes one after another: who makes two quickly means both. For changes that are shown before they are stored,
 * and for undoing, which is offered at any time; a form sends once (`useCall`). `onIdle` is called whenever none is left.
 */
export function useTurns(onIdle?: () => void): Turns {
  const { isBusy, run } = useCall();
  const { current: queue } = useRef({
    last: Promise.resolve<unknown>(undefined),
    failures: new Map<string | undefined, number>(),
    names: new Set<string | number>(),
  });

  async function inTurn<T>(job: () => Promise<T>, failure: Failure, subject?: string): Promise<T | undefined> {
    const failures = () => queue.failures.get(subject) ?? 0;
    const before = failures();
    const onFailed: Failure["onFailed"] = (...facts) => {
      if (subject !== undefined) queue.failures.set(subject, before + 1);
      failure.onFailed?.(...facts);
    };
    const turn = queue.last.then(() => (failures() === before ? run(job, { ...failure, onFailed }) : undefined));
    queue.last = turn;
    const result = await turn;
    if (queue.last === turn) onIdle?.();
    return result;
  }

  async function once<T>(name: string | number, job: () => Promise<T>, failure: Failure): Promise<T | undefined> {
    if (queue.names.has(name)) return undefined;
    queue.names.add(name);
    try {
      return await inTurn(job, failure);
    } finally {
      queue.names.delete(name);
    }
  }
  return { isBusy, inTurn, once };
}
