import type { ToastMessage } from "../../toast-stage.tsx";
import type { AdminMessage } from "../toasts.tsx";

/** Work that was stored without being asked for; `refused` are the images that the server did not take, a sentence for each. */
type StoredCopy<Row> = { row: Row; title: string; refused: string[] };

/** Says which work was stored without being asked for, and leads to it if it is one. */
export function storedToast<Row>(copies: readonly StoredCopy<Row>[], urlOf: (row: Row) => string): AdminMessage {
  const names = copies.map(({ title }) => `“${title.trim() || "Untitled"}”`);
  const [first] = copies;
  const refused = copies.flatMap((copy) => copy.refused);
  const isOne = copies.length === 1 && first !== undefined;
  return {
    title: `Stored what you wrote offline: ${listed(names)}`,
    description: [
      "It was kept in this browser, and is on the server now. Nothing was published.",
      ...(refused.length > 0 ? [`Images that the server refused are left out. ${refused.join(" ")}`] : []),
    ].join(" "),
    ...(isOne && { action: { label: "Open", to: urlOf(first.row) } }),
  };
}

/** How many titles are named. */
const MAX_NAMED = 3;

function listed(names: readonly string[]): string {
  if (names.length > MAX_NAMED) return `${names.slice(0, MAX_NAMED).join(", ")} and ${names.length - MAX_NAMED} more`;
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

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
