import type { ToastMessage } from "../../toast-stage.tsx";

/** What becomes of work that a form is left with: it stores itself at once, or with the connection; or is offered. */
export type Fate = "stored" | "waits" | "offered";

/** `mayStore`: whether what is unsaved may store itself at all. */
export function fateOf(mayStore: boolean, autosave: "idle" | "saving" | "offline" | "refused" | "conflict"): Fate {
  if (!mayStore || autosave === "conflict" || autosave === "refused") return "offered";
  return autosave === "offline" ? "waits" : "stored";
}

/** Tells what becomes of the work as its form is left; nothing where it is stored at once. `where`: what offers it. */
export function keptToast(fate: Fate, where: string): ToastMessage | null {
  if (fate === "stored") return null;
  return {
    title: "Your unsaved work is kept",
    description:
      fate === "waits"
        ? "It is stored as soon as the server can be reached."
        : `It is offered above ${where} until you restore or discard it.`,
  };
}
