import type { ReactNode } from "react";
import { AdminButton } from "../controls.tsx";
import { DraftState } from "./draft-state.tsx";

type Props = {
  form: {
    draft: { keptAt: number | null; isRefused: boolean };
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
