import { useEditorApi } from "#shared/editor-api.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import type { StoredPicture } from "../../schema.ts";
import { deletePicture } from "../calls.ts";
import { nameOf } from "./picture-words.ts";

/** Deletes a picture that nothing shows, once the editor has confirmed it. */
export function useDeletePicture(onDeleted: (picture: StoredPicture) => void) {
  const api = useEditorApi();
  return useDeletion<StoredPicture>({
    words: {
      title: "Delete this picture?",
      confirm: "Delete",
      deleted: "Picture deleted",
      failed: "Error deleting picture",
      fallback: "Could not delete the picture",
    },
    consequence: (picture) => (
      <>
        <strong className="text-ink">{nameOf(picture)}</strong> is gone for good then, and its addresses with it.
      </>
    ),
    call: ({ id }) => deletePicture(api, id),
    onDeleted,
  });
}
