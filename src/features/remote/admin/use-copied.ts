import { useEffect, useRef } from "react";
import { useToast } from "#ui/admin/toasts.tsx";
import type { ToastMessage } from "#ui/toast-message.ts";
import type { RemoteState } from "../schema.ts";

/** The message about the first copied picture that is no animation any more; null if there is none. */
export function animationNote(states: readonly RemoteState[]): ToastMessage | null {
  const still = states.find(({ kind, state, detail }) => kind === "picture" && state === "done" && detail !== "");
  return still ? { title: "Animation not kept", description: still.detail } : null;
}

/**
 * Hands over the copy of each picture while `onCopied` is interested, and announces an animation of which only the first
 * frame was kept, once, where `onCopied` returns that it uses the copy.
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
