import type { FormValues } from "#features/articles/admin/form-values.ts";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import type { UnsavedDraft } from "#ui/admin/edit-form/draft-store.ts";
import { useCall } from "#ui/admin/use-call.ts";
import { discardWorkingCopy } from "../calls.ts";
import type { ArticleForm } from "./article-form.ts";

/** Discards what was typed, and the working copy on the server; it can be undone, and stays among the versions. */
export function useDiscard(form: ArticleForm, onDiscarded: (draft: UnsavedDraft<FormValues>) => void) {
  const api = useEditorApi();
  const { isBusy, run } = useCall();
  const discard = () =>
    run(
      async () => {
        const { base } = form;
        const given = form.discard();
        if (base?.saved !== undefined) await discardWorkingCopy(api, base.id).catch(forgetMissing);
        onDiscarded(given);
      },
      { title: "Error discarding the changes", fallback: "Could not discard the changes" },
    );
  return { isBusy, discard: () => void discard() };
}

/** Somebody else has discarded or published it meanwhile. */
function forgetMissing(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
