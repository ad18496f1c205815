import { useState } from "react";
import { detailOf, useEditorApi } from "#shared/editor-api.tsx";
import { ConfirmDialog } from "#ui/admin/dialog.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import type { AdSpace } from "../schema.ts";
import { deleteAdSpace } from "./calls.ts";

type Props = {
  space: AdSpace;
  onDeleted: () => void;
  onClose: () => void;
};

/** Asks, and deletes. */
export function DeleteAd({ space, onDeleted, onClose }: Props) {
  const api = useEditorApi();
  const show = useToast();
  const [isBusy, setIsBusy] = useState(false);

  async function onConfirm() {
    setIsBusy(true);
    try {
      await deleteAdSpace(api, space.id);
      onDeleted();
      show({ title: "Ad space deleted" });
    } catch (error) {
      const description = detailOf(error, "Could not delete the ad space");
      show({ title: "Error deleting ad space", description, variant: "destructive" });
      setIsBusy(false);
    }
  }

  return (
    <ConfirmDialog
      title="Delete this ad space?"
      confirm="Delete"
      isBusy={isBusy}
      onConfirm={onConfirm}
      onCancel={onClose}
    >
      <p className="wrap-anywhere">
        <strong className="text-ink">{space.name}</strong> and its counts are gone then. To take it off the site only
        for a while, make it inactive.
      </p>
    </ConfirmDialog>
  );
}
