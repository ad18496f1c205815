import { useQueryClient } from "@tanstack/react-query";
import { newKey } from "#features/documents/session/admin/document-session.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { afterStoring } from "#ui/admin/edit-form/store-typed.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import type { RoomType } from "./room-type.ts";

/** Duplicates the newest text of a document as a draft. `store` stores unsaved changes first. */
export function useDuplicate<Row extends { id: number }, W extends object, C extends object>(
  type: RoomType<Row, W, C>,
): (id: number, store?: () => Promise<void>) => void {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const { type: noun } = type;
  return (id, store) => {
    if (isBusy) return;
    void run(
      async () => {
        await store?.();
        const { row } = await type.read(api, id);
        const made = await type.duplicate(api, row, newKey());
        type.onCreated(client, made.row);
        show({
          title: `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)} duplicated`,
          description: type.titleOf(type.valuesOf(made.row)),
          action: { label: "Open the copy", to: type.urlOf(made.row.id) },
        });
      },
      { title: `Error duplicating ${noun}`, fallback: afterStoring(`Could not duplicate the ${noun}`) },
    );
  };
}
