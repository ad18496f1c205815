import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { detailOf } from "#shared/editor-api.tsx";
import { useToast } from "./toasts.tsx";

/** The toast of a failure: its title, and a description in case the server sends none. */
export type Failure = {
  title: string;
  fallback: string | ((error: unknown) => string);
  /** Called after a failure; `description` is the toast's text. */
  onFailed?: (error: unknown, description: string) => void;
};

export type Call = {
  isBusy: boolean;
  /**
   * Runs `job`, unless one is running, and resolves with its result. A failure rejects or, if `failure` is given, shows
   * a toast and resolves with undefined.
   */
  run: <T>(job: () => Promise<T>, failure?: Failure) => Promise<T | undefined>;
};

/** Runs the requests of one form or button, one at a time. */
export function useCall(): Call {
  const client = useQueryClient();
  const show = useToast();
  const mutationKey = [useId()];
  const { isPending, mutateAsync } = useMutation({
    mutationKey,
    mutationFn: (job: () => Promise<unknown>) => job(),
    // A lost connection is an error to report, not a reason to wait silently.
    networkMode: "always",
  });
  async function run<T>(job: () => Promise<T>, failure?: Failure): Promise<T | undefined> {
    // `isPending` is only updated on the next render, too late for a second press.
    if (client.isMutating({ mutationKey }) > 0) return undefined;
    try {
      return (await mutateAsync(job)) as T;
    } catch (error) {
      if (!failure) throw error;
      const { title, fallback, onFailed } = failure;
      const description = detailOf(error, typeof fallback === "string" ? fallback : fallback(error));
      show({ title, description, variant: "destructive" });
      onFailed?.(error, description);
      return undefined;
    }
  }
  return { isBusy: isPending, run };
}

type Turns = Pick<Call, "isBusy"> & {
  /**
   * Runs `job` after the queued ones and resolves with its result. A failure shows a toast and resolves with undefined, as
   * do the queued jobs of the same `subject`, which build on it and are not run.
   */
  inTurn: <T>(job: () => Promise<T>, failure: Failure, subject?: string) => Promise<T | undefined>;
  /** Like `inTurn`, unless a job of this name is queued or running; for a button in every row of a list. */
  once: <T>(name: string | number, job: () => Promise<T>, failure: Failure) => Promise<T | undefined>;
};

/**
 * Stores changes one after another, so that two quick changes both count. For optimistic changes
 * and for undo, which is always available; a form sends once (`useCall`). `onIdle` is called when the queue is empty.
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
