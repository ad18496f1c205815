import { useQueryClient } from "@tanstack/react-query";
import { createArticle, listCreated } from "#features/articles/admin/calls.ts";
import { copyForm } from "#features/articles/admin/form-values.ts";
import { newKey } from "#features/documents/session/admin/document-session.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { adminUrl } from "#shared/urls.ts";
import { afterStoring } from "#ui/admin/edit-form/store-typed.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { readNewest } from "./calls.ts";

const FAILURE = { title: "Error duplicating article", fallback: afterStoring("Could not duplicate the article") };

/** Makes a draft of the newest text of an article. `store`: stores what was typed before it is read. */
export function useDuplicate(): (id: number, store?: () => Promise<void>) => void {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  return (id, store) => {
    if (isBusy) return;
    void run(async () => {
      await store?.();
      const { row } = await readNewest(api, id);
      const made = await createArticle(api, copyForm(row), newKey());
      listCreated(client, made.row);
      show({
        title: "Article duplicated",
        description: made.row.title,
        action: { label: "Open the copy", to: adminUrl.article(made.row.id) },
      });
    }, FAILURE);
  };
}
