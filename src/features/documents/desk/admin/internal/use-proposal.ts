import { afterStoring, storeTyped } from "#ui/admin/edit-form/store-typed.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import type { ArticleForm } from "./article-form.ts";

const KEPT = { title: "Changes saved", description: "Readers see them once an editor publishes them." };

/** Stores what was typed in the working copy alone: how somebody who may not publish changes what readers have. */
export function useProposal(form: ArticleForm): () => Promise<void> {
  const show = useToast();
  const { run } = useCall();
  return async () => {
    await run(
      async () => {
        await storeTyped(form);
        show(KEPT);
      },
      { title: "Error saving", fallback: afterStoring("Could not save the changes") },
    );
  };
}
