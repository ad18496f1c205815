import { useState } from "react";
import type { FormValues } from "#features/articles/admin/form-values.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import type { UnsavedDraft } from "#ui/admin/edit-form/draft-store.ts";
import type { ArticleForm } from "./article-form.ts";
import { useDiscard } from "./use-discard.ts";
import { VersionsDialog } from "./versions-dialog.tsx";

type Props = { form: ArticleForm; onDiscarded: (draft: UnsavedDraft<FormValues>) => void };

/** What can be done about changes: looking at earlier versions, and discarding what readers do not see yet. */
export function RoomChanges({ form, onDiscarded }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const discarding = useDiscard(form, onDiscarded);
  const { base, isUnsaved } = form;
  const hasChanges = isUnsaved || base?.saved !== undefined;
  if (!base && !hasChanges) return null;
  return (
    <div className="flex flex-wrap gap-2 border-t border-rule pt-6">
      {base && <AdminButton onClick={() => setIsOpen(true)}>Versions</AdminButton>}
      {hasChanges && (
        <AdminButton variant="quiet" isBusy={discarding.isBusy} onClick={discarding.discard}>
          Discard changes
        </AdminButton>
      )}
      {base && isOpen && <VersionsDialog id={base.id} form={form} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
