import { useQueryClient } from "@tanstack/react-query";
import { useEditorApi } from "#shared/editor-api.tsx";
import { afterStoring, storeTyped } from "#ui/admin/edit-form/store-typed.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { readNewest, restoreRevision, revisionCalls } from "../calls.ts";
import type { ArticleForm } from "./article-form.ts";

/** Restores a version as a new one, and shows it in the room. What was there before is a version too. */
export function useRestore(form: ArticleForm, id: number, onRestored: () => void) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const restore = (n: number) =>
    run(
      async () => {
        // What is not stored would be lost to the version.
        await storeTyped(form);
        const { version } = form.latest();
        if (version) await restoreRevision(api, version, n);
        form.adopt(await readNewest(api, id));
        onRestored();
        show({ title: "Version restored" });
        void client.invalidateQueries(revisionCalls(id));
      },
      { title: "Error restoring the version", fallback: afterStoring("Could not restore the version") },
    );
  return { isBusy, restore: (n: number) => void restore(n) };
}
