import { useEffect, useRef } from "react";
import { useToast } from "#ui/admin/toasts.tsx";
import type { ToastMessage } from "#ui/toast-stage.tsx";
import type { RemoteState } from "../schema.ts";

/** Returns the message about the first copy that lost its animation; null if there is none. */
export function animationNote(states: readonly RemoteState[]): ToastMessage | null {
  const still = states.find(({ kind, state, detail }) => kind === "picture" && state === "done" && detail !== "");
  return still ? { title: "Animation not kept", description: still.detail } : null;
}

/**
 * Calls `onCopied` with the copy of each picture; it returns whether it uses the copy. Announces, once for each used copy,
 * that only the first frame of an animation was kept.
 */
export function useCopied(states: readonly RemoteState[], onCopied: (copy: RemoteState) => boolean): void {
  const show = useToast();
  const announced = useRef(new Set<string>());
  useEffect(() => {
    const used = states.filter((copy) => copy.url !== "" && onCopied(copy));
    const note = animationNote(used.filter(({ address }) => !announced.current.has(address)));
    for (const { address } of used) announced.current.add(address);
    if (note) show(note);
  });
}
