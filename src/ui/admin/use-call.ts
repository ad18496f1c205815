import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
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
  /** Whether a job is running. */
  isBusy: boolean;
  /**
   * Runs `job`, unless one is running, and resolves with its result. A failure rejects or, if `failure` is given, shows
   * a toast and resolves with undefined.
   */
  run: <T>(job: () => Promise<T>, failure?: Failure) => Promise<T | undefined>;
};

/** The server calls of one form or button, one at a time. */
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
