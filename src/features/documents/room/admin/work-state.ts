import { conflictWords } from "#ui/admin/edit-form/version-words.ts";
import type { Autosave } from "./use-room-form.ts";

type Work = {
  autosave: Autosave;
  isBusy: boolean;
  isUnsaved: boolean;
  isWaiting: boolean;
  draft: { keptAt: number | null; isRefused: boolean };
};

export type StateWords = { words: string; isWarning?: boolean };

/** The state of autosaving in words for the bar; undefined when everything is stored. */
export function workState({ autosave, isBusy, isUnsaved, isWaiting, draft }: Work): StateWords | undefined {
  if (isBusy || autosave.is === "saving") return { words: "Saving…" };
  const isKept = draft.keptAt !== null && !draft.isRefused;
  if (isWaiting || autosave.is === "offline") {
    const where = draft.isRefused ? ", not kept anywhere" : isKept ? ", kept in this browser" : "";
    return { words: `Offline${where}`, isWarning: true };
  }
  if (autosave.is === "conflict") return { words: conflictWords(autosave.isOwn ?? null), isWarning: true };
  if (autosave.is === "refused") return { words: `Not saved: ${autosave.detail}`, isWarning: true };
  if (isUnsaved) return { words: isKept ? "Unsaved, kept in this browser" : "Unsaved changes" };
  return undefined;
}
