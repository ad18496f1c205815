import { useState } from "react";
import { AdminButton } from "#ui/admin/controls.tsx";
import { ConfirmDialog } from "#ui/admin/dialog.tsx";
import { exactTime } from "#ui/admin/local-time.ts";
import type { UnsavedDraft } from "./draft-store.ts";

type Props = {
  drafts: UnsavedDraft[];
  onRestore: (draft: UnsavedDraft) => void;
  onDiscard: (draft: UnsavedDraft) => void;
};

const titleOf = ({ values }: UnsavedDraft) => values.title.trim() || "Untitled";

function whatOf(draft: UnsavedDraft): string {
  if (draft.isReplaced) return "The version that was saved over, of";
  return draft.article === null ? "An unsaved new article," : "Unsaved changes to";
}

/** Offers unsaved work that this browser has kept: after a crash, a closed tab, an ended session. */
export function DraftOffers({ drafts, onRestore, onDiscard }: Props) {
  const [asked, setAsked] = useState<UnsavedDraft | null>(null);
  if (drafts.length === 0) return null;
  return (
    <section aria-label="Unsaved work" className="mb-6 border-l-4 border-accent bg-surface px-4 py-2">
      <ul className="divide-y divide-rule">
        {drafts.map((draft) => (
          <li key={draft.key} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
            <p className="min-w-0 text-[0.9375rem] [overflow-wrap:anywhere]">
              {whatOf(draft)} <strong>“{titleOf(draft)}”</strong>
              <span className="meta block">Kept in this browser on {exactTime(draft.savedAt)}</span>
            </p>
            <span className="flex gap-2">
              <AdminButton variant="primary" onClick={() => onRestore(draft)}>
                Restore<span className="sr-only"> “{titleOf(draft)}”</span>
              </AdminButton>
              <AdminButton onClick={() => setAsked(draft)}>
                Discard<span className="sr-only"> “{titleOf(draft)}”</span>
              </AdminButton>
            </span>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title="Discard this unsaved work?"
          confirm="Discard"
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            onDiscard(asked);
          }}
        >
          “{titleOf(asked)}”, kept on {exactTime(asked.savedAt)}, is nowhere else.
        </ConfirmDialog>
      )}
    </section>
  );
}
