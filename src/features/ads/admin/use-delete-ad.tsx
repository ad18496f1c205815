import { useEditorApi } from "#shared/editor-api.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import type { AdSpace } from "../schema.ts";
import { deleteAdSpace } from "./calls.ts";

/** Deletes an ad space once the editor has confirmed it. */
export function useDeleteAd(onDeleted: (space: AdSpace) => void) {
  const api = useEditorApi();
  return useDeletion<AdSpace>({
    words: {
      title: "Delete this ad space?",
      confirm: "Delete",
      deleted: "Ad space deleted",
      failed: "Error deleting ad space",
      fallback: "Could not delete the ad space",
    },
    consequence: ({ name }) => (
      <>
        <strong className="text-ink">{name}</strong> and its counts are gone then. To take it off the site only for a
        while, make it inactive.
      </>
    ),
    call: ({ id }) => deleteAdSpace(api, id),
    onDeleted,
  });
}
