import { type Discarded, useDiscard } from "#features/documents/room/admin/use-discard.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import type { ArticleForm } from "../article-type.ts";
import type { Publishing } from "./use-publishing.ts";

type Props = {
  account: string;
  onDiscarded: (discarded: Discarded) => void;
  form: ArticleForm;
  publishing: Publishing;
};

/** What can be done about changes: updating with a reason, and discarding what readers do not see yet. */
export function RoomChanges({ form, publishing, ...room }: Props) {
  const discarding = useDiscard({ form, ...room });
  const { base, isUnsaved } = form;
  const hasNewsroom = useHasNewsroom();
  const hasChanges = isUnsaved || base?.saved !== undefined;
  const isUpdatable = hasNewsroom && publishing.stage === "public";
  if (!hasChanges && !isUpdatable) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {isUpdatable && (
        <AdminButton aria-haspopup="dialog" onClick={publishing.open}>
          Update with a reason or correction
        </AdminButton>
      )}
      {hasChanges && (
        <AdminButton variant="quiet" isBusy={discarding.isBusy} onClick={discarding.discard}>
          Discard changes
        </AdminButton>
      )}
    </div>
  );
}
