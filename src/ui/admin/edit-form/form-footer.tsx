import type { ReactNode } from "react";
import { AdminButton } from "../controls.tsx";
import { exactTime } from "../local-time.ts";

type Props = {
  form: {
    draft: { storedAt: number | null; isRefused: boolean };
    isUnsaved: boolean;
    isWaiting: boolean;
    isBusy: boolean;
  };
  /** The label of the save button. */
  save: string;
  /** Discards the unsaved work and closes the form. */
  onDiscard: () => void;
  /** Additional buttons, next to the save button. */
  children?: ReactNode;
};

/** The end of a form: its buttons, and whether typed text is safe. */
export function FormFooter({ form, save, onDiscard, children }: Props) {
  const { draft, isUnsaved, isWaiting, isBusy } = form;
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-rule pt-5">
      <AdminButton type="submit" variant="primary" aria-disabled={isBusy} aria-keyshortcuts="Control+S Meta+S">
        {save}
      </AdminButton>
      {children}
      {isUnsaved && (
        <AdminButton variant="quiet" onClick={onDiscard}>
          Discard changes
        </AdminButton>
      )}
      <DraftState draft={draft} isUnsaved={isUnsaved} isWaiting={isWaiting} />
    </div>
  );
}

type waitingSentenceProps = {
  draft: { storedAt: number | null; isRefused: boolean };
  isUnsaved: boolean;
  /** Saving failed because there is no connection, and will be retried. */
  isWaiting: boolean;
};

/** Describes work that could not be sent: safe only if this browser has stored it. */
export function waitingSentence(isRefused: boolean): string {
  return isRefused
    ? "This browser cannot store unsaved text: leave the page open. Your work will be saved as soon as the server is reachable."
    : "Your work is stored in this browser and will be saved as soon as the server is reachable.";
}

/** Shows whether typed text is saved, stored in this browser, or neither. */
export function DraftState({ draft: { storedAt, isRefused }, isUnsaved, isWaiting }: waitingSentenceProps) {
  return (
    <>
      <p role="alert" className="text-sm font-medium text-down empty:hidden">
        {isRefused &&
          !isWaiting &&
          "This browser cannot store unsaved text: its storage is full or turned off. Save your work often."}
      </p>
      {/* Not announced: the toast has already announced the failure. */}
      {isWaiting && <p className="text-sm font-medium text-down">Not saved yet. {waitingSentence(isRefused)}</p>}
      {isUnsaved && !isRefused && (
        <p className="meta">
          {storedAt === null ? "Unsaved changes" : `Unsaved, stored in this browser: ${exactTime(storedAt)}`}
        </p>
      )}
    </>
  );
}
