import type { ToastMessage } from "#ui/toast-stage.tsx";

/** The outcome for unsaved work when a form is left: stored now, stored once online, or offered later. */
export type Fate = "stored" | "waits" | "offered";

/** `mayStore`: whether the unsaved work may be stored automatically. */
export function fateOf(
  mayStore: boolean,
  autosave: "idle" | "saving" | "offline" | "refused" | "conflict" | "undecided",
): Fate {
  if (!mayStore || autosave === "conflict" || autosave === "undecided" || autosave === "refused") return "offered";
  return autosave === "offline" ? "waits" : "stored";
}

/** The toast shown when a form is left with unsaved work; null if it is stored immediately. `where` names the list that offers it. */
export function keptToast(fate: Fate, where: string): ToastMessage | null {
  if (fate === "stored") return null;
  return {
    title: "Your unsaved work is stored",
    description:
      fate === "waits"
        ? "It will be saved as soon as the server is reachable."
        : `It is offered above ${where} until you restore or discard it.`,
  };
}
