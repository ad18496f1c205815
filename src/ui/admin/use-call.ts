import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { detailOf } from "#shared/editor-api.tsx";
import { useToast } from "./toasts.tsx";

/** What the toast of a failure says: its title, and a description for when the server gives none. */
export type Failure = {
  title: string;
  fallback: string | ((error: unknown) => string);
  /** What else follows; `description` is what the toast says. */
  onFailed?: (error: unknown, description: string) => void;
};

export type Call = {
  /** Whether a job is under way. */
  isBusy: boolean;
  /**
   * Does `job`, unless one is under way; answers what it answers. One that fails rejects, or where `failure` is given is
   * told by a toast and answered with undefined.
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
    // A lost connection is a failure to tell of, not a reason to wait silently.
    networkMode: "always",
  });
  async function run<T>(job: () => Promise<T>, failure?: Failure): Promise<T | undefined> {
    // `isPending` comes with the next rendering, too late for a second press.
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
